package machine

import (
	"fmt"
	"slices"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/offer"
)

// Machine is one machine of one user. Machines are values: to change one, copy
// it, so that an undone transaction finds the old one unharmed.
type Machine struct {
	ID, UserID, OrderID, ProductID string
	// TermsVersion names the terms it was bought under.
	TermsVersion string
	Power        int64
	State        State
	// BeforePause is the state a paused machine goes back to.
	BeforePause State
	// Open says that something can still happen to the machine.
	Open bool
	offer.Cost
	// Referral is what the buyer's referrer got when the machine started.
	Referral  money.Amount
	CreatedAt time.Time
	// CoolingEndAt is when a cooling machine starts by itself.
	CoolingEndAt time.Time
	StartAt      time.Time
	// EndAt is when the term is over; a pause moves it when it ends.
	EndAt time.Time
	// EndedAt is when the machine matured or was left.
	EndedAt time.Time
	// MiningUntil is when it stopped to mine: ended, or dug out.
	MiningUntil time.Time
	// PausedAt is when the pause that lasts began.
	PausedAt time.Time
	// Paused is how long finished pauses lasted together.
	Paused time.Duration
	// Pauses counts pauses, so that most machines need not look for any.
	Pauses int64
	// Steps counts the rows of the machine's history.
	Steps         int64
	EndingNoticed bool
}

// life is what of the machine decides what it earns under its terms.
func (m *Machine) life(t offer.Terms, pauses []earning.Pause) earning.Life {
	return earning.Life{Power: m.Power, TermDays: t.TermDays, Interest: t.InterestTotal, Cap: t.ETLDCap,
		StartAt: m.StartAt, EndedAt: m.EndedAt, MiningUntil: m.MiningUntil, Pauses: pauses}
}

// Step is one row of a machine's history.
type Step struct {
	From, To State
	Cause    Cause
	// Actor is "user", "system" or an operator's id.
	Actor string
	Note  string
	At    time.Time
}

// State is where a machine stands in its life.
type State string

// The states. See the package's comment for what leads from one to another.
const (
	None      State = ""
	Payment   State = "payment"
	Cooling   State = "cooling"
	Running   State = "running"
	DugOut    State = "dug_out"
	Paused    State = "paused"
	Expired   State = "expired"
	Cancelled State = "cancelled"
	Matured   State = "matured"
	Exited    State = "exited"
)

// states lists them but None.
func states() []State {
	return []State{Payment, Cooling, Running, DugOut, Paused, Expired, Cancelled, Matured, Exited}
}

// Values lists the states but None.
func (State) Values() []string { return each.Texts(states()...) }

// Status is what users see: the five of the specification.
type Status string

const (
	StatusToBeConfirmed Status = "to_be_confirmed"
	StatusRunning       Status = "running"
	StatusDugOut        Status = "dug_out"
	StatusNotRunning    Status = "not_running"
	StatusCompleted     Status = "completed"
)

func (Status) Values() []string {
	return each.Texts(StatusToBeConfirmed, StatusRunning, StatusDugOut, StatusNotRunning, StatusCompleted)
}

// Status is the status of a state.
func (s State) Status() Status {
	switch s {
	case Payment, Cooling:
		return StatusToBeConfirmed
	case Running:
		return StatusRunning
	case DugOut:
		return StatusDugOut
	case Matured, Exited:
		return StatusCompleted
	case None, Paused, Expired, Cancelled:
	}
	return StatusNotRunning
}

// Phase tells the states of one status apart.
type Phase string

// Phase is the phase of a state; it is empty where its status has no other.
func (s State) Phase() Phase {
	if s == Running || s == DugOut {
		return ""
	}
	return Phase(s)
}

func (Phase) Values() []string {
	list := each.Texts(each.Of(states(), State.Phase)...)
	return slices.DeleteFunc(list, func(phase string) bool { return phase == "" })
}

func statesOf(status Status) []State {
	return slices.DeleteFunc(states(), func(s State) bool { return s.Status() != status })
}

// earns says that interest and the term go on.
func (s State) earns() bool { return s == Running || s == DugOut }

// holdsPrincipal says that the machine's price lies in U.PRN.
func (s State) holdsPrincipal() bool { return s.earns() || s == Paused }

// final says that nothing leads out of the state.
func (s State) final() bool { return s == Expired || s == Cancelled || s == Matured || s == Exited }

// Cause says why a machine changed its state.
type Cause string

const (
	IntentOpened     Cause = "intent_opened"
	PaidFromBalance  Cause = "paid_from_balance"
	PaymentFinal     Cause = "payment_final"
	PaymentExpired   Cause = "payment_expired"
	PaymentCancelled Cause = "payment_cancelled"
	CoolingCancelled Cause = "cooling_cancelled"
	CoolingOver      Cause = "cooling_over"
	CoolingWaived    Cause = "cooling_waived"
	OperatorPause    Cause = "operator_pause"
	OperatorResume   Cause = "operator_resume"
	LeftAfterPause   Cause = "left_after_pause"
	CapReached       Cause = "cap_reached"
	TermOver         Cause = "term_over"
)

func (Cause) Values() []string {
	return each.Texts(IntentOpened, PaidFromBalance, PaymentFinal, PaymentExpired, PaymentCancelled, CoolingCancelled, CoolingOver, CoolingWaived,
		OperatorPause, OperatorResume, LeftAfterPause, CapReached, TermOver)
}

type transition struct {
	from, to State
	cause    Cause
}

// transitions is the whole table; a transition that is not here does not exist.
var transitions = map[transition]bool{
	{None, Payment, IntentOpened}:          true,
	{None, Cooling, PaidFromBalance}:       true,
	{Payment, Cooling, PaymentFinal}:       true,
	{Payment, Expired, PaymentExpired}:     true,
	{Payment, Cancelled, PaymentCancelled}: true,
	{Cooling, Cancelled, CoolingCancelled}: true,
	{Cooling, Running, CoolingOver}:        true,
	{Cooling, Running, CoolingWaived}:      true,
	{Running, Paused, OperatorPause}:       true,
	{DugOut, Paused, OperatorPause}:        true,
	{Paused, Running, OperatorResume}:      true,
	{Paused, DugOut, OperatorResume}:       true,
	{Paused, Exited, LeftAfterPause}:       true,
	{Running, DugOut, CapReached}:          true,
	{Running, Matured, TermOver}:           true,
	{DugOut, Matured, TermOver}:            true,
}

// checkTransition refuses what the table does not have; callers check what
// users may ask for before, so that this is a programming error.
func checkTransition(from, to State, cause Cause) error {
	if !transitions[transition{from, to, cause}] {
		return fmt.Errorf("machine: no transition from %q to %q by %q", from, to, cause)
	}
	return nil
}
