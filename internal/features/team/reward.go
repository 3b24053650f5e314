package team

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

const (
	// link is the screen on which a user's team stands.
	link = "/team"
	// delay is how long a risk flag sets a reward aside at most.
	delay = 7 * 24 * time.Hour

	releaseEvery = 10 * time.Second
	// appealTime is how long a refused reward can be granted after all.
	appealTime = 30 * 24 * time.Hour

	jobRelease = "team_release"
)

// The accounts that rewards move between.
var (
	levelPool    = ledger.House(ledger.LevelPool, money.USDT)
	interestFree = ledger.House(ledger.InterestFree, money.USDT)
	delayedPool  = ledger.House(ledger.Delayed, money.USDT)
	emission     = ledger.House(ledger.Emission, money.ETLD)
)

// RewardState is where a reward is in its life.
type RewardState string

// The states. A fixed one is a part of a day's acceleration that is paid within the
// same run, an owed one waits for the output that it accelerates; a delayed one lies
// in L.HLD until it is paid or refused.
const (
	Fixed   RewardState = "fixed"
	Owed    RewardState = "owed"
	Delayed RewardState = "delayed"
	Paid    RewardState = "paid"
	Refused RewardState = "refused"
)

func (RewardState) Values() []string {
	return each.Texts(Fixed, Owed, Delayed, Paid, Refused)
}

// Cause is why a reward was refused, as its owner reads it in the own language. The
// words of whoever refused it stand beside it as they were written.
type Cause string

const (
	LinkedAccounts    Cause = "linked_accounts"
	ArrangedPurchases Cause = "arranged_purchases"
	RulesBroken       Cause = "rules_broken"
	OtherCause        Cause = "other"
)

func (Cause) Values() []string {
	return each.Texts(LinkedAccounts, ArrangedPurchases, RulesBroken, OtherCause)
}

// reward is what a user got, or gets, for the team.
type reward struct {
	ID, UserID string
	Kind       ledger.Type
	Amount     money.Amount
	// Raw is an acceleration before the day's budget bounded it; of an owed one, what
	// it comes to at most.
	Raw money.Amount
	// Level is the level that brought it, or 0.
	Level int64
	// SourceID is whose machine MachineID brought it; empty for other kinds.
	SourceID, MachineID string
	// Day is the platform day of At, or the day whose output was accelerated.
	Day   clock.Day
	At    time.Time
	State RewardState
	// DueAt is when a delayed one is paid, and until when a refused one can be granted
	// after all.
	DueAt time.Time
	// Cause is of a refused one. Reason is why it was delayed or, in the words of
	// whoever did it, refused.
	Cause  Cause
	Reason string
	// IsScreened says that a referral reward was looked at for a burst.
	IsScreened bool
}

// give keeps a reward and tells its owner. It is delayed while the owner is under
// a risk flag; whoever posts it looks at its state.
func (s rewarding) give(tx sqldb.Command, r reward) (reward, error) {
	r.ID, r.Day, r.State = entropy.ID(s.Chance, tx.Now()), clock.DayOf(r.At), Paid
	reason, isFlagged, err := s.flags.flagOf(tx, Doubted{UserID: r.UserID})
	if err != nil {
		return r, err
	}
	if isFlagged {
		r.State, r.DueAt, r.Reason = Delayed, tx.Now().Add(delay), reason
	}
	s.store.rewards.Put(tx, r)
	return r, s.notifyUser(tx, r)
}

// notifyUser leaves a reward's owner a notice of its state.
func (s rewarding) notifyUser(tx sqldb.Command, r reward) error {
	params := map[string]string{"amount": r.Amount.String()}
	told := map[ledger.Type]string{ledger.ReferralRewards: "referral_reward", ledger.LevelRewards: "level_reward"}[r.Kind]
	if r.Level > 0 {
		params["level"] = levelName(r.Level)
	}
	switch r.State {
	case Delayed:
		told = map[ledger.Type]string{ledger.ReferralRewards: "referral_reward_delayed", ledger.LevelRewards: "level_reward_delayed"}[r.Kind]
		params["dueAt"] = clock.Text(r.DueAt)
	case Refused:
		told = map[ledger.Type]string{ledger.ReferralRewards: "referral_reward_refused", ledger.LevelRewards: "level_reward_refused"}[r.Kind]
		params["cause"], params["reason"], params["dueAt"] = string(r.Cause), r.Reason, clock.Text(r.DueAt)
	case Fixed, Owed, Paid:
	}
	return s.Notices.Send(tx, r.UserID, told, params, link)
}

// release pays a delayed reward whose time has come.
func (s rewarding) release(tx *sqldb.Tx, id string) error {
	r, _, err := s.store.rewards.Get(tx, id)
	if err != nil || r.State != Delayed || r.DueAt.After(tx.Now()) {
		return err
	}
	r.State = Paid
	return s.decide(tx, r, ledger.Transfer{Type: r.Kind, Debit: delayedPool, Credit: ledger.AvailableOf(r.UserID, money.USDT), Amount: r.Amount}, r.DueAt)
}

// refuse gives a delayed reward to the income pool, as what nobody gets, for a
// cause and a reason that its owner reads. It leaves the cap of its month; what was
// given of a level stays counted, as the pool of levels has it no more.
func (s rewarding) refuse(tx sqldb.Command, r reward, cause Cause, reason string) error {
	if err := s.countReferral(tx, r, -r.Amount); err != nil {
		return err
	}
	r.State, r.Cause, r.Reason, r.DueAt = Refused, cause, reason, tx.Now().Add(appealTime)
	return s.decide(tx, r, ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.Unallocated, Debit: delayedPool, Credit: interestFree, Amount: r.Amount}, tx.Now())
}

// countReferral lets a month's rewards follow what was decided about one of them.
func (s rewarding) countReferral(tx sqldb.Command, r reward, amount money.Amount) error {
	if r.Kind != ledger.ReferralRewards {
		return nil
	}
	had, _, err := s.monthOf(tx, r.UserID, r.At)
	if err != nil {
		return err
	}
	had.Amount += amount
	s.store.referrals.Put(tx, had)
	return nil
}

func (s rewarding) decide(tx sqldb.Command, r reward, t ledger.Transfer, at time.Time) error {
	s.store.rewards.Put(tx, r)
	if _, err := s.Ledger.Post(tx, ledger.Entry{At: at, RefType: ledger.RefReward, RefID: r.ID, Transfers: []ledger.Transfer{t}}); err != nil {
		return err
	}
	return s.notifyUser(tx, r)
}
