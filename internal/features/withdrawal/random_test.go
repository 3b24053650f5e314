package withdrawal

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/long"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/payout"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const (
	randomUsers = 8
	randomSteps = 200
)

// randomSeeds is how many histories are played on each engine.
var randomSeeds = map[sqldb.Engine]int{sqldb.SQLite: 2, sqldb.Postgres: long.Or(1, 2)}

// history plays random acts of users, operators, the chain and time.
type history struct {
	w      *world
	seed   uint64
	chance *rand.Rand
	users  []string
	// open are withdrawals that were taken, whatever became of them.
	open []string
	// owner is whose they are.
	owner map[string]string
	taken int
}

// After each step the books, the withdrawals and the payouts agree (I2, I3, I8,
// I9 and what Check lists), and at the end every user has what was not paid out.
func TestRandomHistories(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		for n := range randomSeeds[engine] {
			seed := uint64(2026 + n)
			t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
				t.Parallel()
				c := dbtest.NewClock()
				db := dbtest.Open(t, dbtest.Address(t, engine), c)
				h := &history{w: newWorldOf(t, db, c, entropy.Seeded(seed), nil), seed: seed, chance: rand.New(rand.NewPCG(seed, 1)), owner: make(map[string]string)}
				for i := range randomUsers {
					h.users = append(h.users, h.w.newcomer(fmt.Sprintf("random %d of %d", i, seed), "5000 USDT", "9000 ETLD", "5 ETH"))
				}
				// Some accounts are old enough for automatic approval, some are not.
				c.Advance(24*time.Hour - time.Minute)
				for step := range randomSteps {
					what := h.act()
					h.w.check()
					if t.Failed() {
						t.Fatalf("seed %d, step %d: %s", seed, step, what)
					}
				}
				h.finish()
			})
		}
	})
}

// act does one thing and says what.
func (h *history) act() string {
	w := h.w
	switch kind := h.chance.IntN(21); {
	case kind < 7:
		return h.request()
	case kind < 9:
		id := h.pick()
		return fmt.Sprint("cancel ", id, ": ", w.cancel(h.owner[id], id).Code)
	case kind < 14:
		return h.decide()
	case kind < 17:
		w.pay()
		return "pay"
	case kind == 17:
		w.run()
		return "jobs"
	case kind == 18:
		recipient := wallettest.Address(w.keys[h.users[h.chance.IntN(randomUsers)]])
		w.node.revertTo(recipient, h.chance.IntN(3) == 0)
		// Three failures in a row stop the wallet until somebody has looked.
		err := w.DB.Update(w.T.Context(), func(tx *sqldb.Tx) error { return w.payouts.Resume(tx, terms.BEP20) })
		return fmt.Sprint("the token refuses, or not; the wallet goes on: ", err)
	case kind == 19:
		prices := []string{"0", "0.5", "0.01", "20"}
		w.prices.say(money.ETLD, prices[h.chance.IntN(len(prices))])
		return "price"
	}
	by := time.Duration(h.chance.Int64N(int64(10 * time.Hour)))
	w.Clock.Advance(by)
	return "time passes: " + by.String()
}

func (h *history) request() string {
	one := []struct{ asset, max string }{{"USDT", "600"}, {"ETLD", "1200"}, {"ETH", "0.2"}}[h.chance.IntN(3)]
	quantity := money.Amount(1 + h.chance.Int64N(int64(amount(one.max))))
	userID := h.users[h.chance.IntN(randomUsers)]
	p := h.w.press(userID, quantity.String(), one.asset)
	got := h.w.send(p)
	if got.Code == 200 {
		var out RequestOut
		h.w.Must(jsonOf(got.Data, &out))
		h.open, h.owner[out.WithdrawNo], h.taken = append(h.open, out.WithdrawNo), userID, h.taken+1
	}
	return fmt.Sprintf("request %s %s: %d", quantity, one.asset, got.Code)
}

func (h *history) pick() string {
	if len(h.open) == 0 {
		return "0123456789"
	}
	return h.open[h.chance.IntN(len(h.open))]
}

