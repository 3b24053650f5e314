package emergency

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/core/operator/operatortest"
	"etld/internal/core/worldtest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestBrake(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := operatortest.Open(worldtest.New(t, db, c), RegisterOperator)
		maker, checker := w.Person(1, operator.FinanceMaker), w.Person(2, operator.FinanceChecker)
		brake := func(f Finding, want ...Part) {
			t.Helper()
			now(w)
			records := w.Records()[0].Seq
			w.Update(func(tx *sqldb.Tx) error {
				stopped, err := Brake(tx, f, Sales, Swap)
				if !slices.Equal(stopped, want) {
					t.Errorf("%v stopped %v, want %v", f.Names, stopped, want)
				}
				return err
			})
			if got := w.Records()[0].Seq - records; got != int64(len(want)) {
				t.Errorf("%v left %d records, want %d", f.Names, got, len(want))
			}
		}
		running := func(part Part) (err error) {
			w.View(func(tx *sqldb.Tx) error { err = Running(tx, part); return nil })
			return err
		}
		if err := errors.Join(running(Sales), running(Swap)); err != nil {
			t.Fatalf("nothing is stopped: %v", err)
		}
		found := Finding{Names: []string{"I3"}, Evidence: []string{"USDT: 1 on chain, 2 owed"}, At: now(w)}
		brake(found, Sales, Swap)
		brake(found)
		w.WantCode("a person in the program's words", maker.Call("emergency/change",
			map[string]any{"payload": change{Part: Sell, Stop: true}, "reason": "Automatic check: I3"}), 1002)
		f, ok := fault.As(running(Sales))
		if !ok || f.Code != fault.Maintenance.Code || f.Params["reason"] != "Automatic check: I3" {
			t.Errorf("a stopped part refuses with %+v", f)
		}
		if err := running(Withdrawals); err != nil {
			t.Errorf("another part: %v", err)
		}
		last := w.Records()[0]
		if last.StaffID != "" || last.Action != "emergency/brake" || last.Subject != string(Swap) || last.Reason != "Automatic check: I3" {
			t.Errorf("the record is %+v", last)
		}
		type mark struct {
			Part      Part
			Automatic bool
		}
		var standing []mark
		w.View(func(tx *sqldb.Tx) error {
			list, err := Active(tx)
			for _, s := range list {
				standing = append(standing, mark{s.Part, s.IsAutomatic()})
			}
			return err
		})
		if want := []mark{{Sales, true}, {Swap, true}}; !reflect.DeepEqual(standing, want) {
			t.Errorf("standing still: %v, want %v", standing, want)
		}

		restart := map[string]any{"payload": change{Part: Sales}, "reason": "the cause was found"}
		now(w)
		proposed := operatortest.Data[operator.Proposal](w, maker.Call("emergency/change", restart))
		if running(Sales) == nil {
			t.Error("one person let a part run again that the program had stopped")
		}
		w.WantCode("the maker approves", maker.Approve(proposed), operator.ErrOwnProposal.Code)
		w.WantCode("another approves", checker.Approve(proposed), 200)
		if err := running(Sales); err != nil {
			t.Errorf("after two persons: %v", err)
		}
		brake(found)
		c.Advance(time.Second)
		found.At = now(w)
		brake(found, Sales)
		w.Check(w.Service.Check)
	})
}

// What people stopped is taken over by the program's own finding: who agreed to the end of
// their stop knew of no breach. A further finding does so too, and the same one only once.
func TestTheBrakeTakesOverWhatPeopleStopped(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := operatortest.Open(worldtest.New(t, db, c), RegisterOperator)
		maker, checker := w.Person(1, operator.FinanceMaker), w.Person(2, operator.FinanceChecker)
		propose := func(stop bool) operator.Proposal {
			t.Helper()
			now(w)
			reply := maker.Call("emergency/change", map[string]any{"payload": change{Part: Payouts, Stop: stop}, "reason": "a bad feeling"})
			w.WantCode("proposed", reply, 200)
			return operatortest.Data[operator.Proposal](w, reply)
		}
		brake := func(name, want string, records int64) {
			t.Helper()
			f := Finding{Names: []string{name}, At: now(w)}
			before := w.Records()[0].Seq
			c.Advance(time.Second)
			w.Update(func(tx *sqldb.Tx) error {
				stopped, err := Brake(tx, f, Payouts)
				if int64(len(stopped)) != records {
					t.Errorf("%s stopped %v", name, stopped)
				}
				return err
			})
			if got := w.Records()[0].Seq - before; got != records {
				t.Errorf("%s left %d records, want %d", name, got, records)
			}
			w.View(func(tx *sqldb.Tx) error {
				reason, isStopped, err := Stopped(tx, Payouts)
				if !isStopped || reason != want {
					t.Errorf("after %s: %v, %q, want %q", name, isStopped, reason, want)
				}
				return err
			})
		}
		refused := func(what string, p operator.Proposal) {
			t.Helper()
			now(w)
			w.WantCode(what, checker.Approve(p), operator.ErrBasisChanged.Code)
			now(w)
			w.WantCode("taken back", maker.Call("proposals/reject",
				map[string]any{"proposalId": p.ID, "payloadHash": p.PayloadHash, "approvals": 0, "reason": "something else was found"}), 200)
		}
		propose(true)
		ofPeople := propose(false)
		brake("I4", "Automatic check: I4", 1)
		refused("the end of what people stopped", ofPeople)
		ofOne := propose(false)
		brake("I4", "Automatic check: I4", 0)
		brake("I1", "Automatic check: I1, I4", 1)
		refused("the end of a stop on less", ofOne)
		brake("I4", "Automatic check: I1, I4", 0)
		whole := propose(false)
		now(w)
		w.WantCode("the end of what stands", checker.Approve(whole), 200)
		// What was found before people stopped again they knew of.
		old := Finding{Names: []string{"I4"}, At: now(w)}
		c.Advance(time.Second)
		propose(true)
		w.Update(func(tx *sqldb.Tx) error {
			stopped, err := Brake(tx, old, Payouts)
			if len(stopped) > 0 {
				t.Errorf("a finding of before took over %v", stopped)
			}
			return err
		})
		w.Check(w.Service.Check)
	})
}

