package machine

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/core/user"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/offer"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/sqldb"
)

// portfolio is one user's machines inside one transaction: a copy to work on,
// stored by Save. Its methods with capital letters are for package payrun.
type portfolio struct {
	*payrun.Portfolio
	s        owners
	tx       sqldb.Command
	machines []Machine
	changed  []bool
	pauses   map[string][]earning.Pause
}

// keeper is what pay runs know the machines by.
type keeper struct{ owners }

// Open reads a user's machines for a pay run.
func (k keeper) Open(tx sqldb.Command, userID string) (*payrun.Portfolio, error) {
	f, err := k.open(tx, userID)
	if err != nil {
		return nil, err
	}
	return f.Portfolio, nil
}

// Load fetches several users' machines.
func (k keeper) Load(tx sqldb.Command, userIDs []string) error {
	return k.store.machines.Load(tx, userIDs)
}

const (
	// A machine whose cooling-off ended while its owner is parked started at that end.
	selectLives = `SELECT id, power, state, cooling_end_at, start_at, end_at, mining_until, pauses FROM machine_machine
		WHERE open = 1 AND (start_at > 0 OR state = 'cooling' AND cooling_end_at < $1)`
	selectLivesOf = selectLives + ` AND user_id = $2`
)

// EachLife reads open machines that have started, or start by themselves before an
// instant. One that ended stays open until its last day's output is paid.
func (k keeper) EachLife(tx *sqldb.Tx, userID string, before time.Time, each func(earning.Life)) error {
	query, args := selectLives, []any{before}
	if userID != "" {
		query, args = selectLivesOf, append(args, userID)
	}
	return sqldb.Walk(tx, scanLife, func(m Machine) error {
		pauses, err := k.pauses(tx, &m)
		if err == nil {
			each(m.life(offer.Terms{}, pauses))
		}
		return err
	}, query, args...)
}

func scanLife(row *sqldb.Row) (m Machine, err error) {
	err = row.Scan(&m.ID, &m.Power, &m.State, &m.CoolingEndAt, &m.StartAt, &m.EndAt, &m.MiningUntil, &m.Pauses)
	// An end that is over was not applied yet where the owner is parked.
	m.MiningUntil = earning.Earlier(m.MiningUntil, m.EndAt)
	if m.State == Cooling {
		m.StartAt, m.MiningUntil = m.CoolingEndAt, earning.Never()
	}
	return m, err
}

// open reads a user's machines for work.
func (s owners) open(tx sqldb.Command, userID string) (*portfolio, error) {
	f := &portfolio{s: s, tx: tx}
	var err error
	if f.Portfolio, err = s.PayRun.Open(tx, userID, f); err != nil {
		return nil, err
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

// pauses are a machine's pauses in the order of time.
func (s owners) pauses(tx sqldb.Command, m *Machine) ([]earning.Pause, error) {
	if m.Pauses == 0 {
		return nil, nil
	}
	list, _, err := s.store.pauses.Get(tx, m.ID)
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b earning.Pause) int { return a.From.Compare(b.From) })
	return list, err
}

func (f *portfolio) loadPauses() error {
	for i := range f.machines {
		m := &f.machines[i]
		if m.Pauses == 0 {
			continue
		}
		list, err := f.s.pauses(f.tx, m)
		if err != nil {
			return err
		}
		f.setPauses(m.ID, list)
	}
	return nil
}

// setPauses replaces a machine's pauses, which are in the order of time.
func (f *portfolio) setPauses(machineID string, list []earning.Pause) {
	if f.pauses == nil {
		f.pauses = make(map[string][]earning.Pause)
	}
	f.pauses[machineID] = list
}

// find is the index of one of the user's open machines, or -1.
func (f *portfolio) find(machineID string) int {
	return slices.IndexFunc(f.machines, func(m Machine) bool { return m.ID == machineID })
}

// add takes a new machine in.
func (f *portfolio) add(m Machine) {
	f.machines = append(f.machines, m)
	f.changed = append(f.changed, true)
}