// decide lets an operator approve, reject or give up something.
func (h *history) decide() string {
	w, id := h.w, h.pick()
	checker := w.colleague(h.chance.IntN(3), operator.FinanceChecker)
	if h.chance.IntN(5) == 0 {
		return fmt.Sprint("reject ", id, ": ", checker.reject(id, "asked_by_user", "").Code)
	}
	if h.chance.IntN(5) == 0 {
		maker := w.colleague(3, operator.FinanceMaker)
		return fmt.Sprint("give up ", id, ": ", maker.call("withdrawals/giveUp", map[string]any{
			"payload": map[string]any{"withdrawNo": id, "code": "payout_impossible", "note": ""}, "reason": "it reverts"}).Code)
	}
	list := dataOf[struct{ List []operator.Proposal }](w, checker.call("proposals/list", map[string]any{"state": "pending"}))
	if len(list.List) == 0 {
		return "nothing to approve"
	}
	p := list.List[h.chance.IntN(len(list.List))]
	return fmt.Sprint("approve ", p.Kind, " of ", p.Subject, ": ", checker.approve(p).Code)
}

// finish lets everything end and compares each user's money with what arrived.
func (h *history) finish() {
	w, t := h.w, h.w.T
	for _, userID := range h.users {
		w.node.revertTo(wallettest.Address(w.keys[userID]), false)
	}
	w.prices.say(money.ETLD, "0.5")
	for range 4 {
		if err := w.DB.Update(w.T.Context(), func(tx *sqldb.Tx) error { return w.payouts.Resume(tx, terms.BEP20) }); !errors.Is(err, payout.ErrUnknown) {
			w.Must(err)
		}
		w.run()
		h.approveAll()
		w.pay()
		w.Clock.Advance(time.Hour)
	}
	w.check()
	confirmed := 0
	for _, userID := range h.users {
		for asset, began := range map[money.Asset]string{money.USDT: "5000", money.ETLD: "9000", money.ETH: "5"} {
			left, arrived, fees := h.balance(ledger.AvailableOf(userID, asset))+h.balance(reserved(userID, asset)), w.received(userID, asset), money.Amount(0)
			for _, id := range h.open {
				if row := w.record(h.owner[id], id); h.owner[id] == userID && row.Currency == asset && row.Status == Confirmed {
					fees += row.Fee
					confirmed++
				}
			}
			if left+arrived+fees != amount(began) {
				t.Errorf("seed %d: %s has %s of %s, %s arrived and %s were fees; it began with %s", h.seed, userID, left, asset, arrived, fees, began)
			}
		}
	}
	for _, id := range h.open {
		if row := w.record(h.owner[id], id); row.EndedAt == nil {
			t.Errorf("seed %d: never ended: %+v", h.seed, row)
		}
	}
	if h.taken < 20 || confirmed < 20 {
		t.Errorf("seed %d: only %d were taken and %d confirmed", h.seed, h.taken, confirmed)
	}
}

// approveAll has failed payouts proposed again, and two reviewers approve what is
// still open.
func (h *history) approveAll() {
	maker := h.w.colleague(3, operator.FinanceMaker)
	for _, id := range h.open {
		if h.w.record(h.owner[id], id).NextStep.Code == "attention" {
			// It may be proposed already.
			maker.call("withdrawals/reissue", map[string]any{"withdrawNo": id, "reason": "the token works again"})
		}
	}
	for n := range 2 {
		checker := h.w.colleague(n, operator.FinanceChecker)
		list := dataOf[struct{ List []operator.Proposal }](h.w, checker.call("proposals/list", map[string]any{"state": "pending", "size": 50}))
		for _, p := range list.List {
			// One approval may close another proposal about the same, or be one's second.
			checker.approve(p)
		}
	}
}

func (h *history) balance(a ledger.Account) (b money.Amount) {
	h.w.View(func(tx *sqldb.Tx) (err error) {
		b, err = h.w.Ledger.Balance(tx, a)
		return err
	})
	return b
}
