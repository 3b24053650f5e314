package pause

import (
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/core/operator/operatortest"
	"etld/internal/core/worldtest"
	"etld/internal/features/machine"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// machines have one machine each, whose state is all that there is of it.
type machines struct{ owner string }

var (
	save    = machine.MachineTable.Upsert()
	restore = machine.MachineTable.Select("WHERE id = $1")
)

func (m machines) change(tx sqldb.Command, minerNo string, to machine.State, at time.Time) (machine.Machine, error) {
	made := machine.Machine{ID: minerNo, UserID: m.owner, OrderID: "O1", ProductID: "machineSmall", State: to, Open: true, PausedAt: at, CreatedAt: tx.Now()}
	save.Add(tx, machine.Row{Machine: made})
	return made, nil
}

func (m machines) Pause(tx sqldb.Command, minerNo string, _ machine.Decision) (machine.Machine, error) {
	return m.change(tx, minerNo, machine.Paused, tx.Now())
}

func (m machines) Resume(tx sqldb.Command, minerNo string, _ machine.Decision) (machine.Machine, error) {
	return m.change(tx, minerNo, machine.Running, time.Time{})
}

func (m machines) StateOf(tx sqldb.Command, minerNo string) (string, machine.State, error) {
	one, err := fault.Known(sqldb.Find(tx.(*sqldb.Tx), machine.MachineTable.Scan, restore, minerNo))
	return m.owner, one.State, err
}

func (machines) ExitFrom(_ sqldb.Command, m machine.Machine) (time.Time, error) {
	return m.PausedAt.Add(15 * 24 * time.Hour), nil
}

// What is paused stands in the list, the longest first, with whose it is and from when on
// it can be left, until it runs again.
func TestPausedMachinesAreListed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		books := worldtest.New(t, db, c)
		all := machines{owner: books.User(1, "1 USDT")}
		w := operatortest.Open(books, func(o *operator.Service) { RegisterOperator(o, all) })
		risk, checker, support := w.Person(1, operator.Risk), w.Person(2, operator.FinanceChecker), w.Person(3, operator.Support)
		for _, minerNo := range []string{"M2", "M1"} {
			w.Update(func(tx *sqldb.Tx) error {
				_, err := all.Resume(tx, minerNo, machine.Decision{})
				return err
			})
			w.WantCode("pause "+minerNo, w.Through(risk, checker, "machines/pause", map[string]any{"minerNo": minerNo}), 200)
			c.Advance(time.Second)
		}
		list := func() []Row {
			return operatortest.Data[struct{ List []Row }](w, support.Call("machines/paused", map[string]any{})).List
		}
		got := list()
		if len(got) != 2 || got[0].MinerNo != "M2" || got[1].MinerNo != "M1" || got[0].UserID != all.owner || got[0].UserName == "" ||
			got[0].ProductID != "machineSmall" || !got[0].ExitFrom.Equal(got[0].PausedAt.Add(15*24*time.Hour)) {
			t.Errorf("paused are %+v", got)
		}
		w.WantCode("let one go on, alone", risk.Call("machines/resume", map[string]any{"payload": map[string]any{"minerNo": "M2"}, "reason": "its figures are right"}), 200)
		if got := list(); len(got) != 1 || got[0].MinerNo != "M1" {
			t.Errorf("then paused are %+v", got)
		}
	})
}
