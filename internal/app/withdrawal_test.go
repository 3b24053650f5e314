package app

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/payout"
	"etld/internal/core/user"
	"etld/internal/core/worldtest"
	"etld/internal/features/withdrawal"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/config"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/internal/infra/sqldb/meta"
)

// onBothEngines runs a test with a program that has a hot wallet, on each engine.
// onBothEngines runs a test at the next noon, so that no midnight comes in between.
func onBothEngines(t *testing.T, test func(t *testing.T, p *Program)) {
	t.Helper()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		p := newDemo(t, engine, hotWallet())
		now := p.settings.Clock.Now()
		p.settings.Clock.(*clock.System).Advance((clock.DayOf(now) + 1).Start().Add(12 * time.Hour).Sub(now))
		test(t, p)
	})
}

// newDemo is the program of a demo on a database of its own, without chains and
// jobs.
func newDemo(t *testing.T, engine sqldb.Engine, wallets ...payout.Wallet) *Program {
	t.Helper()
	c := config.Config{Database: dbtest.Address(t, engine), Host: "localhost", PersonalKey: strings.Repeat("5a", 32)}
	on, err := noChains(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	on.Wallets = wallets
	p, err := offlineOn(t.Context(), meta.Demo, c, on, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// hotWallet pays on a chain that is never asked.
func hotWallet() payout.Wallet {
	w := walletBEP20(common.HexToAddress("0xb0b"), map[money.Asset]common.Address{money.USDT: {1}, money.ETLD: {2}, money.ETH: {3}}, demoDayMax, nowhere{}, nowhere{})
	w.FeeCapMax = gwei
	return w
}

// world is the program's database and books, for people and money.
func (p *Program) world(t *testing.T) *worldtest.World {
	w := &worldtest.World{T: t, DB: p.db, Ledger: p.ledger}
	if p.team != nil {
		w.Joined = p.team.Members.Joined
	}
	return w
}

// drawer is a user of the program with money and a wallet.
type drawer struct {
	t   *testing.T
	p   *Program
	id  string
	key *ecdsa.PrivateKey
	no  int
}

func (p *Program) drawer(t *testing.T) *drawer {
	t.Helper()
	d := &drawer{t: t, p: p, key: wallettest.New()}
	d.update(p.seed)
	d.id = p.world(t).Person(user.New{Address: wallettest.Address(d.key).Hex()}, "5000 USDT")
	return d
}

func (d *drawer) update(body func(tx *sqldb.Tx) error) {
	d.t.Helper()
	if err := d.p.db.Update(context.Background(), body); err != nil {
		d.t.Fatal(err)
	}
}

// request asks for a withdrawal as the call does.
func (d *drawer) request(quantity int64) (w withdrawal.Withdrawal, err error) {
	d.t.Helper()
	d.no++
	requestID := fmt.Sprintf("request-%010d", d.no)
	err = d.p.db.Update(context.Background(), func(tx *sqldb.Tx) error {
		text := signer.StatementText("localhost", signer.Withdrawal{Quantity: money.Units(quantity), Currency: money.USDT, Network: networkName, Fee: money.Unit,
			Arrival: money.Units(quantity - 1), Address: wallettest.Address(d.key), RequestID: requestID, At: tx.Now()})
		w, err = d.p.withdrawal.Request(tx, withdrawal.Request{UserID: d.id, RequestID: requestID, Currency: money.USDT, Network: networkName, Quantity: money.Units(quantity),
			Message: text, Signature: wallettest.Sign(d.key, text)})
		return err
	})
	return w, err
}

// Every notice has its texts, the books hold at each step, and what is changed
// behind the program's back is found.
func TestWithdrawalsInTheProgram(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		d := p.drawer(t)
		checker := p.staff(t, operator.FinanceChecker)
		var all []withdrawal.Withdrawal
		for range 3 {
			w, err := d.request(300)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, w)
		}
		d.update(func(tx *sqldb.Tx) error { _, _, err := p.withdrawal.Cancel(tx, d.id, all[0].ID); return err })
		var shown withdrawal.QueueRow
		if r := checker.call("withdrawals/detail", map[string]any{"withdrawNo": all[1].ID}); json.Unmarshal(r.Data, &shown) != nil {
			t.Fatalf("detail: %+v", r)
		}
		if r := checker.call("withdrawals/reject", map[string]any{"withdrawNo": all[1].ID, "code": "asked_by_user", "note": "", "proposalId": shown.ProposalID}); r.Code != http.StatusOK {
			t.Fatalf("reject: %+v", r)
		}
		m := newInstruments()
		m.registry.MustRegister(metrics.Read(p.db, slog.New(slog.DiscardHandler), "withdrawal", p.withdrawal.Figures))
		recorder := httptest.NewRecorder()
		m.handler(slog.New(slog.DiscardHandler)).ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		if text := recorder.Body.String(); !strings.Contains(text, "etld_withdrawals_pending 1\n") || !strings.Contains(text, "etld_withdrawals_overdue 0\n") ||
			!strings.Contains(text, "etld_withdrawals_automatic_rest 5000\n") {
			t.Errorf("metrics: %s", text)
		}
		if found, err := p.Violations(context.Background()); err != nil || len(found) > 0 {
			t.Errorf("violations %v, %v", found, err)
		}
		err := p.db.View(context.Background(), func(tx *sqldb.Tx) error {
			unread, err := p.notices.Unread(tx, d.id)
			if unread != 5 {
				t.Errorf("%d notices, want three requests, a cancelling and a rejection", unread)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for statement, want := range map[string]string{
			`UPDATE ledger_transfer SET amount = amount + 1 WHERE ref_id = $1 AND type = 'handling_fee'`: "the journal moved",
			`UPDATE ledger_transfer SET ref_id = 'NOBODY' WHERE ref_id = $1`:                             "which does not exist",
			`UPDATE withdrawal_request SET status = 'cancelled' WHERE id = $1`:                           "is cancelled; the journal moved",
		} {
			d.update(func(tx *sqldb.Tx) error {
				err := tx.Try(func() error {
					if _, err := tx.Exec(statement, all[2].ID); err != nil {
						return err
					}
					found, err := worldtest.Alone(p.withdrawal.Check)(tx)
					if text := fmt.Sprint(found); !strings.Contains(text, want) {
						t.Errorf("%s: found %s, want %q", statement, text, want)
					}
					if err == nil {
						err = errUndone
					}
					return err
				})
				if errors.Is(err, errUndone) {
					err = nil
				}
				return err
			})
		}
	})
}

var errUndone = errors.New("undone")

// One person stops withdrawals, two let them go on; what is pending can still be
// cancelled meanwhile.
func TestWithdrawalsStop(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		d := p.drawer(t)
		risk, checker := p.staff(t, operator.Risk), p.staff(t, operator.FinanceChecker)
		before, err := d.request(300)
		if err != nil {
			t.Fatal(err)
		}
		stop := map[string]any{"payload": map[string]any{"part": "withdrawals", "stop": true}, "reason": "looking into something"}
		if r := risk.call("emergency/change", stop); r.Code != http.StatusOK {
			t.Fatalf("stop: %+v", r)
		}
		if _, err := d.request(300); !errors.Is(err, withdrawal.ErrPaused) {
			t.Errorf("while stopped: %v", err)
		}
		d.update(func(tx *sqldb.Tx) error { _, _, err := p.withdrawal.Cancel(tx, d.id, before.ID); return err })
		again := map[string]any{"payload": map[string]any{"part": "withdrawals", "stop": false}, "reason": "all is well"}
		proposed := checker.call("emergency/change", again)
		if _, err := d.request(300); err == nil {
			t.Error("one person let withdrawals go on")
		}
		if r := risk.approve(proposed); r.Code != http.StatusOK {
			t.Fatalf("restart: %+v", r)
		}
		if _, err := d.request(300); err != nil {
			t.Errorf("after the restart: %v", err)
		}
	})
}

func TestWalletKinds(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		d := p.drawer(t)
		const contract = "0x00000000000000000000000000000000000000C1"
		d.update(func(tx *sqldb.Tx) error {
			if err := user.Prove(tx, user.Wallet{Address: contract, Kind: walletsig.KindContract, ChainID: chainID}); err != nil {
				return err
			}
			for address, want := range map[string]walletsig.Kind{contract: walletsig.KindContract, "0x00000000000000000000000000000000000000C2": walletsig.KindPlain} {
				kind, err := p.signin.Kind(tx, address)
				if err != nil || kind != want {
					t.Errorf("%s: %s, %v", address, kind, err)
				}
			}
			return nil
		})
		if got := p.payment.PauseOf("TRC-20"); got != "" {
			t.Errorf("a network that is not watched halts: %q", got)
		}
	})
}