// termsOf are those under which machines were bought, by their version.
func (s owners) termsOf(tx sqldb.Command, version string) (offer.Terms, error) {
	t, found, err := s.store.terms.Get(tx, version)
	if err == nil && !found {
		err = fmt.Errorf("the terms %s, under which machines were bought, are missing", version)
	}
	return t, err
}

func (f *portfolio) terms(m *Machine) (offer.Terms, error) { return f.s.termsOf(f.tx, m.TermsVersion) }

// Count is how many machines there are.
func (f *portfolio) Count() int { return len(f.machines) }

// At is a machine as it stands, for paying.
func (f *portfolio) At(i int) (payrun.Machine, error) {
	m := &f.machines[i]
	t, err := f.terms(m)
	return payrun.Machine{Life: m.life(t, f.pauses[m.ID]), Next: m.next()}, err
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

func (f *portfolio) post(at time.Time, refType ledger.RefType, refID string, transfers ...ledger.Transfer) error {
	_, err := f.s.Ledger.Post(f.tx, ledger.Entry{At: at, RefType: refType, RefID: refID, Transfers: transfers})
	return err
}

// notifyUser tells the owner about a machine, which the notice names as the
// catalogue does today.
func (f *portfolio) notifyUser(m *Machine, kind string, params map[string]string) error {
	p, _, err := f.s.catalogue.Find(f.tx, m.ProductID)
	if err != nil {
		return err
	}
	told := map[string]string{"minerNo": m.ID}
	for language, name := range p.Names {
		told["machine."+language] = name
	}
	maps.Copy(told, params)
	return f.s.Notices.Send(f.tx, m.UserID, kind, told, "/myMiner?id="+m.ID)
}

// SaveMachines stores the machines that changed; those that are over leave once
// no day can bring them output any more.
func (f *portfolio) SaveMachines() (anyChanged bool) {
	kept := make([]Machine, 0, len(f.machines))
	for i := range f.machines {
		m := &f.machines[i]
		if m.State.final() && m.Open && !f.isOutputPending(m) {
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
	f.s.store.machines.Set(f.tx, f.Payee.UserID, kept)
	f.machines, f.changed = kept, make([]bool, len(kept))
	return anyChanged
}

func (f *portfolio) isOutputPending(m *Machine) bool {
	_, pending := f.Payee.OutputDay(m.life(offer.Terms{}, nil))
	return pending
}

// internalTransfer is a movement that users see under this type.
func internalTransfer(sub ledger.SubType, from, to ledger.Account, amount money.Amount) ledger.Transfer {
	return ledger.Transfer{Type: ledger.InternalTransfer, SubType: sub, Debit: from, Credit: to, Amount: amount}
}

// withoutEmpty leaves out transfers of nothing, which the ledger refuses.
func withoutEmpty(list ...ledger.Transfer) []ledger.Transfer {
	return slices.DeleteFunc(list, func(t ledger.Transfer) bool { return t.Amount <= 0 })
}

// EndingNotice is how long before its end a machine's owner is told.
const EndingNotice = 3 * 24 * time.Hour

// openCaughtUp opens a user for an action: with all that is due applied.
func (s owners) openCaughtUp(tx sqldb.Command, userID string) (*portfolio, error) {
	f, err := s.open(tx, userID)
	if err != nil {
		return nil, err
	}
	return f, f.CatchUp()
}

// openOne opens a user who has caught up for an action on one machine. A machine that
// is over is not among the open ones: the status forbids every action then.
func (s owners) openOne(tx sqldb.Command, userID, machineID string) (*portfolio, int, error) {
	f, err := s.openCaughtUp(tx, userID)
	if err != nil {
		return nil, 0, err
	}
	if i := f.find(machineID); i >= 0 {
		return f, i, nil
	}
	switch owner, err := fault.Known(s.store.owners.Get(tx, machineID)); {
	case err != nil:
		return nil, 0, err
	case owner != userID:
		return nil, 0, fault.NotFound
	}
	return nil, 0, ErrNotPossible
}

// next is what happens to the machine next by itself, besides what it earns.
func (m *Machine) next() payrun.Change {
	switch {
	case m.State == Cooling:
		return payrun.Change{Kind: payrun.Start, At: m.CoolingEndAt}
	case m.State.earns() && !m.EndingNoticed:
		return payrun.Change{Kind: payrun.Notice, At: m.EndAt.Add(-EndingNotice)}
	case m.State.earns():
		return payrun.Change{Kind: payrun.Maturity, At: m.EndAt}
	}
	return payrun.Change{}
}

// Apply lets a machine's next change happen.
func (f *portfolio) Apply(i int, c payrun.Change) error {
	switch c.Kind {
	case payrun.Start:
		return f.start(i, c.At, CoolingOver, actorSystem)
	case payrun.Notice:
		m := &f.machines[i]
		m.EndingNoticed, f.changed[i] = true, true
		return f.notifyUser(m, "machine_ending", map[string]string{"endAt": clock.Text(m.EndAt)})
	case payrun.Maturity:
	}
	return f.mature(i)
}

// ReachCap ends a machine's mining. One that is paused is dug out when it
// resumes, as nothing leads from a pause to there.
func (f *portfolio) ReachCap(i int, at time.Time) error {
	m := &f.machines[i]
	if m.MiningUntil.Before(at) {
		// It ended within the day and mines no more anyway.
		return nil
	}
	m.MiningUntil, f.changed[i] = at, true
	if m.State != Running {
		return nil
	}
	return f.digOut(i, at)
}

func (f *portfolio) digOut(i int, at time.Time) error {
	if err := f.changeState(i, Step{To: DugOut, Cause: CapReached, Actor: actorSystem, At: at}); err != nil {
		return err
	}
	return f.notifyUser(&f.machines[i], "machine_dug_out", nil)
}

// mature pays the last interest, returns the principal and opens the credit.
func (f *portfolio) mature(i int) error {
	m := &f.machines[i]
	t, err := f.terms(m)
	if err != nil {
		return err
	}
	last := earning.InterestOfDay(t.InterestTotal, t.TermDays, t.TermDays)
	transfers := withoutEmpty(
		ledger.Transfer{Type: ledger.MachineIncome, Debit: interestReserved, Credit: ledger.AvailableOf(m.UserID, money.USDT), Amount: last},
		internalTransfer(ledger.PrincipalReturned, principal(m.UserID), ledger.AvailableOf(m.UserID, money.USDT), m.Price()))
	if err := f.post(m.EndAt, ledger.RefMachine, m.ID, transfers...); err != nil {
		return err
	}
	f.CountInterest(last)
	if err := f.end(i, Step{To: Matured, Cause: TermOver, Actor: actorSystem, At: m.EndAt}); err != nil {
		return err
	}
	if err := f.notifyUser(m, "machine_completed", map[string]string{"amount": m.Price().String()}); err != nil {
		return err
	}
	owner, err := user.Find(f.tx, m.UserID)
	if err != nil {
		return err
	}
	return f.addCredit(offer.Credit{ID: m.ID, UserID: m.UserID, Amount: m.Price(), Rest: m.Price(), CreatedAt: m.EndedAt,
		ExpiresAt: t.CreditUntil(owner.BarredUntil(m.EndedAt))})
}

// end closes a machine's life and tells listeners.
func (f *portfolio) end(i int, step Step) error {
	if err := f.changeState(i, step); err != nil {
		return err
	}
	m := &f.machines[i]
	m.EndedAt = step.At
	m.MiningUntil = earning.Earlier(m.MiningUntil, step.At)
	for _, l := range f.s.Listeners {
		if err := l.MachineEnded(f.tx, life.Machine{ID: m.ID, UserID: m.UserID, Price: m.Price(), NewPart: m.NewPart, At: step.At}); err != nil {
			return err
		}
	}
	return nil
}