// What people knew when they let a part run again stops it no second time, also where the
// program has stopped it on another finding since.
func TestAFindingThatPeopleAnsweredIsOver(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := operatortest.Open(worldtest.New(t, db, c), RegisterOperator)
		maker, checker := w.Person(1, operator.FinanceMaker), w.Person(2, operator.FinanceChecker)
		brake := func(f Finding, want string) {
			t.Helper()
			now(w)
			w.Update(func(tx *sqldb.Tx) error {
				if _, err := Brake(tx, f, Sales); err != nil {
					return err
				}
				reason, _, err := Stopped(tx, Sales)
				if reason != want {
					t.Errorf("after %v: %q, want %q", f.Names, reason, want)
				}
				return err
			})
		}
		restart := func() {
			t.Helper()
			now(w)
			proposed := operatortest.Data[operator.Proposal](w, maker.Call("emergency/change", map[string]any{"payload": change{Part: Sales}, "reason": "counted anew"}))
			if len(proposed.Diff) != 2 || proposed.Diff[1].Field != "because of" || !strings.HasPrefix(proposed.Diff[1].Before, "Automatic check: ") {
				t.Errorf("who approves reads %+v", proposed.Diff)
			}
			now(w)
			w.WantCode("let run again", checker.Approve(proposed), 200)
		}
		reading := Finding{Names: []string{"I4"}, At: now(w)}
		brake(reading, "Automatic check: I4")
		restart()
		brake(reading, "")
		brake(Finding{Names: []string{"I3"}, At: now(w)}, "Automatic check: I3")
		brake(reading, "Automatic check: I3")
		brake(Finding{Names: []string{"I4"}, At: now(w)}, "Automatic check: I3, I4")
		restart()
		w.Check(w.Service.Check)
	})
}

// now is a new moment: signed texts are used once.
func now(w *operatortest.Office) time.Time {
	w.Clock.Advance(time.Millisecond)
	return w.Clock.Now()
}

func TestTablesReadWhatTheyStore(t *testing.T) {
	t.Parallel()
	dbtest.Tables(t, stopTable)
}

func TestOnePersonStopsTwoRestart(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := operatortest.Open(worldtest.New(t, db, c), RegisterOperator)
		risk, finance, support := w.Person(1, operator.Risk), w.Person(2, operator.FinanceChecker), w.Person(3, operator.Support)
		change := func(by *operatortest.Person, part Part, stop bool) operatortest.Reply {
			now(w)
			return by.Call("emergency/change", map[string]any{"payload": map[string]any{"part": part, "stop": stop}, "reason": "something is wrong"})
		}
		running := func(part Part) bool {
			t.Helper()
			err := db.Command(context.Background(), func(tx sqldb.Command) error { return Running(tx, part) }, Hints(part)...)
			if err != nil && !errors.Is(err, fault.Maintenance) {
				t.Fatal(err)
			}
			return err == nil
		}
		w.WantCode("without the role", change(support, Sales, true), operator.ErrForbidden.Code)
		w.WantCode("an unknown part", change(risk, "coffee", true), 1002)
		w.WantCode("restart what runs", change(risk, Sales, false), operator.ErrNothing.Code)
		w.WantCode("stop", change(risk, Sales, true), 200)
		w.WantCode("twice", change(finance, Sales, true), operator.ErrNothing.Code)
		if running(Sales) || !running(Swap) {
			t.Error("the wrong part stands still")
		}
		restart := operatortest.Data[operator.Proposal](w, change(risk, Sales, false))
		if restart.State != operator.Pending || running(Sales) {
			t.Error("one person restarted")
		}
		w.WantCode("the same person again", risk.Approve(restart), operator.ErrOwnProposal.Code)
		w.WantCode("another person", finance.Approve(restart), 200)
		if !running(Sales) {
			t.Error("two people did not restart")
		}
		w.WantCode("stop everything", change(finance, Everything, true), 200)
		if running(Sales) || running(Payouts) {
			t.Error("not everything stands still")
		}
		list := operatortest.Data[struct{ List []Stop }](w, support.Call("emergency/list", httpapi.None{})).List
		if len(list) != len(Parts()) || list[0].Part != Everything || !list[0].Stopped || list[0].Reason != "something is wrong" {
			t.Errorf("the list is %+v", list)
		}
		w.Check(w.Service.Check)
	})
}
