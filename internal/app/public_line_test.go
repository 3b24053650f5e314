package app

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"etld/internal/features/report"
	"etld/internal/features/transparency"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// The program's check writes the public line, and etld check finds one that was changed.
func TestTheCheckOfTheBooksWritesThePublicLine(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newBrakeWorld(t, engine)
		w.check()
		w.check()
		r := w.reserves()
		if r.Number != 1 || r.Hash != transparency.HashOf(r.Text) || r.Currencies[0].Owed == 0 || len(r.Findings) > 0 {
			t.Fatalf("the line of the first check: %+v", r)
		}
		// Added up once more, one account after the other.
		owed, sums := int64(0), make(map[string]int64)
		if err := w.p.db.View(t.Context(), func(tx *sqldb.Tx) error {
			return tx.Query(func(row *sqldb.Row) error {
				var class, asset string
				var balance int64
				err := row.Scan(&class, &asset, &balance)
				sums[class+"/"+asset] += balance
				if asset == "USDT" && strings.Contains("UPL", class[:1]) {
					owed += balance
				}
				return err
			}, `SELECT class, asset, balance FROM ledger_account`)
		}); err != nil {
			t.Fatal(err)
		}
		for _, c := range r.Classes {
			if key := string(c.Class) + "/" + string(c.Currency); c.Atoms != strconv.FormatInt(sums[key], 10) {
				t.Errorf("%s: shown %s, the accounts have %d", key, c.Atoms, sums[key])
			}
		}
		if len(r.Classes) != len(sums) || int64(r.Currencies[0].Owed) != owed {
			t.Errorf("%d classes of %d, %d owed of %d", len(r.Classes), len(sums), r.Currencies[0].Owed, owed)
		}
		run := func() string {
			var text strings.Builder
			_ = Run(t.Context(), []string{"check", "--database", w.p.settings.Config.Database, "--log-level", "error"}, &text, io.Discard)
			return text.String()
		}
		if text := run(); strings.Contains(text, "public line") {
			t.Errorf("untouched: %s", text)
		}
		w.exec(`UPDATE transparency_line SET text = REPLACE(text, 'sum|U.PRN', 'sum|U.AVL')`)
		if text := run(); !strings.Contains(text, "public line: line 1: its hash is not that of its text") {
			t.Errorf("a changed line: %s", text)
		}
	})
}

func (w *brakeWorld) reserves() (r transparency.Reserves) {
	w.t.Helper()
	if err := w.user.Must(w.t.Context(), "/api/open/reserves", nil, &r); err != nil {
		w.t.Fatal(err)
	}
	return r
}

// A pool is emptied behind the ledger's back: the check stops what gives claims, and
// the banner, the page, the public line and the metrics say so.
func TestAPoolThatIsEmptiedIsToldEverywhere(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newBrakeWorld(t, engine)
		w.check()
		w.exec(`UPDATE ledger_account SET balance = 0 WHERE class = 'P.INT.FREE'`)
		w.checkWhole()
		w.expect("an emptied pool", held, "Automatic check: I9")
		if a := w.alert(); a == nil || a.Cause != report.CauseCheck || !a.WithdrawalsGoOn {
			t.Errorf("the banner is %+v", a)
		}
		if text := w.scrape(); !strings.Contains(text, `etld_invariant_violations{invariant="I9"} 1`) {
			t.Error("the metrics say nothing")
		}
		// The line of the next five minutes carries it.
		w.p.settings.Clock.(interface{ Advance(by time.Duration) }).Advance(transparency.LineEvery)
		w.check()
		if r := w.reserves(); len(r.Findings) != 1 || r.Findings[0] != (transparency.Found{Invariant: "I9", Count: 1}) {
			t.Errorf("the public line found %+v", r.Findings)
		}
		page := httptest.NewRecorder()
		w.p.transparency.ServeHTTP(page, httptest.NewRequestWithContext(t.Context(), http.MethodGet, transparency.PagePath+"?lang=en", nil))
		for _, want := range []string{"Something is not in order", "I9: A stored balance is not what the journal gives.", "Sales: stopped since", "Automatic check: I9"} {
			if !strings.Contains(page.Body.String(), want) {
				t.Errorf("the page does not say %q", want)
			}
		}
	})
}
