package ledger

import (
	"context"
	"time"

	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const chainEvery = 5 * time.Second

// Jobs link what was posted.
func Jobs(db *sqldb.DB) []jobs.Job {
	return []jobs.Job{{Name: "ledger_chain", Every: chainEvery, Work: func(ctx context.Context) (more bool, err error) {
		err = db.Background(ctx, func(tx *sqldb.Tx) error {
			linked, err := Extend(tx)
			more = linked > 0
			return err
		})
		return more, err
	}}}
}
