package machine

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/earning"
	"etld/internal/infra/sqldb"
)

const (
	// eventsMax bounds the events one catching up applies; the rest waits for the
	// next one.
	eventsMax = 2000
	// endingNotice is how long before its end a machine's owner is told.
	endingNotice = 3 * day
	// aheadMax is how far into the day after the open one a user's own actions
	// may go.
	aheadMax = time.Hour
)

type eventKind int

// The kinds, in the order in which events of one instant apply.
const (
	eventStart eventKind = iota
	eventInterest
	eventOutput
	eventEnding
	eventMaturity
)

// event is something that falls due for a user.
type event struct {
	at   time.Time
	kind eventKind
	// index is the machine it concerns; interest and output concern all.
	index int
	day   clock.Day
}

func (e event) before(other event) bool {
	if !e.at.Equal(other.at) {
		return e.at.Before(other.at)
	}
	if e.kind != other.kind {
		return e.kind < other.kind
	}
	return e.index < other.index
}

// CatchUp applies everything that is due to a user by now, in the order of
// time. It is for whoever acts on a user's money; it may be part of a command.
// It refuses with ErrCatchingUp while the day that must come first is not
// closed; see inTurn.
func (s *Service) CatchUp(tx *sqldb.Tx, userID string) error {
	f, err := s.openCaughtUp(tx, userID)
	if err != nil {
		return err
	}
	return f.save()
}

// openCaughtUp opens a user for an action: with all that is due applied.
func (s *Service) openCaughtUp(tx *sqldb.Tx, userID string) (*portfolio, error) {
	f, err := s.open(tx, userID)
	if err != nil {
		return nil, err
	}
	if f.account.NextDueAt.After(tx.Now()) && (!f.account.Mining || f.account.OutputNext >= f.state.OpenDay) {
		return f, nil
	}
	for range eventsMax {
		e, found, err := f.next()
		if err != nil {
			return nil, err
		}
		if !found || e.at.After(tx.Now()) {
			return f, nil
		}
		if err := f.inTurn(e.at); err != nil {
			return nil, err
		}
		if err := f.apply(e); err != nil {
			return nil, err
		}
	}
	return nil, ErrCatchingUp
}

// inTurn refuses with ErrCatchingUp what would overtake a day's output. A day
// is closed a moment after its end, and its output may dig a machine out at
// that end; nothing else it does touches what falls due later. So an owner
// whose machines stay below their caps whatever the rate will be goes ahead,
// for as long as the closing takes on an ordinary night.
func (f *portfolio) inTurn(at time.Time) error {
	open := f.state.OpenDay
	if !at.After(open.End()) {
		return nil
	}
	if at.After(open.End().Add(aheadMax)) {
		return ErrCatchingUp
	}
	_, rate, err := outputRules(f.tx, open)
	if err != nil {
		return err
	}
	for i := range f.machines {
		l, err := f.life(&f.machines[i])
		if err != nil {
			return err
		}
		seconds := l.MiningSeconds(open)
		if seconds <= 0 {
			continue
		}
		before, err := l.OutputBefore(open, f.s.closedDay(f.tx))
		if err != nil {
			return err
		}
		if before+earning.OutputOf(rate, l.Power, seconds) >= l.Cap {
			return ErrCatchingUp
		}
	}
	return nil
}

// next is the earliest event of all kinds.
func (f *portfolio) next() (event, bool, error) {
	best, found, err := f.nextTimed()
	if err != nil {
		return event{}, false, err
	}
	for i := range f.machines {
		d, pending := f.outputDay(&f.machines[i])
		if !pending || d >= f.state.OpenDay {
			continue
		}
		if e := (event{at: d.End(), kind: eventOutput, day: d}); !found || e.before(best) {
			best, found = e, true
		}
	}
	return best, found, nil
}

// nextTimed is the earliest event that does not wait for a day to be closed.
func (f *portfolio) nextTimed() (best event, found bool, err error) {
	consider := func(at time.Time, kind eventKind, index int) {
		if e := (event{at: at, kind: kind, index: index}); !found || e.before(best) {
			best, found = e, true
		}
	}
	for i := range f.machines {
		m := &f.machines[i]
		if m.State == Cooling {
			consider(m.CoolingEndAt, eventStart, i)
		}
		if !m.State.holdsPrincipal() {
			continue
		}
		if m.State.earns() {
			consider(m.EndAt, eventMaturity, i)
			if !m.EndingNoticed {
				consider(m.EndAt.Add(-endingNotice), eventEnding, i)
			}
		}
		l, err := f.life(m)
		if err != nil {
			return event{}, false, err
		}
		if at, ok := l.NextInterest(f.account.InterestThrough); ok {
			consider(at, eventInterest, 0)
		}
	}
	return best, found, nil
}

