package payment_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"etld/internal/core/payment"
	"etld/internal/infra/sqldb"
)

const selectTold = `SELECT state, reason FROM payment_transfer WHERE state NOT IN ('internal', 'capital', 'seen')`

// wordsOf are those that the API's document allows a field of a receipt.
func wordsOf(t testing.TB, field string) []string {
	t.Helper()
	f, ok := reflect.TypeFor[payment.Receipt]().FieldByName(field)
	words, listed := f.Tag.Lookup("enum")
	if !ok || !listed {
		t.Errorf("the document does not list the words of %s", field)
	}
	return strings.Split(words, ",")
}

// wantTold holds after every test: what a sender is told of a transfer is in the
// document that apps are made from.
func (w *world) wantTold() {
	w.T.Helper()
	states, reasons := wordsOf(w.T, "State"), wordsOf(w.T, "Reason")
	w.View(func(tx *sqldb.Tx) error {
		return tx.Query(func(row *sqldb.Row) error {
			var state, reason string
			if err := row.Scan(&state, &reason); err != nil {
				return err
			}
			if !slices.Contains(states, state) || !slices.Contains(reasons, reason) {
				w.T.Errorf("a sender is told %q, %q, which the document does not know", state, reason)
			}
			return nil
		}, selectTold)
	})
}
