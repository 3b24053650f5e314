package payment

import (
	"time"

	"etld/internal/infra/jobs"
)

const (
	settleJob   = "payment_settle"
	settleEvery = time.Second
	expireEvery = 5 * time.Second
	// reconcileEvery is far below the time in which anybody would act on it.
	reconcileEvery = time.Hour
	// reconcileRetry is how soon a comparison is tried again that the chain could
	// not answer, as at the first moment of a program that was away.
	reconcileRetry = time.Minute
)

// Jobs is this package's scheduled work. What is due comes from the rows alone,
// so a job that did not run for days catches up, and running twice changes
// nothing.
func (s *Service) Jobs() []jobs.Job {
	list := []jobs.Job{
		{Name: settleJob, Every: settleEvery, Work: s.creditDue, Owed: true},
		{Name: "payment_expire", Every: expireEvery, Work: s.expireDue, Owed: true},
	}
	if s.balances != nil {
		list = append(list, jobs.Job{Name: "payment_reconcile", Every: reconcileRetry, Work: s.reconcileDue},
			jobs.Job{Name: rereadJob, Every: reconcileRetry, Pause: rereadPause, Work: s.rereadDue})
	}
	return list
}
