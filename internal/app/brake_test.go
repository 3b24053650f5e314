package app

import (
	"context"
	"log/slog"
	"math/big"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/books"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/payment/reconciliation"
	"etld/internal/features/report"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/test/player"
)

// brakeWorld is the program with a user of its API, and its brake.
type brakeWorld struct {
	t     *testing.T
	p     *Program
	brake *books.Brake
	user  *player.Player
}

func newBrakeWorld(t *testing.T, engine sqldb.Engine) *brakeWorld {
	t.Helper()
	p := newDemo(t, engine)
	p.runningMachine(t)
	server := httptest.NewServer(p.api)
	t.Cleanup(server.Close)
	w := &brakeWorld{t: t, p: p}
	// The program's own one has its metrics; this one is looked at.
	p.metrics = newInstruments()
	p.settings.Config.Jobs = true
	w.brake = newBrake(p)
	var err error
	if w.user, err = player.Join(t.Context(), server.URL); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *brakeWorld) exec(statement string) {
	w.t.Helper()
	if err := w.p.db.Update(w.t.Context(), func(tx *sqldb.Tx) error {
		_, err := tx.Exec(statement)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
}

func (w *brakeWorld) check() {
	w.t.Helper()
	if err := w.brake.Check(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

func (w *brakeWorld) checkWhole() {
	w.t.Helper()
	if err := w.brake.CheckWhole(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// expect makes the calls that a brake may hold and compares what they say.
func (w *brakeWorld) expect(when string, codes map[string]int, reason string) {
	w.t.Helper()
	for path, code := range codes {
		params := url.Values{"requestId": {strings.ReplaceAll(time.Now().Format("150405.000000000"), ".", "-") + "-0123456789"}}
		switch path {
		case "/api/miner/purchaseMiner":
			params.Set("productId", "machineSmall")
			params.Set("quantity", "1")
			params.Set("payType", "balance")
			params.Set("termsVersion", "of-nothing")
		default:
			params.Set("quoteId", "none12345678")
			params.Set("minReceive", "1")
		}
		a, err := w.user.Call(w.t.Context(), path, params)
		if err != nil {
			w.t.Fatal(err)
		}
		if a.Code != code || code == 1011 && !strings.Contains(string(a.Data), `"reason":"`+reason+`"`) {
			w.t.Errorf("%s: %s says %d %s, want %d and %q", when, path, a.Code, a.Data, code, reason)
		}
	}
}

func (w *brakeWorld) alert() *report.Alert {
	w.t.Helper()
	var home struct{ Alert *report.Alert }
	if err := w.user.Must(w.t.Context(), "/api/main/home", nil, &home); err != nil {
		w.t.Fatal(err)
	}
	return home.Alert
}

func (w *brakeWorld) standing() (parts []emergency.Part) {
	w.t.Helper()
	if err := w.p.db.View(w.t.Context(), func(tx *sqldb.Tx) error {
		list, err := emergency.Active(tx)
		for _, s := range list {
			parts = append(parts, s.Part)
		}
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	return parts
}

// With nothing stopped, these calls reach the rules of their feature.
var (
	open = map[string]int{"/api/miner/purchaseMiner": 1504, "/api/userAccount/qExchange": 1402, "/api/trade/sell": 1402}
	held = map[string]int{"/api/miner/purchaseMiner": 1011, "/api/userAccount/qExchange": 1011, "/api/trade/sell": 1011}
)

// Each invariant is broken behind the program's back, in one way that breaks
// no other of those that brake. The operator's own money on the chain is less
// than the 2 USDT taken from it.
func TestBrokenInvariantsStopSales(t *testing.T) {
	t.Parallel()
	for _, engine := range []sqldb.Engine{sqldb.SQLite, sqldb.Postgres} {
		for _, test := range []struct {
			invariant, spoil string
			// records are more than one for each part where the whole check finds more than the totals.
			records int64
		}{
			{"I1", `UPDATE ledger_transfer SET sub_type = 'gas' WHERE sub_type = 'pool_funding'`, 4},
			// A balance that was changed is not what the journal gives either.
			{"I3, I9", `UPDATE ledger_account SET balance = balance - 200000000 WHERE class = 'A.CHAIN.BEP-20' AND asset = 'USDT'`, 8},
			{"I5, I9", `UPDATE ledger_account SET balance = balance - 1 WHERE class = 'U.PRN'`, 4},
			{"I6, I9", `UPDATE ledger_account SET balance = balance - 1 WHERE class = 'P.INT.RSV'`, 4},
			{"I7, I9", `INSERT INTO ledger_account (id, class, asset, owner, balance) VALUES ('A.GPX/GP', 'A.GPX', 'GP', '', 1)`, 8},
			{"I9", `UPDATE ledger_account SET balance = balance + 1 WHERE class = 'O.CAP' AND asset = 'USDT'`, 4},
			{"I10", `INSERT INTO ledger_chain (seq, entry_id, hash, at) SELECT 1, MIN(entry_id), 'forged', MIN(posted_at) FROM ledger_transfer`, 4},
		} {
			t.Run(string(engine)+"/"+test.invariant, func(t *testing.T) {
				t.Parallel()
				w := newBrakeWorld(t, engine)
				w.check()
				w.expect("in order", open, "")
				if got := w.alert(); got != nil {
					t.Fatalf("in order: %+v", got)
				}
				w.exec(test.spoil)
				w.checkWhole()
				w.expect("broken", held, "Automatic check: "+test.invariant)
				if got, want := w.standing(), []emergency.Part{emergency.Sales, emergency.Swap, emergency.Sell, emergency.Game}; !slices.Equal(got, want) {
					t.Errorf("standing still: %v, want %v", got, want)
				}
				a := w.alert()
				if a == nil || a.Cause != report.CauseCheck || !a.WithdrawalsGoOn || !strings.Contains(a.Text, "Withdrawals continue.") {
					t.Errorf("the banner is %+v", a)
				}
				w.check()
				if got := w.records(); got != test.records {
					t.Errorf("%d records of the brake, want %d", got, test.records)
				}
			})
		}
	}
}

func (w *brakeWorld) records() (n int64) {
	w.t.Helper()
	if err := w.p.db.View(w.t.Context(), func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&n), `SELECT COUNT(*) FROM operator_audit WHERE action = 'emergency/brake' AND staff_id = ''`)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	return n
}

// The short check reads no journal and no machine, and still finds what users
// could lose by.
func TestShortCheckBrakes(t *testing.T) {
	t.Parallel()
	w := newBrakeWorld(t, sqldb.SQLite)
	w.check()
	w.exec(`UPDATE ledger_account SET balance = balance - 1 WHERE class = 'U.PRN'`)
	w.check()
	w.expect("what only the whole check sees", open, "")
	w.exec(`UPDATE ledger_account SET balance = balance - 200000000 WHERE class = 'A.CHAIN.BEP-20' AND asset = 'USDT'`)
	w.check()
	w.expect("more is owed than there is", held, "Automatic check: I3")
}

// A check that cannot be made is a finding: it keeps none of the others from
// stopping what they must, and is not made again at once.
func TestAFailingCheckOfTheBrakeIsAFinding(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newBrakeWorld(t, engine)
		w.check()
		w.exec(`DELETE FROM machine_terms`)
		w.exec(`UPDATE ledger_account SET balance = balance - 200000000 WHERE class = 'A.CHAIN.BEP-20' AND asset = 'USDT'`)
		w.checkWhole()
		w.expect("more is owed than there is", held, "Automatic check: I3, I9")
		text := w.scrape()
		for _, line := range []string{`etld_invariant_violations{invariant="unchecked"} 2`, `etld_invariant_violations{invariant="I3"} 1`, `etld_invariant_violations{invariant="I9"} 1`} {
			if !strings.Contains(text, line) {
				t.Errorf("%s is not in\n%s", line, text)
			}
		}
	})
}

// A chain that holds less than the books stops what leaves as well, and two
// persons let it run again: the same reading does not stop it a second time.
func TestDeficitOnTheChainStopsWithdrawals(t *testing.T) {
	t.Parallel()
	w := newBrakeWorld(t, sqldb.SQLite)
	reading := func(held int64) reconciliation.Reading {
		return reconciliation.Reading{Network: "BEP-20", Asset: money.USDT, Block: 7, At: w.p.settings.Clock.Now(),
			OnChain: big.NewInt(held), Booked: big.NewInt(100), Recorded: big.NewInt(5), Leaving: new(big.Int)}
	}
	trip := func(r reconciliation.Reading) {
		t.Helper()
		missing, at := books.Deficits([]reconciliation.Reading{r}, r.At)
		if err := w.brake.Trip(t.Context(), missing, at); err != nil {
			t.Fatal(err)
		}
	}
	trip(reading(106))
	trip(reading(105))
	if got := w.standing(); len(got) > 0 {
		t.Fatalf("a surplus stops %v", got)
	}
	short := reading(104)
	trip(short)
	w.expect("missing on the chain", held, "Automatic check: I4")
	if got, want := w.standing(), []emergency.Part{emergency.Sales, emergency.Withdrawals, emergency.Payouts, emergency.Swap, emergency.Sell, emergency.Game}; !slices.Equal(got, want) {
		t.Errorf("standing still: %v, want %v", got, want)
	}
	if a := w.alert(); a == nil || a.Cause != report.CauseChain || a.WithdrawalsGoOn {
		t.Errorf("the banner is %+v", a)
	}
	maker, checker := w.p.staff(t, operator.FinanceMaker), w.p.staff(t, operator.FinanceChecker)
	proposed := maker.call("emergency/change", map[string]any{"payload": map[string]any{"part": "withdrawals", "stop": false}, "reason": "an own transfer was not listed"})
	if proposed.Code != 200 || slices.Contains(w.standing(), emergency.Withdrawals) == false {
		t.Fatalf("one person alone: %+v, standing %v", proposed, w.standing())
	}
	if r := checker.approve(proposed); r.Code != 200 {
		t.Fatalf("the second person: %+v", r)
	}
	trip(short)
	if slices.Contains(w.standing(), emergency.Withdrawals) {
		t.Error("the reading that two persons had seen stopped withdrawals again")
	}
	trip(reading(104))
	if !slices.Contains(w.standing(), emergency.Withdrawals) {
		t.Error("a new reading stopped nothing")
	}
}

// What does not brake is counted for the alarm, as is what does.
func TestBrakeMetrics(t *testing.T) {
	t.Parallel()
	w := newBrakeWorld(t, sqldb.SQLite)
	w.check()
	w.exec(`UPDATE transparency_line SET hash = 'changed'`)
	w.checkWhole()
	if got := w.standing(); len(got) > 0 {
		t.Errorf("a changed line of the public log stops %v", got)
	}
	text := w.scrape()
	for _, line := range []string{`etld_invariant_violations{invariant="public line"} 1`, `etld_invariant_violations{invariant="I3"} 0`, `etld_part_stopped{part="sales"} 0`} {
		if !strings.Contains(text, line) {
			t.Errorf("%s is not in\n%s", line, text)
		}
	}
	w.exec(`UPDATE ledger_account SET balance = balance - 200000000 WHERE class = 'A.CHAIN.BEP-20' AND asset = 'USDT'`)
	if err := w.brake.Check(context.Background()); err != nil {
		t.Fatal(err)
	}
	if text = w.scrape(); !strings.Contains(text, `etld_part_stopped{part="sales"} 1`) {
		t.Errorf("sales are stopped:\n%s", text)
	}
}

func (w *brakeWorld) scrape() string {
	w.t.Helper()
	recorder := httptest.NewRecorder()
	w.p.metrics.handler(slog.New(slog.DiscardHandler)).ServeHTTP(recorder, httptest.NewRequest("GET", "/metrics", nil))
	return recorder.Body.String()
}

// What waits to be linked because nobody was there to link it is no breach right
// after a start. It is one when the job has had its time.
func TestALagAfterAStartIsNoBreach(t *testing.T) {
	t.Parallel()
	w := newBrakeWorld(t, sqldb.SQLite)
	w.exec(`UPDATE ledger_transfer SET posted_at = posted_at - 120000000 WHERE id = (SELECT MIN(id) FROM ledger_transfer)`)
	isLate := func() bool {
		w.checkWhole()
		return strings.Contains(w.scrape(), `etld_invariant_violations{invariant="`+ledger.ChainLag+`"} 1`)
	}
	if isLate() {
		t.Error("a breach right after the start")
	}
	w.brake.Started = w.brake.Started.Add(-time.Minute)
	if !isLate() {
		t.Error("no breach a minute after the start")
	}
}