func (f *portfolio) apply(e event) error {
	switch e.kind {
	case eventStart:
		return f.start(e.index, e.at, CoolingOver, actorSystem)
	case eventInterest:
		return f.payInterest(e.at)
	case eventOutput:
		return f.payOutput(e.day)
	case eventEnding:
		m := &f.machines[e.index]
		m.EndingNoticed, f.changed[e.index] = true, true
		return f.notifyUser(m, "machine_ending", map[string]string{"endAt": moment(m.EndAt)})
	}
	return f.mature(e.index)
}

// payInterest posts what fell due in the clock hour that ends at an instant,
// of all the user's machines together.
func (f *portfolio) payInterest(end time.Time) error {
	var sum money.Amount
	for i := range f.machines {
		m := &f.machines[i]
		if !m.State.holdsPrincipal() {
			continue
		}
		l, err := f.life(m)
		if err != nil {
			return err
		}
		sum += l.InterestBefore(end) - l.InterestBefore(f.account.InterestThrough)
	}
	f.account.InterestThrough = end
	f.account.TotalInterest += sum
	f.accountChanged = true
	if sum == 0 {
		return nil
	}
	return f.post(end, refInterest, moment(end.Add(-time.Hour)),
		ledger.Transfer{Type: ledger.MachineIncome, Debit: interestReserved, Credit: available(f.account.UserID), Amount: sum})
}

// payOutput posts a closed day's output of all the user's machines together.
func (f *portfolio) payOutput(d clock.Day) error {
	days := f.s.closedDay(f.tx)
	closed, err := days(d)
	if err != nil {
		return err
	}
	var sum money.Amount
	for i := range f.machines {
		out, err := f.cappedOutput(i, closed, days)
		if err != nil {
			return err
		}
		sum += out
	}
	f.account.OutputNext = d + 1
	f.account.TotalOutput += sum
	f.accountChanged = true
	if sum == 0 {
		return nil
	}
	closed.Paid += sum
	f.s.store.putDay(f.tx, closed)
	return f.post(d.End(), refOutput, d.String(),
		ledger.Transfer{Type: ledger.MiningIncome, Debit: emission, Credit: ledger.Of(f.account.UserID, ledger.Available, money.ETLD), Amount: sum})
}

// cappedOutput is one machine's output of a day; it digs the machine out when the
// cap is reached.
func (f *portfolio) cappedOutput(i int, closed earning.Day, days earning.Days) (money.Amount, error) {
	l, err := f.life(&f.machines[i])
	if err != nil {
		return 0, err
	}
	seconds := l.MiningSeconds(closed.Day)
	if seconds <= 0 {
		return 0, nil
	}
	before, err := l.OutputBefore(closed.Day, days)
	if err != nil {
		return 0, err
	}
	out := earning.OutputOf(closed.Rate, l.Power, seconds)
	if rest := l.Cap - before; out >= rest {
		return rest, f.reachCap(i, closed.Day.End())
	}
	return out, nil
}

// reachCap ends a machine's mining. One that is paused is dug out when it
// resumes, as nothing leads from a pause to there.
func (f *portfolio) reachCap(i int, at time.Time) error {
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
		ledger.Transfer{Type: ledger.MachineIncome, Debit: interestReserved, Credit: available(m.UserID), Amount: last},
		internalTransfer(ledger.PrincipalReturned, principal(m.UserID), available(m.UserID), m.Price()))
	if err := f.post(m.EndAt, refMachine, m.ID, transfers...); err != nil {
		return err
	}
	f.account.TotalInterest += last
	f.accountChanged = true
	if err := f.end(i, Step{To: Matured, Cause: TermOver, Actor: actorSystem, At: m.EndAt}); err != nil {
		return err
	}
	return f.addCredit(Credit{ID: m.ID, UserID: m.UserID, Amount: m.Price(), Rest: m.Price(), CreatedAt: m.EndedAt,
		ExpiresAt: m.EndedAt.Add(time.Duration(t.CreditDays) * day)})
}

// end closes a machine's life and tells its owner and listeners.
func (f *portfolio) end(i int, step Step) error {
	if err := f.changeState(i, step); err != nil {
		return err
	}
	m := &f.machines[i]
	m.EndedAt = step.At
	m.MiningUntil = earning.Earlier(m.MiningUntil, step.At)
	for _, l := range f.s.listeners {
		if err := l.MachineEnded(f.tx, Ended{MachineID: m.ID, UserID: m.UserID, Price: m.Price(), NewPart: m.NewPart, At: step.At}); err != nil {
			return err
		}
	}
	return f.notifyUser(m, "machine_completed", map[string]string{"amount": m.Price().String()})
}
