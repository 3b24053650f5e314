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

// holder is one user's machines inside one transaction: a copy to work on,
// stored by save.
type holder struct {
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
func (s *Service) open(tx *sqldb.Tx, userID string) (*holder, error) {
	v, err := s.currentState(tx)
	if err != nil {
		return nil, err
	}
	h := &holder{s: s, tx: tx, state: v}
	var found bool
	if h.account, found, err = s.store.accounts.Get(tx, userID); err != nil {
		return nil, err
	}
	if !found {
		h.account = account{UserID: userID, Progress: earning.Progress{NextDueAt: never, OutputNext: v.OpenDay}}
	}
	list, _, err := s.store.machines.Get(tx, userID)
	if err != nil {
		return nil, err
	}
	h.machines = slices.Clone(list)
	slices.SortFunc(h.machines, func(a, b Machine) int { return strings.Compare(a.ID, b.ID) })
	h.changed = make([]bool, len(h.machines))
	return h, h.loadPauses()
}

func (h *holder) loadPauses() error {
	for i := range h.machines {
		if h.machines[i].Pauses == 0 {
			continue
		}
		list, _, err := h.s.store.pauses.Get(h.tx, h.machines[i].ID)
		if err != nil {
			return err
		}
		h.setPauses(h.machines[i].ID, list)
	}
	return nil
}

func (h *holder) setPauses(machineID string, list []earning.Pause) {
	if h.pauses == nil {
		h.pauses = make(map[string][]earning.Pause)
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b earning.Pause) int { return a.From.Compare(b.From) })
	h.pauses[machineID] = list
}

// find is the index of one of the user's open machines, or -1.
func (h *holder) find(machineID string) int {
	return slices.IndexFunc(h.machines, func(m Machine) bool { return m.ID == machineID })
}

// add takes a new machine in.
func (h *holder) add(m Machine) int {
	h.machines = append(h.machines, m)
	h.changed = append(h.changed, true)
	return len(h.machines) - 1
}

func (h *holder) terms(m *Machine) (Terms, error) {
	t, found, err := h.s.store.terms.Get(h.tx, m.TermsVersion)
	if err == nil && !found {
		err = fmt.Errorf("machine %s: its terms %s are missing", m.ID, m.TermsVersion)
	}
	return t, err
}

// life is what of a machine decides what it earns.
func (h *holder) life(m *Machine) (earning.Life, error) {
	t, err := h.terms(m)
	return m.life(t, h.pauses[m.ID]), err
}

// changeState takes a machine's next step, if the table has it, and writes it to
// the history. The step need not say from where it leads.
func (h *holder) changeState(i int, step Step) error {
	m := &h.machines[i]
	if err := checkTransition(m.State, step.To, step.Cause); err != nil {
		return fmt.Errorf("machine %s: %w", m.ID, err)
	}
	step.From = m.State
	h.s.store.putStep(h.tx, m, step)
	m.State = step.To
	h.changed[i] = true
	return nil
}

func (h *holder) post(at time.Time, refType, refID string, transfers ...ledger.Transfer) error {
	_, err := h.s.ledger.Post(h.tx, ledger.Entry{At: at, RefType: refType, RefID: refID, Transfers: transfers})
	return err
}

// notify tells the owner about a machine, which the notice names as the
// catalogue does today.
func (h *holder) notify(m *Machine, kind string, params map[string]string) error {
	p, _, err := h.s.store.products.Get(h.tx, m.ProductID)
	if err != nil {
		return err
	}
	told := map[string]string{"minerNo": m.ID}
	for language, name := range p.Names {
		told["machine."+language] = name
	}
	maps.Copy(told, params)
	return h.s.notices.Send(h.tx, m.UserID, kind, told, "/myMiner?id="+m.ID)
}

// save stores what changed, and when the next event falls due.
func (h *holder) save() error {
	kept := make([]Machine, 0, len(h.machines))
	anyChanged := h.accountChanged
	for i := range h.machines {
		m := &h.machines[i]
		if m.State.final() && m.Open && !h.outputPending(m) {
			m.Open, h.changed[i] = false, true
		}
		if h.changed[i] {
			h.s.store.putMachine(h.tx, *m)
			anyChanged = true
		}
		if m.Open {
			kept = append(kept, *m)
		}
	}
	h.s.store.machines.Set(h.tx, h.account.UserID, kept)
	h.machines, h.changed = kept, make([]bool, len(kept))
	next, mining := never, false
	if e, found, err := h.nextTimed(); err != nil {
		return err
	} else if found {
		next = e.at
	}
	for i := range h.machines {
		mining = mining || h.outputPending(&h.machines[i])
	}
	if !anyChanged && next.Equal(h.account.NextDueAt) && mining == h.account.Mining {
		return nil
	}
	h.account.NextDueAt, h.account.Mining, h.account.Schedule = next, mining, earning.NoSchedule(time.Time{})
	if h.schedules {
		if err := h.makeSchedule(); err != nil {
			return err
		}
	}
	h.s.store.putAccount(h.tx, h.account)
	h.accountChanged = false
	return nil
}

// outputPending says that a day may still bring the machine output.
func (h *holder) outputPending(m *Machine) bool {
	_, pending := h.outputDay(m)
	return pending
}

// outputDay is the next day whose output the machine may get.
func (h *holder) outputDay(m *Machine) (clock.Day, bool) {
	if m.StartAt.IsZero() {
		return 0, false
	}
	d := max(h.account.OutputNext, clock.DayOf(m.StartAt))
	return d, d.Start().Before(m.MiningUntil)
}

// appendTransfer leaves out what is empty, which the ledger refuses.
func appendTransfer(list []ledger.Transfer, kind ledger.Type, sub ledger.SubType, from, to ledger.Account, amount money.Amount) []ledger.Transfer {
	if amount <= 0 {
		return list
	}
	return append(list, ledger.Transfer{Type: kind, SubType: sub, Debit: from, Credit: to, Amount: amount})
}
