package transparency

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestFlowTablesReadWhatTheyStore(t *testing.T) {
	t.Parallel()
	dbtest.Tables(t, flowTable, reachTable)
}

// What the calls answer is what the tables add up to, read here one row after the other.
func TestFiguresAreThoseOfTheTables(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		api := apitest.New(t, db)
		w.service.Register(api.API)
		anna := w.User(1, "2000 USDT", "5 ETLD")
		w.Capital("900 USDT", "700 ETLD")
		w.Fund(ledger.InterestFree, "100 USDT")
		w.Fund(ledger.Emission, "600 ETLD")
		avl, coo := ledger.AvailableOf(anna, money.USDT), ledger.Of(anna, ledger.Cooling, money.USDT)
		w.Post(ledger.Transfer{Type: ledger.PurchaseProduct, Debit: avl, Credit: coo, Amount: money.Units(1038)})
		w.Post(ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.ServiceFee, Debit: coo, Credit: ledger.House(ledger.RevenueService, money.USDT), Amount: 1_000_000_007},
			ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.LevelShare, Debit: coo, Credit: ledger.House(ledger.LevelPool, money.USDT), Amount: 350_000_000})
		for range 3 {
			w.Post(ledger.Transfer{Type: ledger.LevelRewards, Debit: ledger.House(ledger.LevelPool, money.USDT), Credit: avl, Amount: 33_333_333})
			w.Post(ledger.Transfer{Type: ledger.MiningIncome, Debit: ledger.House(ledger.Emission, money.ETLD), Credit: ledger.AvailableOf(anna, money.ETLD), Amount: 7})
		}
		// A handling fee that waits for its withdrawal is no income yet.
		w.Post(ledger.Transfer{Type: ledger.HandlingFee, Debit: avl, Credit: ledger.Of(anna, ledger.Withdraw, money.USDT), Amount: 5})
		w.Clock.Advance(time.Minute)
		w.Update(func(tx *sqldb.Tx) error { _, err := ledger.Extend(tx); return err })
		for range 2 {
			w.Drain(w.service.Jobs()[:1])
		}
		f := apitest.Data[Figures](t, api.Call("/api/open/pools", ""))
		sum := func(where string) (atoms *big.Int, count int64) {
			atoms = new(big.Int)
			w.View(func(tx *sqldb.Tx) error {
				return tx.Query(func(row *sqldb.Row) error {
					var amount int64
					err := row.Scan(&amount)
					count++
					atoms.Add(atoms, big.NewInt(amount))
					return err
				}, `SELECT amount FROM ledger_transfer WHERE `+where)
			})
			return atoms, count
		}
		where := map[string]string{"serviceFees": `sub_type = 'service_fee'`, "levels": `type = 'level_rewards'`, "output": `type = 'mining_income'`}
		names := []string{}
		for _, m := range append(slices.Clone(f.Income), f.Paid...) {
			names = append(names, m.Name)
			if atoms, count := sum(where[m.Name]); m.Amount != decimal(atoms) || m.Count != count {
				t.Errorf("%s: %s in %d, the journal has %s in %d", m.Name, m.Amount, m.Count, atoms, count)
			}
		}
		if got := strings.Join(names, " "); got != "serviceFees output levels" {
			t.Errorf("moved: %s", got)
		}
		for _, p := range f.Pools {
			if got := w.Balance(ledger.House(p.Pool, p.Currency)); got != p.Amount {
				t.Errorf("the pool %s has %s, shown is %s", p.Pool, got, p.Amount)
			}
		}
		if len(f.Fundings) != 2 || f.Fundings[0].Amount+f.Fundings[1].Amount != money.Units(700) || f.Fundings[0].Hash == "" {
			t.Errorf("fundings: %+v", f.Fundings)
		}
		if l := apitest.Data[Changelog](t, api.Call("/api/open/changelog", "")); l.Journal.Number != f.Flows.Number || len(l.Stops) != 0 {
			t.Errorf("the changelog is %+v, flows reach %d", l, f.Flows.Number)
		}
	})
}

// Of withdrawals the page says how long people waited, and why some were refused.
func TestHowLongWithdrawalsTake(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		for i := range 100 {
			w.withdrawal("confirmed", "", time.Duration(200+i)*time.Minute, time.Duration(i+1)*time.Minute)
		}
		w.withdrawal("confirmed", "", 40*24*time.Hour, time.Hour)
		w.withdrawal("review_rejected", "address", 5*time.Hour, time.Hour)
		w.withdrawal("review_rejected", "address", 6*time.Hour, time.Hour)
		w.withdrawal("pending_review", "", 30*time.Minute, 0)
		w.withdrawal("approved", "", 3*time.Hour, 0)
		w.withdrawal("approved", "", 30*time.Hour, 0)
		w.View(func(tx *sqldb.Tx) error {
			got, err := withdrawalsOf(tx)
			if err != nil {
				return err
			}
			want := Withdrawals{Open: 3, UnderHour: 1, UnderDay: 1, Older: 1, OldestAt: tx.Now().Add(-30 * time.Hour), Days: 30,
				Confirmed: 100, MedianSeconds: 50 * 60, P95Seconds: 95 * 60, Rejected: []Reason{{"address", 2}}}
			if !got.OldestAt.Equal(want.OldestAt) || got.Open != want.Open || got.UnderHour != 1 || got.UnderDay != 1 || got.Older != 1 ||
				got.Confirmed != 100 || got.MedianSeconds != want.MedianSeconds || got.P95Seconds != want.P95Seconds || !slices.Equal(got.Rejected, want.Rejected) {
				t.Errorf("%+v, want %+v", got, want)
			}
			return nil
		})
	})
}

// withdrawal stores a withdrawal that was asked for some time ago, and took some time to
// end, if it did.
func (w *world) withdrawal(status, reason string, age, took time.Duration) {
	w.T.Helper()
	created := w.Clock.Now().Add(-age)
	ended, txHash := int64(0), ""
	if took > 0 {
		ended = created.Add(took).UnixMicro()
	}
	if status == "confirmed" {
		txHash = "0x1"
	}
	n := strconv.FormatInt(created.UnixMicro(), 10) + status
	w.Update(func(tx *sqldb.Tx) error {
		_, err := tx.Exec(`INSERT INTO withdrawal_request (id, user_id, asset, network, quantity, fee, arrival, address, wallet, message, signature, request_id, signed_at, checked_at,
			status, worth, is_priced, is_automatic, approvals, cause, reason, note, review_by, review_until, overdue_at, created_at, decided_at, ended_at, tx_hash, block_number, block_hash, steps)
			VALUES ($1, $2, 'USDT', 'BEP-20', 2, 1, 1, '', 'plain', '', '', $3, 0, 0, $4, 0, 0, 0, 0, '', $5, '', 0, 0, 0, $6, 0, $7, $8, 0, '', 0)`,
			n, n, n, status, reason, created, ended, txHash)
		return err
	})
}
