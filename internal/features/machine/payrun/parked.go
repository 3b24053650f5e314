package payrun

import (
	"context"
	"errors"
	"time"

	"etld/internal/features/machine/earning"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	// retryEvery is how often the job looks whether a parked user is to be tried
	// again, retryPause how long after a failure that is.
	retryEvery = 5 * time.Second
	retryPause = time.Hour
	// retryUsers bounds the users one step tries, each in a transaction of its own.
	retryUsers = 32
)

// A parked user's row says so too, as the jobs choose whom to pay by an index of
// rows.
const (
	leaveOut = `UPDATE machine_user SET parked_at = $1 WHERE user_id = $2 AND parked_at = 0`
	takeBack = `UPDATE machine_user SET parked_at = 0 WHERE user_id = $1`
)

// ParkedUser is a user as an item of JobRetry.
func ParkedUser(userID string) jobs.Item { return jobs.Item{Job: JobRetry, Subject: userID} }

// parkCulprits tries a failed chunk's users again in ever smaller groups, so that
// those it failed for do not hold up the others, and parks these. Nobody is parked
// for what passes by itself: that is an error of the chunk, which is tried again
// as a whole.
func (s *Service) parkCulprits(ctx context.Context, users []string, more bool, err error) (bool, error) {
	if err == nil || len(users) == 0 || errors.Is(err, sqldb.ErrUnavailable) || errors.Is(err, jobs.ErrLost) || ctx.Err() != nil {
		return more && err == nil, err
	}
	half := len(users) / 2
	first, second := s.tryGroup(ctx, users[:half]), s.tryGroup(ctx, users[half:])
	return more, errors.Join(first, second)
}

// tryGroup lets users catch up together or, where that fails, in two halves. It
// returns what failed, and has parked whom it failed for.
func (s *Service) tryGroup(ctx context.Context, users []string) error {
	if len(users) == 0 {
		return nil
	}
	err := s.tryTogether(ctx, users)
	switch half := len(users) / 2; {
	case err == nil || ctx.Err() != nil || sqldb.Passes(err):
		return err
	case half > 0:
		return errors.Join(s.tryGroup(ctx, users[:half]), s.tryGroup(ctx, users[half:]))
	}
	return errors.Join(err, s.park(ctx, users[0], err))
}

// tryTogether lets users catch up. What two instances insert at once may meet as a
// unique key instead of a conflict; then the second try finds it there.
func (s *Service) tryTogether(ctx context.Context, users []string) error {
	try := func() error {
		return s.DB.Background(ctx, func(tx *sqldb.Tx) error { return s.catchUpAgain(tx, users) })
	}
	err := try()
	if sqldb.IsUniqueViolation(err) {
		err = try()
	}
	return err
}

// catchUpAgain lets users catch up as far as everybody, so that whatever fails in a
// chunk fails here too.
func (s *Service) catchUpAgain(tx sqldb.Command, users []string) error {
	v, err := s.State(tx)
	if err != nil {
		return err
	}
	payees, err := s.payeesOf(tx, users)
	if err != nil {
		return err
	}
	return s.catchUpAll(tx, payees, earning.Earlier(tx.Now(), v.OpenDay.End()))
}

func (s *Service) payeesOf(tx sqldb.Command, users []string) (list []Payee, err error) {
	for _, userID := range users {
		p, found, err := s.store.payees.Get(tx, userID)
		if err != nil {
			return nil, err
		}
		if found {
			list = append(list, p)
		}
	}
	return list, nil
}

// park takes a user out of the jobs' way until the next try.
func (s *Service) park(ctx context.Context, userID string, cause error) error {
	return s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		if _, err := tx.Exec(leaveOut, tx.Now(), userID); err != nil {
			return err
		}
		return jobs.Park(tx, ParkedUser(userID), cause, tx.Now().Add(retryPause))
	})
}

// retryStep tries the parked users again whose time has come. When the program
// starts that is all of them: a new release may have mended the cause.
func (s *Service) retryStep(ctx context.Context) (more bool, err error) {
	if err := s.retryAtStart(ctx); err != nil {
		return false, err
	}
	var users []string
	err = s.DB.View(ctx, func(tx *sqldb.Tx) (err error) {
		users, err = jobs.Due(tx, JobRetry, retryUsers)
		return err
	})
	if err != nil {
		return false, err
	}
	for _, userID := range users {
		if err := s.retry(ctx, userID); err != nil {
			return false, err
		}
	}
	return len(users) == retryUsers, nil
}

// retryAtStart makes the parked users due, once in the life of the service.
func (s *Service) retryAtStart(ctx context.Context) error {
	if s.isStarted.Load() {
		return nil
	}
	err := s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		parked, err := jobs.Parked(tx, JobRetry)
		for i := 0; i < len(parked) && err == nil; i++ {
			_, err = jobs.Retry(tx, parked[i].Item)
		}
		return err
	})
	s.isStarted.Store(err == nil)
	return err
}

// retry lets a parked user catch up and takes him back, or parks him anew. The
// error it returns is no fault of the user's.
func (s *Service) retry(ctx context.Context, userID string) error {
	err := s.DB.Background(ctx, func(tx *sqldb.Tx) error {
		if err := s.catchUpAgain(tx, []string{userID}); err != nil {
			return err
		}
		if _, err := tx.Exec(takeBack, userID); err != nil {
			return err
		}
		_, err := jobs.Unpark(tx, ParkedUser(userID))
		return err
	})
	if err == nil || ctx.Err() != nil || sqldb.Passes(err) {
		return err
	}
	return s.park(ctx, userID, err)
}
