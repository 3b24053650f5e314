package payment

import (
	"time"

	"etld/internal/infra/jobs"
)

const (
	creditJob   = "payment_settle"
	creditEvery = time.Second
	expireJob   = "payment_expire"
	expireEvery = 5 * time.Second
)

const (
	// claimKept is how long it is known that a sender's claim was used: far longer than
	// any can be used.
	claimKept   = 24 * time.Hour
	purgeClaims = `DELETE FROM payment_claim WHERE sender IN (SELECT sender FROM payment_claim WHERE at < $1 LIMIT $2)`
	// unpaidKept is how long it is known which transaction a payer named, and what was
	// to be paid and was not. What was received says it by itself.
	unpaidKept       = 90 * 24 * time.Hour
	purgeSubmissions = `DELETE FROM payment_submission WHERE id IN (SELECT id FROM payment_submission WHERE at < $1 LIMIT $2)`
	purgeIntents     = `DELETE FROM payment_intent WHERE no IN (SELECT no FROM payment_intent i
		WHERE state IN ('expired', 'cancelled') AND paid = 0 AND closed_at < $1
			AND NOT EXISTS (SELECT 1 FROM payment_submission s WHERE s.intent_no = i.no)
			AND NOT EXISTS (SELECT 1 FROM payment_transfer t WHERE t.intent_no = i.no AND t.intent_no <> '') LIMIT $2)`
)

// Jobs is this package's scheduled work. What is due comes from the rows alone,
// so a job that did not run for days catches up, and running twice changes
// nothing.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{
		{Name: creditJob, Every: creditEvery, Work: s.Incoming.creditDue, Owed: true},
		{Name: expireJob, Every: expireEvery, Work: s.Intents.expireDue, Owed: true},
		jobs.Purge(s.DB, "payment_purge", jobs.Older(purgeClaims, claimKept), jobs.Older(purgeSubmissions, unpaidKept), jobs.Older(purgeIntents, unpaidKept)),
	}
}
