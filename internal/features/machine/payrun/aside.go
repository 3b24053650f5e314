package payrun

import (
	"context"
	"errors"
	"sync"
	"time"

	"etld/internal/features/machine/earning"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	// asideEvery is how often those set aside are counted.
	asideEvery = 5 * time.Minute
	// againEvery is how often they are tried again, all of them once in a round.
	// The first round is at start: a new release may have mended the cause.
	againEvery = time.Hour
	// asideUsers bounds the users one step tries, each in a transaction behind
	// all callers.
	asideUsers = 32
	// asideShown bounds the list for operators and the causes that are remembered.
	asideShown = 500
	causeMax   = 500
	// conflictsMax is how many users of a chunk may lose against others, one by
	// one, before the rest waits for the next try.
	conflictsMax = 3

	jobAside = "machine_aside"
)

const (
	// Who is aside already keeps the time. Whatever sweeps passed meanwhile is
	// planned anew afterwards.
	setAside    = `UPDATE machine_user SET stuck = $1, plan_until = 0, plan_day = $2 WHERE user_id = $3 AND stuck = 0`
	endAside    = `UPDATE machine_user SET stuck = 0, plan_until = 0, plan_day = $1 WHERE user_id = $2 AND stuck <> 0`
	countAside  = `SELECT COUNT(*) FROM machine_user WHERE stuck <> 0`
	selectAside = `SELECT user_id FROM machine_user WHERE user_id > $1 AND stuck <> 0 ORDER BY user_id LIMIT $2`
	oldestAside = `SELECT user_id, stuck FROM machine_user WHERE stuck <> 0 ORDER BY stuck, user_id LIMIT $1`
)

// asides is what this process knows of those set aside. The database has who
// and since when.
type asides struct {
	mu sync.Mutex
	// causes say what the last try failed with, as far as this process made one.
	causes map[string]string
	count  int64
	// after is the last user tried in the round, and nextRound when the next one
	// begins.
	after     string
	nextRound time.Time
}

// Aside is somebody whom the jobs leave out, as settling failed.
type Aside struct {
	UserID string
	Since  time.Time
	// Cause is empty while this process has not tried.
	Cause string
}

// AsideCount is how many users were set aside when they were last counted.
func (s *Service) AsideCount() int64 {
	s.asides.mu.Lock()
	defer s.asides.mu.Unlock()
	return s.asides.count
}

// Asides lists those set aside, the longest first, up to asideShown.
func (s *Service) Asides(tx *sqldb.Tx) ([]Aside, error) {
	var list []Aside
	err := tx.Query(func(row *sqldb.Row) error {
		var a Aside
		err := row.Scan(&a.UserID, &a.Since)
		list = append(list, a)
		return err
	}, oldestAside, asideShown)
	s.asides.mu.Lock()
	defer s.asides.mu.Unlock()
	for i := range list {
		list[i].Cause = s.asides.causes[list[i].UserID]
	}
	return list, err
}

// AsideSince is since when a user is set aside, and whether this is so.
func (s *Service) AsideSince(tx *sqldb.Tx, userID string) (time.Time, bool, error) {
	a, found, err := s.store.payees.Get(tx, userID)
	return a.AsideSince, found && a.isAside(), err
}

// EndAside lets the jobs try a user again, at once. It pays nothing by itself;
// where settling still fails they set the user aside anew.
func (s *Service) EndAside(tx *sqldb.Tx, userID string) error {
	_, err := tx.Exec(endAside, noneYet, userID)
	return err
}

// orOneByOne repeats a failed chunk user by user, so that the one it failed
// for does not hold up the others. That one is set aside and tried again now
// and then. Nobody is for what passes by itself: that is an error of the chunk,
// which is tried again as a whole.
func (s *Service) orOneByOne(ctx context.Context, users []string, more bool, err error) (bool, error) {
	if err == nil || len(users) == 0 || errors.Is(err, sqldb.ErrUnavailable) || errors.Is(err, jobs.ErrLost) || ctx.Err() != nil {
		return more && err == nil, err
	}
	var failed error
	conflicts := 0
	for _, userID := range users {
		err := s.tryAlone(ctx, userID)
		switch {
		case err == nil:
			continue
		case ctx.Err() != nil || errors.Is(err, sqldb.ErrUnavailable):
			return false, err
		case sqldb.Passes(err):
			failed = errors.Join(failed, err)
			if conflicts++; conflicts == conflictsMax {
				return false, failed
			}
			continue
		}
		failed = errors.Join(failed, err)
		if err := s.setAside(ctx, userID, err); err != nil {
			return false, errors.Join(failed, err)
		}
	}
	if failed == nil {
		s.log.Warn("a chunk failed and none of its users alone did", "users", len(users), "error", err)
	}
	return more, failed
}

