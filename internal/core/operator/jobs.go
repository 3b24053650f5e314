package operator

import (
	"context"
	"time"

	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	expireEvery = time.Minute
	expireMax   = 100
)

// Jobs close what nobody decided and forget ended sessions.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{
		{Name: "operator_expire", Every: expireEvery, Work: s.expireDue},
		jobs.Purge(s.DB, "operator_purge", jobs.Older(deleteSessions, sessionAgeMax)),
	}
}

func (s *Service) expireDue(ctx context.Context) (more bool, err error) {
	err = s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		due, err := queryProposals(tx, selectDue, tx.Now(), expireMax)
		if err != nil {
			return err
		}
		for _, p := range due {
			if err := expire(tx, p); err != nil {
				return err
			}
		}
		more = len(due) == expireMax
		return nil
	})
	return more, err
}
