package payrun

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/features/machine/earning"
	"etld/internal/infra/sqldb"
)

const (
	// eventsMax bounds the events one catching up applies; the rest waits for the
	// next one.
	eventsMax = 2000
	// aheadMax is how far into the day after the open one a user's own actions
	// may go.
	aheadMax = time.Hour
)

// Machines are a user's open machines within one transaction, by index.
type Machines interface {
	Count() int
	// At is a machine as it stands.
	At(i int) (Machine, error)
	// Apply lets a machine's next change happen.
	Apply(i int, c Change) error
	// ReachCap ends a machine's mining at the end of a day.
	ReachCap(i int, at time.Time) error
	// SaveMachines stores what changed and tells whether anything did. Machines
	// that are over and have no output pending leave.
	SaveMachines() (changed bool)
}

// Machine is what paying asks of a machine.
type Machine struct {
	earning.Life
	// Next is what happens to it next by itself, besides what it earns.
	Next Change
}

// Change is something that happens to a machine by itself: a Start, a Notice or
// its Maturity, or nothing.
type Change struct {
	Kind Kind
	At   time.Time
}

// Portfolio is a user's machines within one transaction, with how far their owner
// has been paid: a copy to work on, stored by Save.
type Portfolio struct {
	Payee Payee
	State State

	s        *Service
	tx       sqldb.Command
	machines Machines
	// isPaid says that the payee's row must be written.
	isPaid bool
}

// Open makes a portfolio of a user's machines.
func (s *Service) Open(tx sqldb.Command, userID string, machines Machines) (*Portfolio, error) {
	v, err := s.State(tx)
	if err != nil {
		return nil, err
	}
	payee, found, err := s.store.payees.Get(tx, userID)
	if !found {
		payee = Payee{UserID: userID, NextDueAt: earning.Never(), ChangesAt: earning.Never(), OutputNext: v.OpenDay}
	}
	return &Portfolio{Payee: payee, State: v, s: s, tx: tx, machines: machines}, err
}

// CatchUp applies everything that is due by now, in the order of time. It refuses
// with ErrCatchingUp while the day that must come first is not closed; see inTurn.
func (p *Portfolio) CatchUp() error {
	if p.Payee.NextDueAt.After(p.tx.Now()) && (!p.Payee.Mining || p.Payee.OutputNext >= p.State.OpenDay) {
		return nil
	}
	for range eventsMax {
		e, found, err := p.next()
		if err != nil {
			return err
		}
		if !found || e.at.After(p.tx.Now()) {
			return nil
		}
		if err := p.inTurn(e.at); err != nil {
			return err
		}
		if err := p.apply(e); err != nil {
			return err
		}
	}
	return ErrCatchingUp
}

// inTurn refuses with ErrCatchingUp what would overtake a day's output. A day
// is closed a moment after its end, and its output may dig a machine out at
// that end; nothing else it does touches what falls due later. So an owner
// whose machines stay below their caps whatever the rate will be goes ahead,
// for as long as the closing takes on an ordinary night.
func (p *Portfolio) inTurn(at time.Time) error {
	open := p.State.OpenDay
	if !at.After(open.End()) {
		return nil
	}
	if at.After(open.End().Add(aheadMax)) {
		return ErrCatchingUp
	}
	_, rate, err := outputRules(p.tx, open)
	if err != nil {
		return err
	}
	for i := range p.machines.Count() {
		m, err := p.machines.At(i)
		if err != nil {
			return err
		}
		seconds := m.MiningSeconds(open)
		if seconds <= 0 {
			continue
		}
		before, err := outputBefore(p, m, open)
		if err != nil {
			return err
		}
		if before+earning.OutputOf(rate, m.Power, seconds) >= m.Cap {
			return ErrCatchingUp
		}
	}
	return nil
}

func (p *Portfolio) apply(e event) error {
	switch e.kind {
	case interest:
		return p.payInterest(e)
	case output:
		return p.payOutput(e)
	case noEvent, Start, Notice, Maturity:
	}
	return p.machines.Apply(e.index, Change{e.kind, e.at})
}

// payInterest posts what fell due in the clock hour that ends at the event, of all
// the user's machines together.
func (p *Portfolio) payInterest(e event) error {
	var sum money.Amount
	for i := range p.machines.Count() {
		m, err := p.machines.At(i)
		if err != nil {
			return err
		}
		if m.IsUnderway() {
			sum += m.InterestBefore(e.at) - m.InterestBefore(p.Payee.InterestThrough)
		}
	}
	p.Payee.InterestThrough = e.at
	p.CountInterest(sum)
	if sum == 0 {
		return nil
	}
	return p.s.post(p.tx, p.Payee.UserID, e, sum)
}

// CountInterest counts interest that was posted to the user.
func (p *Portfolio) CountInterest(sum money.Amount) {
	p.Payee.TotalInterest += sum
	p.isPaid = true
}

// AddUnpaidInterest counts interest that is reserved for an unpaid order, or, with
// a negative sum, that no longer is.
func (p *Portfolio) AddUnpaidInterest(sum money.Amount) {
	p.State.UnpaidInterest += sum
	p.s.store.putState(p.tx, p.State)
}

// payOutput posts a closed day's output of all the user's machines together.
func (p *Portfolio) payOutput(e event) error {
	closed, err := p.s.Days(p.tx)(e.day)
	if err != nil {
		return err
	}
	var sum money.Amount
	for i := range p.machines.Count() {
		out, err := p.cappedOutput(i, closed)
		if err != nil {
			return err
		}
		sum += out
	}
	p.Payee.OutputNext = e.day + 1
	p.Payee.TotalOutput += sum
	p.isPaid = true
	if sum == 0 {
		return nil
	}
	return p.s.post(p.tx, p.Payee.UserID, e, sum)
}

// outputBefore is what a machine has earned in the days before a given one.
func outputBefore(p *Portfolio, m Machine, d clock.Day) (money.Amount, error) {
	if err := p.s.store.loadDays(p.tx, m.DaysBefore(d)); err != nil {
		return 0, err
	}
	return m.OutputBefore(d, p.s.Days(p.tx))
}

// cappedOutput is one machine's output of a day; it digs the machine out when the
// cap is reached.
func (p *Portfolio) cappedOutput(i int, closed earning.Day) (money.Amount, error) {
	m, err := p.machines.At(i)
	if err != nil {
		return 0, err
	}
	seconds := m.MiningSeconds(closed.Day)
	if seconds <= 0 {
		return 0, nil
	}
	before, err := outputBefore(p, m, closed.Day)
	if err != nil {
		return 0, err
	}
	out := earning.OutputOf(closed.Rate, m.Power, seconds)
	if rest := m.Cap - before; out >= rest {
		return rest, p.machines.ReachCap(i, closed.Day.End())
	}
	return out, nil
}

// Save stores what changed, and when the next events fall due.
func (p *Portfolio) Save() error {
	changed := p.machines.SaveMachines()
	c, err := p.coming()
	if err != nil {
		return err
	}
	changesAt := c.change.orNever()
	nextDueAt := earning.Earlier(changesAt, c.interest.orNever())
	if !changed && !p.isPaid && nextDueAt.Equal(p.Payee.NextDueAt) && changesAt.Equal(p.Payee.ChangesAt) && c.mining == p.Payee.Mining {
		return nil
	}
	p.Payee.NextDueAt, p.Payee.ChangesAt, p.Payee.Mining = nextDueAt, changesAt, c.mining
	p.s.store.payees.Put(p.tx, p.Payee)
	p.isPaid = false
	return nil
}
