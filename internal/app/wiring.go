package app

import (
	"context"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// points tells sign-in how many game points a user has.
type points struct{ ledger *ledger.Ledger }

func (p points) GamePoints(tx *sqldb.Tx, userID string) (int64, error) {
	balance, err := p.ledger.Balance(tx, ledger.Of(userID, ledger.Points, money.GP))
	return int64(balance), err
}

// people tells payment whose wallet is whose.
type people struct{}

func (people) ByAddress(tx *sqldb.Tx, address string) (string, bool, error) {
	p, found, err := user.FindByAddress(tx, address)
	return p.ID, found, err
}

func (people) AddressOf(tx *sqldb.Tx, userID string) (string, error) {
	p, err := user.Find(tx, userID)
	return p.Address, err
}

const (
	chainEvery = 5 * time.Second
	chunkPause = 20 * time.Millisecond
	purgeEvery = time.Hour
)

// ownJobs are the jobs of the parts that are no features.
func (p *Program) ownJobs() []jobs.Job {
	return append(p.notices.Jobs(), []jobs.Job{
		newBrake(p).job(),
		{Name: "ledger_chain", Every: chainEvery, Behind: true, Work: func(ctx context.Context) (more bool, err error) {
			err = p.db.Behind(ctx, func(tx *sqldb.Tx) error {
				linked, err := ledger.Extend(tx)
				more = linked > 0
				return err
			})
			return more, err
		}},
		{Name: "signin_purge", Every: purgeEvery, Pause: chunkPause, Work: func(ctx context.Context) (bool, error) {
			deleted, err := p.signin.PurgeSessions(ctx)
			return deleted > 0, err
		}},
		{Name: "api_purge", Every: purgeEvery, Pause: chunkPause, Work: func(ctx context.Context) (bool, error) {
			deleted, err := httpapi.PurgeReplies(ctx, p.db)
			return deleted > 0, err
		}},
	}...)
}
