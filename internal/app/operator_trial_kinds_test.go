package app

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/features/news"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// elsewhere are the kinds whose trial needs a chain that this world does not have, and the
// test that plays it.
var elsewhere = map[string]string{
	"crediting_resume":   "TestOperatorsEndAHalt",
	"withdrawal_give_up": "features/withdrawal TestGivingUp",
}

// stoppedBy is what a kind ends, whose payload is the same.
var stoppedBy = map[string]string{"machine_resume": "machine_pause", "payout_resume": "payout_stop"}

// furnished prepares what the samples of kinds lack, and gives the payload of one that can
// be done then.
type furnished struct {
	*Program
	t                   *testing.T
	makers, checkers    []*person
	userID, other, mine string
}

// does has a kind proposed, and approved where that is needed.
func (f furnished) does(kind, payload string) operator.Proposal {
	f.t.Helper()
	asked := map[string]any{"kind": kind, "payload": json.RawMessage(payload), "reason": "because of the test"}
	r := mayDo(f.t, f.makers, kind, true).call("proposals/create", asked)
	made := dataOf[operator.Proposal](f.t, r)
	if made.State == operator.Executed {
		return made
	}
	if r := mayDo(f.t, f.checkers, kind, false).approve(r); r.Code != http.StatusOK {
		f.t.Fatalf("%s: %+v", kind, r)
	}
	return made
}

// one is a payload that names one thing.
func one(name, value string) string { return `{"` + name + `":"` + value + `"}` }

// payloads are those that need something done before, in the order in which that is done.
func (f furnished) payloads() map[string]string {
	t := f.t
	editor, sender, support := mayDo(t, f.makers, "news_publish", true), mayDo(t, f.makers, "order_reversal", true), f.staff(t, operator.Support)
	list := map[string]string{"machine_pause": one("minerNo", f.mine)}

	f.does("user_suspend", `{"userId":"`+f.other+`","days":5}`)
	list["user_restore"] = one("userId", f.other)
	list["carrier_change"] = `{"host":"parcel.example","listed":true}`
	f.does("bid_place", `{"price":"0.01","quantity":"100"}`)
	bids := dataOf[listOf[struct{ BidNo string }]](t, mayDo(t, f.makers, "bid_cancel", true).call("bids/list", map[string]any{}))
	list["bid_cancel"] = one("bidNo", bids.List[0].BidNo)
	list["backend_debit_objection"] = one("debitId", f.does("backend_debit", `{"userId":"`+f.userID+`","currency":"USDT","amount":"1"}`).ID)

	article := map[string]any{"category": "product", "texts": map[string]any{"en": map[string]any{"title": "A lamp", "summary": "About it", "body": "All of it."}}}
	shown, draft := dataOf[news.ArticleRow](t, editor.call("news/draft", article)), dataOf[news.ArticleRow](t, editor.call("news/draft", article))
	f.does("news_publish", `{"id":"`+shown.ID+`","version":1}`)
	list["news_pin"], list["news_publish"] = `{"id":"`+shown.ID+`","version":2,"pinned":true}`, `{"id":"`+draft.ID+`","version":1}`

	order := f.order(t, f.userID, "seedPlate")
	sender.call("orders/ship", map[string]any{"orderNo": order, "company": "Post", "number": "RR 12"})
	list["order_reversal"] = `{"orderNo":"` + order + `","cause":"lost"}`

	f.does("risk_flag", one("userId", f.userID))
	f.reward(t, f.other, "15")
	f.reward(t, f.other, "3")
	rewards := rewardsOf(t, support, f.userID)
	f.does("reward_refuse", `{"rewardId":"`+rewards[0].RewardID+`","cause":"other"}`)
	list["reward_grant"], list["reward_refuse"] = one("rewardId", rewards[0].RewardID), `{"rewardId":"`+rewards[1].RewardID+`","cause":"other"}`

	f.exec(t, `INSERT INTO price_state (asset, price, source, at, fresh_until, reason, halted_until, recent, lowest, highest, halted_at, is_stopped)
		VALUES ('ETLD', 1, 'bids', 1, 1, '', 1, '[]', 1, 1, 1, 1) ON CONFLICT (asset) DO UPDATE SET is_stopped = 1`)
	f.update(t, func(tx *sqldb.Tx) error {
		return jobs.Park(tx, jobs.Item{Job: "credit", Subject: "x"}, errors.New("it fails"), tx.Now().Add(time.Hour))
	})
	transfer := "56|0xabc|0"
	f.exec(t, `INSERT INTO payment_transfer (id, chain_id, tx_hash, ordinal, token, sender, recipient, wei, asset, amount, remainder, block_number, block_hash,
		block_parent, block_time, state, user_id, intent_no, reason, entry_id, seen_at, final_at, settled_at)
		VALUES ($1, 56, '0xabc', 0, '0x1', '0x7', '0x2', '7', 'USDT', 700000000, '0', 1, '0x3', '0x4', 1, 'suspense', '', '', 'suspense_in', $1, 1, 1, 1)`, transfer)
	f.world(t).Post(ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.SuspenseIn, Debit: ledger.House(ledger.ChainBEP20, money.USDT),
		Credit: ledger.House(ledger.Suspense, money.USDT), Amount: 7 * money.Unit})
	asked := map[string]any{"transferId": transfer, "userId": f.userID, "shown": ""}
	if r := mayDo(t, f.makers, "suspense_assignment", true).call("suspense/announce", asked); r.Code != http.StatusOK {
		t.Fatalf("announce: %+v", r)
	}
	f.exec(t, `UPDATE payment_assignment SET announced_at = 1`)
	return list
}

