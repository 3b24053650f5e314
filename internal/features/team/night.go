package team

import (
	"context"
	"errors"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	nightEvery = 5 * time.Second
	retryEvery = time.Minute
	// levelPage bounds the members of one read. Between two a job yields to callers.
	levelPage = 512

	jobLevels = "team_levels"
	// jobLevelRetry tries members again whose level could not be worked out.
	jobLevelRetry = "team_level_retry"
)

// levelsOn is when levels take effect: at 00:30. They are those of the day's
// beginning.
var levelsOn = jobs.Daily(30 * time.Minute)

// LevelsAt is when the levels of a day take effect.
func LevelsAt(d clock.Day) time.Time { return levelsOn.At(int64(d)) }

// nightStep does the next part of what days ask for. The levels of a day come
// before the acceleration of its output, and that before the next day's levels: so
// a member's row has the level of the day whose output is accelerated.
func (s nights) nightStep(ctx context.Context) (more bool, err error) {
	var v state
	var gifts map[string]int64
	isDue := false
	err = s.DB.View(ctx, func(tx *sqldb.Tx) error {
		if v, err = s.members.currentState(tx); err != nil {
			return err
		}
		if v.Accelerated < v.Levelled {
			_, isDue, err = s.Machines().DayPaid(tx, v.Levelled)
			return err
		}
		if isDue, err = s.areLevelsDue(tx, v.Levelled+1); err != nil || !isDue {
			return err
		}
		gifts, err = s.Nodes().GiftsAt(tx, (v.Levelled + 1).Start())
		return err
	})
	switch {
	case err != nil || !isDue:
		return false, err
	case v.Accelerated < v.Levelled:
		return s.accelerate(ctx, v)
	}
	return s.level(ctx, v, gifts)
}

// areLevelsDue says that the levels of a day can be worked out: every machine that
// started before it is counted.
func (s nights) areLevelsDue(tx *sqldb.Tx, d clock.Day) (bool, error) {
	if tx.Now().Before(LevelsAt(d)) {
		return false, nil
	}
	until, err := s.Machines().StartedUntil(tx)
	if err != nil || until.Before(d.Start()) {
		return false, err
	}
	uncounted, err := sqldb.Collect(tx, sqldb.One[string], selectUncounted, d.Start(), 1)
	return len(uncounted) == 0, err
}

// level works out the next members' levels of the day after v.Levelled.
func (s nights) level(ctx context.Context, v state, gifts map[string]int64) (more bool, err error) {
	d := v.Levelled + 1
	walk := jobs.Walk[Member]{Job: jobLevels, Period: int64(d), Page: levelPage, Key: func(m Member) string { return m.ID },
		Read: func(tx *sqldb.Tx, after string) ([]Member, error) {
			return sqldb.Collect(tx, memberTable.Scan, selectMembers, after, levelPage)
		},
		Work: func(tx *sqldb.Tx, page []Member) (int, error) {
			return len(page), s.levelPage(ctx, tx, night{day: d, gifts: gifts}, page)
		},
	}
	_, worked, err := walk.Step(ctx, s.DB)
	if err != nil || worked {
		return worked, err
	}
	next := v
	next.Levelled = d
	return true, s.advance(ctx, v, next)
}

// advance moves the state, unless another instance was faster.
func (s nights) advance(ctx context.Context, from, to state) error {
	return s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		v, err := s.members.currentState(tx)
		if err != nil {
			return err
		}
		if v != from {
			return jobs.ErrLost
		}
		s.store.putState(tx, to)
		return nil
	})
}

// night is what the levels of a day's beginning are worked out with.
type night struct {
	day   clock.Day
	rules Rules
	// gifts are the levels that nodes gave.
	gifts map[string]int64
	// legs are what those of the members at hand qualify for.
	legs map[string]qualified
}

// levelPage works out the levels of some members. Who was parked by a former night is
// no more, unless this one fails too.
func (s nights) levelPage(ctx context.Context, tx *sqldb.Tx, n night, page []Member) error {
	if err := n.read(tx, page[0].ID, page[len(page)-1].ID); err != nil {
		return err
	}
	members, ids := make(map[string]Member, len(page)), make([]string, len(page))
	for i, m := range page {
		members[m.ID], ids[i] = m, m.ID
	}
	if err := jobs.UnparkBetween(tx, jobLevelRetry, ids[0], ids[len(ids)-1]); err != nil {
		return err
	}
	return jobs.Items{Job: jobLevelRetry, RetryAfter: retryAfter,
		Do: func(tx *sqldb.Tx, id string) error { return s.levelMember(tx, n, members[id]) }}.Page(ctx, tx, ids)
}