// An instance that does not watch takes no withdrawals on a chain that whoever watches it
// has halted.
func TestAHaltedChainTakesNoWithdrawalsOnAnyInstance(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		d := p.drawer(t)
		watch, err := p.payment.Incoming.Watch(chainID)
		if err != nil {
			t.Fatal(err)
		}
		if p.settings.Config.Watch {
			t.Fatal("this instance watches")
		}
		final := chain.BlockRef{Number: 100}
		for expect, step := range []chain.Step{{Append: []chain.BlockRef{final}, Finalized: &final}, {Halt: "block 100 was taken back"}} {
			step.Expect = int64(expect)
			if err := watch.Apply(t.Context(), step); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := d.request(300); !errors.Is(err, withdrawal.ErrPaused) {
			t.Errorf("while halted: %v", err)
		}
		// The wallet of anchors sends into the same chain.
		for _, network := range []string{networkName, anchorNetwork} {
			if got := p.pausedBy(t, network); got != string(chain.StateHalted) {
				t.Errorf("payouts of %s see %q", network, got)
			}
		}
		d.update(func(tx *sqldb.Tx) error { return p.payment.Incoming.ClearHalt(tx, networkName) })
		if _, err := d.request(300); err != nil {
			t.Errorf("after the halt: %v", err)
		}
	})
}

// Who reviews a withdrawal sees what it leaves of the day's cap, beside what was approved.
func TestAReviewSaysWhatIsLeftOfTheDaysCap(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		d := p.drawer(t)
		checker := p.staff(t, operator.FinanceChecker)
		left := func(w withdrawal.Withdrawal) string {
			detail := dataOf[withdrawal.DetailOut](t, checker.call("withdrawals/detail", map[string]any{"withdrawNo": w.ID}))
			for _, row := range detail.Cover {
				if row.Network == w.Network && row.Currency == string(w.Asset) && row.DayLeft != nil {
					return row.DayLeft.String()
				}
			}
			return "no cap"
		}
		first, err := d.request(301)
		if err != nil {
			t.Fatal(err)
		}
		if got := left(first); got != "199700" {
			t.Errorf("while it waits: %s", got)
		}
		review := dataOf[listOf[json.RawMessage]](t, checker.call("proposals/list", map[string]any{"state": "pending"})).List[0]
		if r := checker.approve(reply{Data: review}); r.Code != http.StatusOK {
			t.Fatalf("approve: %+v", r)
		}
		second, err := d.request(401)
		if err != nil {
			t.Fatal(err)
		}
		if got := left(first) + ", " + left(second); got != "199700, 199300" {
			t.Errorf("once the first was approved: %s", got)
		}
	})
}