// Whatever people can propose can be tried with success where it makes sense: in a world
// where somebody has machines, orders, rewards and debts, and something is stopped.
func TestEveryKindIsTriedWithSuccess(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		referrer, buyer := p.invited(t)
		w := p.world(t)
		w.Capital("1000 USDT")
		w.Fund(ledger.InterestFree, "100 USDT")
		w.Deposit(referrer, "300 USDT")
		f := furnished{Program: p, t: t, makers: p.staffOfEach(t), checkers: p.staffOfEach(t), userID: referrer, other: buyer}
		w.Update(func(tx *sqldb.Tx) (err error) {
			f.mine, err = p.buyMachine(tx, referrer, true)
			return err
		})
		all := samples(referrer, w.Person(user.New{Address: "0x00000000000000000000000000000000000000aa"}))
		maps.Copy(all, f.payloads())
		kinds := slices.Sorted(maps.Keys(all))
		// What goes on again is stopped once everything else was tried.
		slices.SortStableFunc(kinds, func(a, b string) int { return len(stoppedBy[a]) - len(stoppedBy[b]) })
		for _, kind := range kinds {
			if elsewhere[kind] != "" {
				continue
			}
			if stop := stoppedBy[kind]; stop != "" {
				f.does(stop, all[stop])
				all[kind] = all[stop]
			}
			maker := mayDo(t, f.makers, kind, true)
			r := maker.call("proposals/try", map[string]any{"kind": kind, "payload": json.RawMessage(all[kind]), "reason": "because of the test"})
			if r.Code != http.StatusOK {
				t.Errorf("%s is refused: %d %s %s", kind, r.Code, r.Message, r.Data)
				continue
			}
			tried := dataOf[operator.Trial](t, r)
			if tried.Sentence == "" || len(tried.Postings) > 0 && len(tried.Invariants) == 0 {
				t.Errorf("%s: %+v", kind, tried)
			}
			for _, posting := range tried.Postings {
				if owner := ledger.OwnerIn([]ledger.Posting{posting}); owner != "" && (tried.UserID != owner || tried.UserName == "") {
					t.Errorf("%s moves %s → %s and names %q, %q", kind, posting.Debit, posting.Credit, tried.UserID, tried.UserName)
				}
			}
		}
	})
}