// read reads the rules, and what the legs of the members between two qualify for.
func (n *night) read(tx *sqldb.Tx, first, last string) (err error) {
	if n.rules, err = rulesAt(tx, LevelsAt(n.day)); err != nil {
		return err
	}
	n.legs = make(map[string]qualified)
	return tx.Query(func(row *sqldb.Row) error {
		var parent string
		var leg money.Amount
		if err := row.Scan(&parent, &leg); err != nil {
			return err
		}
		q := n.legs[parent]
		q.add(n.rules, leg)
		n.legs[parent] = q
		return nil
	}, selectLegs, first, last)
}

// levelMember stores what a day's beginning makes of a member, tells the member of
// another level, and pays what the level brings.
func (s nights) levelMember(tx sqldb.Command, n night, m Member) error {
	before, q := m, n.legs[m.ID]
	earned := n.rules.earned(m.Principal, q)
	m.Earned, m.Level = int64(earned), max(int64(earned), n.gifts[m.ID])
	m.Qualified = q[min(earned, LevelMax-1)]
	if due := n.rules.rewardDue(earned, m.Rewarded); due > 0 {
		paid, err := s.rewardLevel(tx, n.day, m, due)
		if err != nil {
			return err
		}
		m.Rewarded += paid
	}
	if m == before {
		return nil
	}
	s.store.members.Put(tx, m)
	if m.Earned == before.Earned {
		return nil
	}
	if _, err := user.SetEarnedLevel(tx, m.ID, earned); err != nil {
		return err
	}
	told := "level_reached"
	if m.Earned < before.Earned {
		told = "level_lowered"
	}
	return s.Notices.Send(tx, m.ID, told, map[string]string{"level": levelName(m.Earned)}, link)
}

// rewardLevel pays what a level brings, as far as the pool has it, and tells how
// much that was: what is missing is due again the next night. Users who were barred
// at the day's beginning and platform accounts get nothing.
func (s nights) rewardLevel(tx sqldb.Command, d clock.Day, m Member, due money.Amount) (paid money.Amount, err error) {
	p, err := user.Find(tx, m.ID)
	if err != nil || p.IsRobot || p.WasSuspended(LevelsAt(d)) {
		return 0, err
	}
	holds, err := s.Ledger.Balance(tx, levelPool)
	if err != nil {
		return 0, err
	}
	if paid = min(due, holds); paid == 0 {
		return 0, nil
	}
	r, err := s.rewarding.give(tx, reward{UserID: m.ID, Kind: ledger.LevelRewards, Amount: paid, Level: m.Earned, At: LevelsAt(d)})
	if err != nil {
		return 0, err
	}
	t := ledger.Transfer{Type: ledger.LevelRewards, Debit: levelPool, Credit: ledger.AvailableOf(m.ID, money.USDT), Amount: paid}
	if r.State == Delayed {
		t = ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.RewardDelayed, Debit: levelPool, Credit: delayedPool, Amount: paid}
	}
	_, err = s.Ledger.Post(tx, ledger.Entry{At: r.At, RefType: ledger.RefLevel, RefID: d.String(), Transfers: []ledger.Transfer{t}})
	return paid, err
}

// errMoved parks a member whose sums are no longer those of the day's beginning.
var errMoved = errors.New("the sums have gone on since the day's beginning; the next night works the level out")

// retryLevel works a parked member's level out as of the last night.
func (s nights) retryLevel(tx *sqldb.Tx, userID string) error {
	v, err := s.members.currentState(tx)
	if err != nil {
		return err
	}
	m, err := s.members.memberOf(tx, userID)
	if err != nil {
		return err
	}
	moved, err := sqldb.Collect(tx, sqldb.One[string], selectMoved, v.Levelled.Start(), userID)
	if err != nil {
		return err
	}
	if len(moved) > 0 {
		return errMoved
	}
	gifts, err := s.Nodes().GiftsAt(tx, v.Levelled.Start())
	if err != nil {
		return err
	}
	n := night{day: v.Levelled, gifts: gifts}
	if err := n.read(tx, userID, userID); err != nil {
		return err
	}
	return s.levelMember(tx, n, m)
}

// retryStep tries again what is parked of the nights.
func (s nights) retryStep(ctx context.Context) (more bool, err error) {
	for _, parked := range []jobs.Items{
		{Job: jobAccelerate, Max: payMax, RetryAfter: retryAfter, Do: s.fixLate},
		s.payer(nil),
		{Job: jobLevelRetry, Max: payMax, RetryAfter: retryAfter, Do: s.retryLevel},
	} {
		if more, err := parked.Step(ctx, s.DB); more || err != nil {
			return more, err
		}
	}
	return false, nil
}

// IsAccelerated says that the acceleration of a day has been paid, but for what is
// parked. No day is closed before that of the day before it is: its budget depends
// on what the pool holds then.
func (s nights) IsAccelerated(tx sqldb.Command, d clock.Day) (bool, error) {
	v, err := s.members.currentState(tx)
	return v.Accelerated >= d, err
}
