package withdrawal

import (
	"errors"
	"strings"
	"testing"

	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/worldtest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Check finds what it is there for.
func TestCheckFindsBreaches(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna := w.user("anna", "5000 USDT")
		pending, approved, paid := w.withdraw(anna, "500", "USDT"), "", ""
		for _, target := range []*string{&paid, &approved} {
			out := w.withdraw(anna, "300", "USDT")
			for n := range 2 {
				if got := w.colleague(n, operator.FinanceChecker).approveReview(out.WithdrawNo); got.Code != 200 {
					t.Fatalf("%d %s", got.Code, got.Message)
				}
				if w.record(anna, out.WithdrawNo).Status == Approved {
					break
				}
			}
			if *target = out.WithdrawNo; target == &paid {
				w.pay()
			}
		}
		w.check()
		for name, test := range map[string]struct {
			statement, argument, want string
			// isI8 says that the money held is no longer that of the open ones; this
			// name alone stops parts of the program.
			isI8 bool
		}{
			"another quantity held":      {`UPDATE withdrawal_request SET quantity = quantity + 1, arrival = arrival + 1 WHERE id = $1`, pending.WithdrawNo, "I8", true},
			"a pending one forgotten":    {`DELETE FROM withdrawal_request WHERE id = $1`, pending.WithdrawNo, "I8", true},
			"approved without a payout":  {`UPDATE withdrawal_request SET status = 'approved' WHERE id = $1`, pending.WithdrawNo, "its payout (there: false)", false},
			"confirmed before it was":    {`UPDATE withdrawal_request SET status = 'confirmed', tx_hash = 'x' WHERE id = $1`, approved, "is confirmed and its payout", true},
			"approved again":             {`UPDATE withdrawal_request SET status = 'approved', tx_hash = '' WHERE id = $1`, paid, "is approved and its payout (there: true) final", true},
			"another transaction":        {`UPDATE withdrawal_request SET tx_hash = 'x' WHERE id = $1`, paid, "its payout (there: true) final", false},
			"a recipient of the payout":  {`UPDATE payout_payout SET recipient = '0x000000000000000000000000000000000000dEaD' WHERE withdrawal_id = $1`, approved, "is approved and its payout", false},
			"a line of history too few":  {`DELETE FROM withdrawal_event WHERE withdrawal_id = $1 AND code = 'confirmed'`, paid, "lines of history", false},
			"a step that does not exist": {`UPDATE withdrawal_event SET status = 'cancelled' WHERE withdrawal_id = $1 AND code = 'approved'`, paid, `went from "cancelled" to "confirmed"`, false},
		} {
			found := w.spoil(test.statement, test.argument)
			if !strings.Contains(found, test.want) || strings.Contains(found, "I8") != test.isI8 {
				t.Errorf("%s: found %q, want %q, I8: %v", name, found, test.want, test.isI8)
			}
		}
		w.check()
	})
}

var errSpoiled = errors.New("undo")

// spoil changes a row, looks what Check says, and undoes the change.
func (w *world) spoil(statement, argument string) string {
	w.T.Helper()
	var found []ledger.Violation
	err := w.DB.Update(w.T.Context(), func(tx *sqldb.Tx) error {
		// Deleting a withdrawal takes its history along.
		if strings.HasPrefix(statement, "DELETE FROM withdrawal_request") {
			if _, err := tx.Exec(`DELETE FROM withdrawal_event WHERE withdrawal_id = $1`, argument); err != nil {
				return err
			}
		}
		if n, err := tx.Exec(statement, argument); err != nil || n == 0 {
			w.T.Errorf("%s changed %d rows: %v", statement, n, err)
			return err
		}
		var err error
		if found, err = worldtest.Alone(w.service.Check)(tx); err != nil {
			return err
		}
		return errSpoiled
	})
	if !errors.Is(err, errSpoiled) {
		w.T.Fatalf("%s: %v", statement, err)
	}
	text := make([]string, len(found))
	for i, v := range found {
		text[i] = v.String()
	}
	return strings.Join(text, "; ")
}
