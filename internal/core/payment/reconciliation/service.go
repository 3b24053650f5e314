// Package reconciliation compares what the chain holds with what the books say, and looks
// for deposits that were missed.
//
// Words. A *reading* is the comparison of one token at one final block. What the chain holds
// beyond the books is a *surplus*, what it lacks a *deficit*. A *gap* is what is known of a
// token's surplus.
//
// How it runs. payment_reconcile reads the balances of our own addresses every five minutes.
// Where the chain holds more, payment_reread has final blocks read again, as a node may have
// kept a deposit back: first those since the comparison before, then, with growing pauses,
// all since the books last agreed. What is found then is credited as every deposit is.
package reconciliation

import (
	"log/slog"
	"math/big"
	"sync"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/infra/jobs"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

const (
	// reconcileEvery gives each line of the public log a reading of its own.
	reconcileEvery = 5 * time.Minute
	// reconcileRetry is how soon a comparison is tried again that the chain could
	// not answer, as at the first moment of a program that was away.
	reconcileRetry = time.Minute
)

// Config is what a Service is built from. Only OnTheWay and Rereaders may be empty.
type Config struct {
	DB     *sqldb.DB
	Ledger *ledger.Ledger
	Log    *slog.Logger
	// Payments know what arrived.
	Payments *payment.Service
	// Balances reads what the chain holds.
	Balances BalanceReader
	// OnTheWay is what may have left our addresses of an asset on a network and
	// is still in the books; nil means that nothing ever leaves.
	OnTheWay func(tx *sqldb.Tx, network string, asset money.Asset) (money.Amount, error)
	// Rereaders read a network's blocks again, by chain, when the chain holds more than
	// the books. Without one a surplus is told of and nothing more.
	Rereaders map[uint64]Rereader
}

// Service compares.
type Service struct {
	Config
	// rereadWaits belongs to the job that reads blocks again, by network.
	rereadWaits map[string]*jobs.Reminder

	mu       sync.Mutex
	readings []Reading
}

// New builds the service.
func New(c Config) *Service {
	s := &Service{Config: c, rereadWaits: make(map[string]*jobs.Reminder)}
	for _, n := range c.Payments.Networks() {
		s.rereadWaits[n.Name] = &jobs.Reminder{First: rereadFirst, Max: rereadMax}
	}
	return s
}

// Jobs compare, and read again.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{{Name: "payment_reconcile", Every: reconcileRetry, Work: s.reconcileDue},
		{Name: rereadJob, Every: reconcileRetry, Pause: rereadPause, Work: s.rereadDue}}
}

// Figures are what the last comparison found.
func (s *Service) Figures(tx *sqldb.Tx, set *metrics.Set) error {
	for _, r := range s.Readings() {
		set.Gauge("etld_chain_reading_age_seconds", "How long ago the chain was last compared with the books.",
			tx.Now().Sub(r.At).Seconds(), "network", r.Network, "asset", string(r.Asset))
		if r.IsOld(tx.Now()) {
			continue
		}
		// A gauge is a float by nature; it alarms, and the log has the exact figure.
		difference, _ := new(big.Float).SetInt(r.Unexplained()).Float64()
		set.Gauge("etld_chain_difference", "What the chain holds beyond the books, in token units; below zero is a deficit.",
			difference, "network", r.Network, "asset", string(r.Asset))
	}
	return nil
}
