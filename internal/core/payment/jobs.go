package payment

import (
	"time"

	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	settleJob   = "payment_settle"
	settleEvery = time.Second
	expireEvery = 5 * time.Second
	// reconcileEvery gives each line of the public log a reading of its own.
	reconcileEvery = 5 * time.Minute
	// reconcileRetry is how soon a comparison is tried again that the chain could
	// not answer, as at the first moment of a program that was away.
	reconcileRetry = time.Minute
)

const (
	// claimKept is how long it is known that a sender's claim was used: far longer than
	// any can be used.
	claimKept   = 24 * time.Hour
	purgeClaims = `DELETE FROM payment_claim WHERE sender IN (SELECT sender FROM payment_claim WHERE at < $1 LIMIT $2)`
	// submissionKept is how long it is known which transaction a payer named. What was
	// received says it by itself.
	submissionKept   = 90 * 24 * time.Hour
	purgeSubmissions = `DELETE FROM payment_submission WHERE id IN (SELECT id FROM payment_submission WHERE at < $1 LIMIT $2)`
)

// Jobs is this package's scheduled work. What is due comes from the rows alone,
// so a job that did not run for days catches up, and running twice changes
// nothing.
func (s *Service) Jobs() []jobs.Job {
	list := []jobs.Job{
		{Name: settleJob, Every: settleEvery, Work: s.creditDue, Owed: true},
		{Name: "payment_expire", Every: expireEvery, Work: s.expireDue, Owed: true},
		jobs.Purge(s.db, "payment_purge",
			func(tx *sqldb.Tx) (int64, error) {
				return tx.Exec(purgeClaims, tx.Now().Add(-claimKept), jobs.PurgeMax)
			},
			func(tx *sqldb.Tx) (int64, error) {
				return tx.Exec(purgeSubmissions, tx.Now().Add(-submissionKept), jobs.PurgeMax)
			}),
	}
	if s.balances != nil {
		list = append(list, jobs.Job{Name: "payment_reconcile", Every: reconcileRetry, Work: s.reconcileDue},
			jobs.Job{Name: rereadJob, Every: reconcileRetry, Pause: rereadPause, Work: s.rereadDue})
	}
	return list
}
