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
	// eventsMax bounds the events one settling applies; the rest waits for the
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

// Settle applies everything that is due to a user by now, in the order of
// time. It is for whoever acts on a user's money; it may be part of a command.
// It refuses with ErrCatchingUp while the day that must come first is not
// closed; see inTurn.
func (s *Service) Settle(tx *sqldb.Tx, userID string) error {
	h, err := s.openSettled(tx, userID)
	if err != nil {
		return err
	}
	return h.save()
}

// openSettled opens a user for an action: with all that is due applied.
func (s *Service) openSettled(tx *sqldb.Tx, userID string) (*holder, error) {
	h, err := s.open(tx, userID)
	if err != nil {
		return nil, err
	}
	if h.account.NextDueAt.After(tx.Now()) && (!h.account.Mining || h.account.OutputNext >= h.state.OpenDay) {
		return h, nil
	}
	for range eventsMax {
		e, found, err := h.next()
		if err != nil {
			return nil, err
		}
		if !found || e.at.After(tx.Now()) {
			return h, nil
		}
		if err := h.inTurn(e.at); err != nil {
			return nil, err
		}
		if err := h.apply(e); err != nil {
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
func (h *holder) inTurn(at time.Time) error {
	open := h.state.OpenDay
	if !at.After(open.End()) {
		return nil
	}
	if at.After(open.End().Add(aheadMax)) {
		return ErrCatchingUp
	}
	_, rate, err := outputRules(h.tx, open)
	if err != nil {
		return err
	}
	for i := range h.machines {
		l, err := h.life(&h.machines[i])
		if err != nil {
			return err
		}
		seconds := l.MiningSeconds(open)
		if seconds <= 0 {
			continue
		}
		before, err := l.OutputBefore(open, h.s.closedDay(h.tx))
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
func (h *holder) next() (event, bool, error) {
	best, found, err := h.nextTimed()
	if err != nil {
		return event{}, false, err
	}
	for i := range h.machines {
		d, pending := h.outputDay(&h.machines[i])
		if !pending || d >= h.state.OpenDay {
			continue
		}
		if e := (event{at: d.End(), kind: eventOutput, day: d}); !found || e.before(best) {
			best, found = e, true
		}
	}
	return best, found, nil
}

// nextTimed is the earliest event that does not wait for a day to be closed.
func (h *holder) nextTimed() (best event, found bool, err error) {
	consider := func(at time.Time, kind eventKind, index int) {
		if e := (event{at: at, kind: kind, index: index}); !found || e.before(best) {
			best, found = e, true
		}
	}
	for i := range h.machines {
		m := &h.machines[i]
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
		l, err := h.life(m)
		if err != nil {
			return event{}, false, err
		}
		if at, ok := l.NextInterest(h.account.InterestThrough); ok {
			consider(at, eventInterest, 0)
		}
	}
	return best, found, nil
}

func (h *holder) apply(e event) error {
	switch e.kind {
	case eventStart:
		return h.start(e.index, e.at, CoolingOver, actorSystem)
	case eventInterest:
		return h.payInterest(e.at)
	case eventOutput:
		return h.payOutput(e.day)
	case eventEnding:
		m := &h.machines[e.index]
		m.EndingNoticed, h.changed[e.index] = true, true
		return h.notify(m, "machine_ending", map[string]string{"endAt": moment(m.EndAt)})
	}
	return h.mature(e.index)
}

// payInterest posts what fell due in the clock hour that ends at an instant,
// of all the user's machines together.
func (h *holder) payInterest(end time.Time) error {
	var sum money.Amount
	for i := range h.machines {
		m := &h.machines[i]
		if !m.State.holdsPrincipal() {
			continue
		}
		l, err := h.life(m)
		if err != nil {
			return err
		}
		sum += l.InterestBefore(end) - l.InterestBefore(h.account.InterestThrough)
	}
	h.account.InterestThrough = end
	h.account.TotalInterest += sum
	h.accountChanged = true
	if sum == 0 {
		return nil
	}
	return h.post(end, refInterest, moment(end.Add(-time.Hour)),
		ledger.Transfer{Type: ledger.MachineIncome, Debit: interestReserved, Credit: available(h.account.UserID), Amount: sum})
}

// payOutput posts a closed day's output of all the user's machines together.
func (h *holder) payOutput(d clock.Day) error {
	days := h.s.closedDay(h.tx)
	closed, err := days(d)
	if err != nil {
		return err
	}
	var sum money.Amount
	for i := range h.machines {
		out, err := h.cappedOutput(i, closed, days)
		if err != nil {
			return err
		}
		sum += out
	}
	h.account.OutputNext = d + 1
	h.account.TotalOutput += sum
	h.accountChanged = true
	if sum == 0 {
		return nil
	}
	closed.Paid += sum
	h.s.store.putDay(h.tx, closed)
	return h.post(d.End(), refOutput, d.String(),
		ledger.Transfer{Type: ledger.MiningIncome, Debit: emission, Credit: ledger.Of(h.account.UserID, ledger.Available, money.ETLD), Amount: sum})
}

// cappedOutput is one machine's output of a day; it digs the machine out when the
// cap is reached.
func (h *holder) cappedOutput(i int, closed earning.Day, days earning.Days) (money.Amount, error) {
	l, err := h.life(&h.machines[i])
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
		return rest, h.reachCap(i, closed.Day.End())
	}
	return out, nil
}

// reachCap ends a machine's mining. One that is paused is dug out when it
// resumes, as nothing leads from a pause to there.
func (h *holder) reachCap(i int, at time.Time) error {
	m := &h.machines[i]
	if m.MiningUntil.Before(at) {
		// It ended within the day and mines no more anyway.
		return nil
	}
	m.MiningUntil, h.changed[i] = at, true
	if m.State != Running {
		return nil
	}
	return h.digOut(i, at)
}

func (h *holder) digOut(i int, at time.Time) error {
	if err := h.changeState(i, Step{To: DugOut, Cause: CapReached, Actor: actorSystem, At: at}); err != nil {
		return err
	}
	return h.notify(&h.machines[i], "machine_dug_out", nil)
}

// mature pays the last interest, returns the principal and opens the credit.
func (h *holder) mature(i int) error {
	m := &h.machines[i]
	t, err := h.terms(m)
	if err != nil {
		return err
	}
	last := earning.InterestOfDay(t.InterestTotal, t.TermDays, t.TermDays)
	transfers := appendTransfer(nil, ledger.MachineIncome, ledger.None, interestReserved, available(m.UserID), last)
	transfers = appendTransfer(transfers, ledger.InternalTransfer, ledger.PrincipalReturned, principal(m.UserID), available(m.UserID), m.Price())
	if err := h.post(m.EndAt, refMachine, m.ID, transfers...); err != nil {
		return err
	}
	h.account.TotalInterest += last
	h.accountChanged = true
	if err := h.end(i, Step{To: Matured, Cause: TermOver, Actor: actorSystem, At: m.EndAt}); err != nil {
		return err
	}
	return h.addCredit(Credit{ID: m.ID, UserID: m.UserID, Amount: m.Price(), Rest: m.Price(), CreatedAt: m.EndedAt,
		ExpiresAt: m.EndedAt.Add(time.Duration(t.CreditDays) * day)})
}

// end closes a machine's life and tells its owner and listeners.
func (h *holder) end(i int, step Step) error {
	if err := h.changeState(i, step); err != nil {
		return err
	}
	m := &h.machines[i]
	m.EndedAt = step.At
	m.MiningUntil = earning.Earlier(m.MiningUntil, step.At)
	for _, l := range h.s.listeners {
		if err := l.MachineEnded(h.tx, Ended{MachineID: m.ID, UserID: m.UserID, Price: m.Price(), NewPart: m.NewPart, At: step.At}); err != nil {
			return err
		}
	}
	return h.notify(m, "machine_completed", map[string]string{"amount": m.Price().String()})
}

func (h *holder) addCredit(c Credit) error {
	list, err := h.credits()
	if err != nil {
		return err
	}
	h.s.store.putCredits(h.tx, c.UserID, list, append(list[:len(list):len(list)], c))
	return nil
}