// tryAlone lets one user catch up. What two instances insert at once may meet as a
// unique key instead of a conflict; then the second try finds it there.
func (s *Service) tryAlone(ctx context.Context, userID string) error {
	try := func() error {
		return s.db.Update(ctx, func(tx *sqldb.Tx) error { return s.catchUpAlone(tx, userID) })
	}
	err := try()
	if sqldb.IsUniqueViolation(err) {
		err = try()
	}
	return err
}

// catchUpAlone lets a user catch up as far as everybody, and makes the schedule where
// one is missing, so that whatever fails in a chunk fails here too.
func (s *Service) catchUpAlone(tx *sqldb.Tx, userID string) error {
	v, err := s.State(tx)
	if err != nil {
		return err
	}
	a, found, err := s.store.payees.Get(tx, userID)
	if err != nil || !found {
		return err
	}
	if err := s.catchUpAll(tx, []Payee{a}, earning.Earlier(tx.Now(), v.OpenDay.End())); err != nil {
		return err
	}
	if a, _, err = s.store.payees.Get(tx, userID); err != nil || !a.Schedule.Until.IsZero() {
		return err
	}
	return s.scheduleAll(tx, []Payee{a})
}

// setAside takes a user out of the jobs' way and tells why.
func (s *Service) setAside(ctx context.Context, userID string, cause error) error {
	changed := int64(0)
	err := s.db.Update(ctx, func(tx *sqldb.Tx) (err error) {
		changed, err = tx.Exec(setAside, tx.Now(), noneYet, userID)
		return err
	})
	if err != nil {
		return err
	}
	s.log.Error("a user is set aside: settling fails", "user", userID, "cause", cause)
	s.asides.mu.Lock()
	defer s.asides.mu.Unlock()
	s.asides.count += changed
	s.asides.remember(userID, cause)
	return nil
}

// remember keeps a user's cause and tells whether it is another than before.
func (a *asides) remember(userID string, cause error) (isNew bool) {
	text := cause.Error()
	text = text[:min(len(text), causeMax)]
	before, known := a.causes[userID]
	if known || len(a.causes) < asideShown {
		a.causes[userID] = text
	}
	return before != text
}

// asideStep tries the next of those set aside again when a round is due, and
// counts them when none is or it is over. Who still fails is left for the next
// round.
func (s *Service) asideStep(ctx context.Context) (more bool, err error) {
	s.asides.mu.Lock()
	after, nextRound := s.asides.after, s.asides.nextRound
	s.asides.mu.Unlock()
	var users []string
	var now time.Time
	err = s.db.View(ctx, func(tx *sqldb.Tx) error {
		if now = tx.Now(); now.Before(nextRound) {
			return nil
		}
		return tx.Query(func(row *sqldb.Row) error {
			var userID string
			err := row.Scan(&userID)
			users = append(users, userID)
			return err
		}, selectAside, after, asideUsers)
	})
	if err != nil {
		return false, err
	}
	for _, userID := range users {
		if err := s.tryAgain(ctx, userID); err != nil {
			return false, err
		}
		after = userID
	}
	if more = len(users) == asideUsers; !more {
		after = ""
	}
	if !more && !now.Before(nextRound) {
		nextRound = now.Add(againEvery)
	}
	s.asides.mu.Lock()
	s.asides.after, s.asides.nextRound = after, nextRound
	s.asides.mu.Unlock()
	if more {
		return true, nil
	}
	return false, s.countAside(ctx, len(users) > 0)
}

// countAside brings the count up to date; after a round it reminds of those who
// are left.
func (s *Service) countAside(ctx context.Context, wasRound bool) error {
	count := int64(0)
	err := s.db.View(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&count), countAside)
		return err
	})
	if err != nil {
		return err
	}
	if wasRound && count > 0 {
		s.log.Error("users are still set aside", "users", count)
	}
	s.asides.mu.Lock()
	defer s.asides.mu.Unlock()
	if s.asides.count = count; count == 0 {
		clear(s.asides.causes)
	}
	return nil
}

// tryAgain lets a user catch up who was set aside, and takes the user back, or leaves
// everything as it was. The error it returns is no fault of the user's.
func (s *Service) tryAgain(ctx context.Context, userID string) error {
	isBack := false
	err := s.db.Background(ctx, func(tx *sqldb.Tx) error {
		isBack = false
		if _, is, err := s.AsideSince(tx, userID); err != nil || !is {
			return err
		}
		if err := s.catchUpAlone(tx, userID); err != nil {
			return err
		}
		isBack = true
		return s.EndAside(tx, userID)
	})
	switch {
	case err != nil && (ctx.Err() != nil || sqldb.Passes(err)):
		return err
	case err == nil && !isBack:
		return nil
	}
	s.asides.mu.Lock()
	defer s.asides.mu.Unlock()
	if err == nil {
		delete(s.asides.causes, userID)
		s.log.Info("a user who was set aside is settled", "user", userID)
	} else if s.asides.remember(userID, err) {
		s.log.Error("a user stays set aside: settling fails", "user", userID, "cause", err)
	}
	return nil
}
