package operator

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestBrake(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		maker, checker := w.staff(1, FinanceMaker), w.staff(2, FinanceChecker)
		brake := func(f Finding, want ...Part) {
			t.Helper()
			w.now()
			records := len(w.audit())
			w.Update(func(tx *sqldb.Tx) error {
				stopped, err := Brake(tx, f, Sales, Swap)
				if !slices.Equal(stopped, want) {
					t.Errorf("%s stopped %v, want %v", f.Reason, stopped, want)
				}
				return err
			})
			if got := len(w.audit()) - records; got != len(want) {
				t.Errorf("%s left %d records, want %d", f.Reason, got, len(want))
			}
		}
		running := func(part Part) (err error) {
			w.View(func(tx *sqldb.Tx) error { err = Running(tx, part); return nil })
			return err
		}
		if err := errors.Join(running(Sales), running(Swap)); err != nil {
			t.Fatalf("nothing is stopped: %v", err)
		}
		w.expect("a person stops swaps", maker.call("emergency/change",
			map[string]any{"payload": stopChange{Part: Swap, Stop: true}, "reason": "a bad price"}), 200)
		found := Finding{Reason: "I3", Evidence: []string{"USDT: 1 on chain, 2 owed"}, At: w.now()}
		brake(found, Sales)
		brake(found)
		w.expect("a person in the program's words", maker.call("emergency/change",
			map[string]any{"payload": stopChange{Part: Sell, Stop: true}, "reason": "Automatic check: I3"}), 1002)
		f, ok := fault.As(running(Sales))
		if !ok || f.Code != fault.Maintenance.Code || f.Params["reason"] != "Automatic check: I3" {
			t.Errorf("a stopped part refuses with %+v", f)
		}
		if err := running(Withdrawals); err != nil {
			t.Errorf("another part: %v", err)
		}
		last := w.audit()[len(w.audit())-1]
		if last.StaffID != "" || last.Action != "emergency/brake" || last.Subject != string(Sales) || last.Reason != "Automatic check: I3" {
			t.Errorf("the record is %+v", last)
		}
		type mark struct {
			Part      Part
			Automatic bool
		}
		var standing []mark
		w.View(func(tx *sqldb.Tx) error {
			list, err := ActiveStops(tx)
			for _, s := range list {
				standing = append(standing, mark{s.Part, s.IsAutomatic()})
			}
			return err
		})
		if want := []mark{{Sales, true}, {Swap, false}}; !reflect.DeepEqual(standing, want) {
			t.Errorf("standing still: %v, want %v", standing, want)
		}

		restart := map[string]any{"payload": stopChange{Part: Sales}, "reason": "the cause was found"}
		w.now()
		proposed := data[Proposal](w, maker.call("emergency/change", restart))
		if running(Sales) == nil {
			t.Error("one person let a part run again that the program had stopped")
		}
		w.expect("the maker approves", maker.approve(proposed), ErrOwnProposal.Code)
		w.expect("another approves", checker.approve(proposed), 200)
		if err := running(Sales); err != nil {
			t.Errorf("after two persons: %v", err)
		}
		brake(found)
		c.Advance(time.Second)
		found.At = w.now()
		brake(found, Sales)
		w.clean()
	})
}
