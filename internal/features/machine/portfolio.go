package machine

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/earning"
	"etld/internal/infra/sqldb"
)

// portfolio is one user's machines inside one transaction: a copy to work on,
// stored by save.
type portfolio struct {
	s        *Service
	tx       *sqldb.Tx
	state    state
	account  account
	machines []Machine
	changed  []bool
	pauses   map[string][]earning.Pause
	// accountChanged says that the account's row must be written.
	accountChanged bool
	// schedules says that saving makes a schedule as well. Jobs ask for it;
	// commands do not, as it reads more rows than they hint at.
	schedules bool
}

// open reads a user's machines for work.
func (s *Service) open(tx *sqldb.Tx, userID string) (*portfolio, error) {
	v, err := s.currentState(tx)
	if err != nil {
		return nil, err
	}
	f := &portfolio{s: s, tx: tx, state: v}
	var found bool
	if f.account, found, err = s.store.accounts.Get(tx, userID); err != nil {
		return nil, err
	}
	if !found {
		f.account = account{UserID: userID, Progress: earning.Progress{NextDueAt: never, OutputNext: v.OpenDay}}
	}
	list, _, err := s.store.machines.Get(tx, userID)
	if err != nil {
		return nil, err
	}
	f.machines = slices.Clone(list)
	slices.SortFunc(f.machines, func(a, b Machine) int { return strings.Compare(a.ID, b.ID) })
	f.changed = make([]bool, len(f.machines))
	return f, f.loadPauses()
}

func (f *portfolio) loadPauses() error {
	for i := range f.machines {
		if f.machines[i].Pauses == 0 {
			continue
		}
		list, _, err := f.s.store.pauses.Get(f.tx, f.machines[i].ID)
		if err != nil {
			return err
		}
		f.setPauses(f.machines[i].ID, list)
	}
	return nil
}

func (f *portfolio) setPauses(machineID string, list []earning.Pause) {
	if f.pauses == nil {
		f.pauses = make(map[string][]earning.Pause)
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b earning.Pause) int { return a.From.Compare(b.From) })
	f.pauses[machineID] = list
}

// find is the index of one of the user's open machines, or -1.
func (f *portfolio) find(machineID string) int {
	return slices.IndexFunc(f.machines, func(m Machine) bool { return m.ID == machineID })
}

// add takes a new machine in.
func (f *portfolio) add(m Machine) int {
	f.machines = append(f.machines, m)
	f.changed = append(f.changed, true)
	return len(f.machines) - 1
}

func (f *portfolio) terms(m *Machine) (Terms, error) {
	t, found, err := f.s.store.terms.Get(f.tx, m.TermsVersion)
	if err == nil && !found {
		err = fmt.Errorf("machine %s: its terms %s are missing", m.ID, m.TermsVersion)
	}
	return t, err
}

// life is what of a machine decides what it earns.
func (f *portfolio) life(m *Machine) (earning.Life, error) {
	t, err := f.terms(m)
	return m.life(t, f.pauses[m.ID]), err
}

// changeState takes a machine's next step, if the table has it, and writes it to
// the history. The step need not say from where it leads.
func (f *portfolio) changeState(i int, step Step) error {
	m := &f.machines[i]
	if err := checkTransition(m.State, step.To, step.Cause); err != nil {
		return fmt.Errorf("machine %s: %w", m.ID, err)
	}
	step.From = m.State
	f.s.store.appendHistory(f.tx, m, step)
	m.State = step.To
	f.changed[i] = true
	return nil
}

func (f *portfolio) post(at time.Time, refType, refID string, transfers ...ledger.Transfer) error {
	_, err := f.s.ledger.Post(f.tx, ledger.Entry{At: at, RefType: refType, RefID: refID, Transfers: transfers})
	return err
}

// notifyUser tells the owner about a machine, which the notice names as the
// catalogue does today.
func (f *portfolio) notifyUser(m *Machine, kind string, params map[string]string) error {
	p, _, err := f.s.store.products.Get(f.tx, m.ProductID)
	if err != nil {
		return err
	}
	told := map[string]string{"minerNo": m.ID}
	for language, name := range p.Names {
		told["machine."+language] = name
	}
	maps.Copy(told, params)
	return f.s.notices.Send(f.tx, m.UserID, kind, told, "/myMiner?id="+m.ID)
}

// save stores what changed, and when the next event falls due.
func (f *portfolio) save() error {
	kept := make([]Machine, 0, len(f.machines))
	anyChanged := f.accountChanged
	for i := range f.machines {
		m := &f.machines[i]
		if m.State.final() && m.Open && !f.outputPending(m) {
			m.Open, f.changed[i] = false, true
		}
		if f.changed[i] {
			f.s.store.putMachine(f.tx, *m)
			anyChanged = true
		}
		if m.Open {
			kept = append(kept, *m)
		}
	}
	f.s.store.machines.Set(f.tx, f.account.UserID, kept)
	f.machines, f.changed = kept, make([]bool, len(kept))
	next, mining := never, false
	if e, found, err := f.nextTimed(); err != nil {
		return err
	} else if found {
		next = e.at
	}
	for i := range f.machines {
		mining = mining || f.outputPending(&f.machines[i])
	}
	if !anyChanged && next.Equal(f.account.NextDueAt) && mining == f.account.Mining {
		return nil
	}
	f.account.NextDueAt, f.account.Mining, f.account.Schedule = next, mining, earning.NoSchedule(time.Time{})
	if f.schedules {
		if err := f.makeSchedule(); err != nil {
			return err
		}
	}
	f.s.store.putAccount(f.tx, f.account)
	f.accountChanged = false
	return nil
}

// outputPending says that a day may still bring the machine output.
func (f *portfolio) outputPending(m *Machine) bool {
	_, pending := f.outputDay(m)
	return pending
}

// outputDay is the next day whose output the machine may get.
func (f *portfolio) outputDay(m *Machine) (clock.Day, bool) {
	if m.StartAt.IsZero() {
		return 0, false
	}
	d := max(f.account.OutputNext, clock.DayOf(m.StartAt))
	return d, d.Start().Before(m.MiningUntil)
}

// internalTransfer is a movement that users see under this type.
func internalTransfer(sub ledger.SubType, from, to ledger.Account, amount money.Amount) ledger.Transfer {
	return ledger.Transfer{Type: ledger.InternalTransfer, SubType: sub, Debit: from, Credit: to, Amount: amount}
}

// withoutEmpty leaves out transfers of nothing, which the ledger refuses.
func withoutEmpty(list ...ledger.Transfer) []ledger.Transfer {
	return slices.DeleteFunc(list, func(t ledger.Transfer) bool { return t.Amount <= 0 })
}
