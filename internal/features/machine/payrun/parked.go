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
	// retryUsers bounds the users one step tries.
	retryUsers = 32
)

// ParkedUser is a user as an item of JobRetry.
func ParkedUser(userID string) jobs.Item { return jobs.Item{Job: JobRetry, Subject: userID} }

// notParked is the condition that a payee is not parked.
var notParked = jobs.NotParked(JobRetry, "machine_user.user_id")

// users are those who cannot catch up together with others: each is tried alone.
func (s *Service) users() jobs.Items {
	return jobs.Items{Job: JobRetry, Max: retryUsers, RetryAfter: retryPause, Do: s.catchUpAlone}
}

// parkCulprits tries each user of a failed chunk alone, so that those it failed for do
// not hold up the others, and parks these. Nobody is parked for what passes by itself:
// that is an error of the chunk, of which the rest is tried again. What two instances
// insert at once may meet as a unique key instead of a conflict; trying alone finds it
// there.
func (s *Service) parkCulprits(ctx context.Context, users []string, more bool, failure error) (bool, error) {
	if failure == nil || len(users) == 0 || errors.Is(failure, sqldb.ErrUnavailable) || errors.Is(failure, jobs.ErrLost) || ctx.Err() != nil {
		return more && failure == nil, failure
	}
	var left []error
	for _, userID := range users {
		left = append(left, s.DB.Background(ctx, func(tx *sqldb.Tx) error { return s.users().Alone(ctx, tx, userID, false) }))
	}
	err := errors.Join(left...)
	return err == nil, err
}

// catchUpAlone lets a user catch up as far as everybody, so that whatever fails in a
// chunk fails here too.
func (s *Service) catchUpAlone(tx *sqldb.Tx, userID string) error {
	v, err := s.State(tx)
	if err != nil {
		return err
	}
	p, found, err := s.store.payees.Get(tx, userID)
	if err != nil || !found {
		return err
	}
	return s.catchUpAll(tx, []Payee{p}, earning.Earlier(tx.Now(), v.OpenDay.End()))
}

// retryStep tries the parked users again whose time has come.
func (s *Service) retryStep(ctx context.Context) (more bool, err error) {
	return s.users().Step(ctx, s.DB)
}
