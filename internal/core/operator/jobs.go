package operator

import (
	"time"

	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	jobExpire   = "operator_expire"
	expireEvery = time.Minute
	expireMax   = 100
	expireRetry = time.Hour
)

var selectDue = `SELECT id FROM operator_proposal WHERE state = 'pending' AND expires_at <= $1 AND ` + jobs.NotParked(jobExpire, "operator_proposal.id") +
	` ORDER BY expires_at LIMIT $2`

// Jobs close what nobody decided and forget ended sessions.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{
		jobs.Items{Job: jobExpire, Max: expireMax, RetryAfter: expireRetry, Do: expirePending, Read: jobs.ReadDue(selectDue, expireMax)}.Every(expireEvery, s.DB),
		jobs.Purge(s.DB, "operator_purge", jobs.Older(deleteSessions, sessionAgeMax)),
	}
}

func expirePending(tx *sqldb.Tx, id string) error {
	p, _, err := findProposal(tx, selectProposal, id)
	if err != nil || p.State != Pending {
		return err
	}
	return expire(tx, p)
}
