package play

import (
	"context"
	"strconv"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	tag        = "game"
	limitsLink = "/trade?tab=box&view=limits"
)

// LimitRow is one limit of a day, in points.
type LimitRow struct {
	Limit     int64      `json:"limit" doc:"What holds now"`
	Most      int64      `json:"most" doc:"The highest that the caller can choose"`
	Used      int64      `json:"used" doc:"Staked today, or lost net of prizes; less than 0 for a net gain"`
	Rest      int64      `json:"rest"`
	Raise     *int64     `json:"raise" doc:"A higher limit that waits; null where none does"`
	RaiseFrom *time.Time `json:"raiseFrom" doc:"From when setLimits with the same value confirms it"`
}

// BreakRow is a time that the caller chose not to play in.
type BreakRow struct {
	Kind  Kind       `json:"kind"`
	From  time.Time  `json:"from"`
	Until *time.Time `json:"until" doc:"Null for a permanent one"`
}

// RealityRow is the sitting since the last reality check.
type RealityRow struct {
	IsDue          bool       `json:"isDue" doc:"No entry is taken until confirmReality"`
	Since          *time.Time `json:"since" doc:"Null where nothing was played"`
	ElapsedSeconds int64      `json:"elapsedSeconds"`
	Rounds         int64      `json:"rounds"`
	Staked         int64      `json:"staked"`
	Won            int64      `json:"won"`
	Net            int64      `json:"net"`
}

// Protection is everything that protects the caller.
type Protection struct {
	Stake      LimitRow   `json:"stake"`
	Loss       LimitRow   `json:"loss"`
	AdultAt    *time.Time `json:"adultAt" doc:"When the caller stated to be at least 18; null before"`
	Break      *BreakRow  `json:"break" doc:"Null while the caller may play"`
	Reality    RealityRow `json:"reality"`
	DayEndsAt  time.Time  `json:"dayEndsAt" doc:"When the platform's day ends, and with it what was used"`
	ServerTime time.Time  `json:"serverTime"`
}

// SetIn sets limits; what is missing stays.
type SetIn struct {
	DayStake *int64 `query:"dayStake" minimum:"0" doc:"Points; lowering holds at once, a raise waits 24 hours and is confirmed by the same call again"`
	DayLoss  *int64 `query:"dayLoss" minimum:"0"`
}

// Check refuses a call that sets nothing.
func (in SetIn) Check() error {
	if in.DayStake == nil && in.DayLoss == nil {
		return fault.Invalid("dayStake")
	}
	return nil
}

// ExcludeIn begins a break.
type ExcludeIn struct {
	Kind    Kind   `query:"kind"`
	Confirm string `query:"confirm" enum:"yes" doc:"A break cannot be shortened"`
}

// StateIn is a statement that has to be made in so many words.
type StateIn struct {
	Confirm string `query:"confirm" enum:"yes"`
}

// Register adds the calls.
func (s *Service) Register(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/game/limits", Tag: tag, Personal: "gameLimits", Summary: "What protects the caller: limits, break, reality check"},
		func(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (Protection, error) {
			return s.protection(tx, c.UserID)
		})
	action(s, api, httpapi.Op{Path: "/api/game/setLimits", Summary: "Lower a daily limit at once, ask for a raise, or confirm one after 24 hours"},
		func(tx sqldb.Command, userID string, in SetIn) error {
			return s.SetLimits(tx, userID, in.DayStake, in.DayLoss)
		})
	action(s, api, httpapi.Op{Path: "/api/game/exclude", Summary: "Begin a break from the game, which nobody can shorten", Faults: []fault.Fault{ErrShorter}},
		func(tx sqldb.Command, userID string, in ExcludeIn) error { return s.Exclude(tx, userID, in.Kind) })
	action(s, api, httpapi.Op{Path: "/api/game/confirmAge", Summary: "State once to be at least 18 years old"},
		func(tx sqldb.Command, userID string, _ StateIn) error { return s.StateAge(tx, userID) })
	action(s, api, httpapi.Op{Path: "/api/game/confirmReality", Summary: "Confirm to have seen a reality check that is due; otherwise nothing changes"},
		func(tx sqldb.Command, userID string, _ StateIn) error { return s.ConfirmReality(tx, userID) })
}

// action registers a call that changes what protects the caller and answers with it.
func action[In any](s *Service, api *httpapi.API, op httpapi.Op, change func(tx sqldb.Command, userID string, in In) error) {
	op.Tag = tag
	httpapi.Action(api, op, func(ctx context.Context, c httpapi.Caller, in In) (out Protection, err error) {
		err = s.DB.Command(ctx, func(tx sqldb.Command) error {
			if err := change(tx, c.UserID, in); err != nil {
				return err
			}
			var err error
			out, err = s.protection(tx, c.UserID)
			return err
		}, s.Hints(c.UserID)...)
		return out, err
	})
}

