package solvency

import (
	"context"
	"log/slog"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/payout"
	"etld/internal/infra/chain"
	"etld/internal/infra/jobs"
	"etld/internal/infra/receipt"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
)

// Chain is a network whose last block before a midnight stands in the text.
type Chain struct {
	Network string
	Pool    interface {
		LastBefore(ctx context.Context, at time.Time) (chain.Block, error)
	}
}

// Anchors send the text and know what became of it; payout.Service has them.
type Anchors interface {
	Publish(tx *sqldb.Tx, name string, data []byte) error
	Find(tx sqldb.Command, name string) (payout.Payout, bool, error)
	// Hint names what Find reads.
	Hint(name string) sqldb.Hint
}

// Config is what the service is built from. Without a sealer nothing can be kept
// secret, and no snapshot is made. Line may be missing.
type Config struct {
	DB       *sqldb.DB
	Chance   entropy.Source
	Sealer   *seal.Sealer
	Receipts receipt.Key
	// Delayed are the rewards that a review kept from their users at an instant.
	Delayed func(tx *sqldb.Tx, at time.Time) (map[string]money.Amount, error)
	Anchors Anchors
	// Sender is the address that anchors are sent from; empty where nothing is anchored.
	Sender string
	Chains []Chain
	// Line is the newest link of the public line of reserves from before an instant.
	Line func(tx *sqldb.Tx, before time.Time) (number int64, hash string, err error)
	Log  *slog.Logger
}

// Service makes snapshots and proofs.
type Service struct{ Config }

// New builds the service.
func New(c Config) *Service {
	return &Service{c}
}

// Jobs make a snapshot for each day that ended, and let old ones expire.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{{Name: "solvency", Every: every, Work: s.step}}
}

func (s *Service) step(ctx context.Context) (more bool, err error) {
	if s.Sealer == nil {
		return false, nil
	}
	more, err = s.makeNext(ctx)
	if err != nil || more {
		return more, err
	}
	return s.expireNext(ctx)
}

// sealOwner binds a secret to its snapshot.
func sealOwner(id string) string { return "solvency|" + id }

// Rotate seals with the present key what former ones sealed, and counts it.
func (s *Service) Rotate(ctx context.Context) (int, error) {
	return s.Sealer.Rotate(ctx, s.DB, snapshotTable.Name(), sealOwner)
}