// SetLimits sets one of the user's limits, or both. It refuses what is above the
// highest that the user can choose.
func (s *Service) SetLimits(tx sqldb.Command, userID string, stake, loss *int64) error {
	p, err := s.store.player(tx, userID)
	if err != nil {
		return err
	}
	before, _, err := s.today(tx, p)
	if err != nil {
		return err
	}
	for _, one := range []struct {
		field string
		value *int64
		limit *limit
		kind  limitKind
	}{{"dayStake", stake, &p.Stake, stakeLimit}, {"dayLoss", loss, &p.Loss, lossLimit}} {
		if one.value == nil {
			continue
		}
		t, err := one.kind.terms(tx)
		if err != nil {
			return err
		}
		if highest := one.limit.highest(t); *one.value > highest {
			return fault.Invalid(one.field).With("max", strconv.FormatInt(highest, 10))
		}
		*one.limit = one.limit.choose(*one.value, t, tx.Now())
	}
	s.store.players.Put(tx, p)
	after, _, err := s.today(tx, p)
	if err != nil || after.DayStake == before.DayStake && after.DayLoss == before.DayLoss {
		return err
	}
	return s.notifyLimits(tx, p.ID, "game_limits_changed", after)
}

func (s *Service) notifyLimits(tx sqldb.Command, userID, kind string, l Limits) error {
	return s.Notices.Send(tx, userID, kind, map[string]string{"stake": strconv.FormatInt(l.DayStake, 10), "loss": strconv.FormatInt(l.DayLoss, 10)}, limitsLink)
}

// Exclude begins a break. It refuses with ErrShorter what would end no later than a
// break that holds.
func (s *Service) Exclude(tx sqldb.Command, userID string, kind Kind) error {
	p, err := s.store.player(tx, userID)
	if err != nil {
		return err
	}
	until := kind.until(tx.Now())
	if p.isOnBreak(tx.Now()) && !until.After(p.BreakUntil) {
		return ErrShorter
	}
	p.BreakKind, p.BreakFrom, p.BreakUntil = kind, tx.Now(), until
	s.store.players.Put(tx, p)
	if kind == Permanent {
		return s.Notices.Send(tx, userID, "game_break_permanent", nil, limitsLink)
	}
	return s.Notices.Send(tx, userID, "game_break", map[string]string{"untilAt": clock.Text(until)}, limitsLink)
}

// StateAge keeps when a user stated the age, the first time.
func (s *Service) StateAge(tx sqldb.Command, userID string) error {
	p, err := s.store.player(tx, userID)
	if err != nil || !p.AdultAt.IsZero() {
		return err
	}
	p.AdultAt = tx.Now()
	s.store.players.Put(tx, p)
	return nil
}

// ConfirmReality ends a sitting whose check is due.
func (s *Service) ConfirmReality(tx sqldb.Command, userID string) error {
	p, err := s.store.player(tx, userID)
	if err != nil || !p.Sitting.isDue(tx.Now()) {
		return err
	}
	p.Sitting = sitting{}
	s.store.players.Put(tx, p)
	return nil
}

func (s *Service) protection(tx sqldb.Command, userID string) (out Protection, err error) {
	p, err := s.store.player(tx, userID)
	if err != nil {
		return out, err
	}
	now, today, err := s.today(tx, p)
	if err != nil {
		return out, err
	}
	out = Protection{DayEndsAt: clock.DayOf(tx.Now()).End(), ServerTime: tx.Now(), Reality: realityRow(p.Sitting, tx.Now()), AdultAt: httpapi.OrNull(p.AdultAt)}
	if out.Stake, err = limitRow(tx, stakeLimit, p.Stake, LimitRow{Limit: now.DayStake, Used: today.Staked, Rest: now.DayRest}); err != nil {
		return out, err
	}
	if out.Loss, err = limitRow(tx, lossLimit, p.Loss, LimitRow{Limit: now.DayLoss, Used: today.lost(), Rest: now.LossRest}); err != nil {
		return out, err
	}
	if p.isOnBreak(tx.Now()) {
		out.Break = &BreakRow{Kind: p.BreakKind, From: p.BreakFrom}
		if p.BreakUntil.Before(never) {
			out.Break.Until = &p.BreakUntil
		}
	}
	return out, nil
}

// BreakUntil is when a user's break ends; zero where there is none, or none that ends.
func (s *Service) BreakUntil(tx sqldb.Command, userID string) (until time.Time, err error) {
	p, err := s.store.player(tx, userID)
	if err != nil || !p.isOnBreak(tx.Now()) || !p.BreakUntil.Before(never) {
		return until, err
	}
	return p.BreakUntil, nil
}

// limitRow adds to what is effective and used what the user may choose.
func limitRow(tx sqldb.Command, kind limitKind, l limit, row LimitRow) (LimitRow, error) {
	t, err := kind.terms(tx)
	row.Most = l.highest(t)
	if l.Raise != none {
		row.Raise, row.RaiseFrom = &l.Raise, &l.RaiseAt
	}
	return row, err
}

func realityRow(s sitting, now time.Time) RealityRow {
	s = s.at(now)
	row := RealityRow{IsDue: s.isDue(now), Rounds: s.Rounds, Staked: s.Staked, Won: s.Won, Net: s.Won - s.Staked}
	if s.Rounds > 0 {
		row.Since, row.ElapsedSeconds = &s.Since, int64(now.Sub(s.Since)/time.Second)
	}
	return row
}
