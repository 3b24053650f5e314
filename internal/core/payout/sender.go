package payout

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	lookEvery = time.Second
	// signTime and chainTime bound one question to the outside.
	signTime  = 15 * time.Second
	chainTime = 30 * time.Second
)

// sender sends what waits in the queues: it leases a wallet, gives nonces, has signed,
// sends and follows. It knows nothing of people.
type sender struct {
	*parts
	queues map[Purpose]queue
	// instance names this process in the leases it has.
	instance string

	mu sync.Mutex
	// lookAgain is when a wallet's coin that had to wait is looked at again.
	lookAgain map[string]time.Time
}

// Jobs is the work of every wallet. Any number of instances may run it: one at a
// time has the lease of a wallet.
func (s *Service) Jobs() []jobs.Job {
	list := make([]jobs.Job, 0, len(s.wallets))
	for _, w := range s.wallets {
		list = append(list, jobs.Job{Name: "payout_" + w.Network, Every: lookEvery,
			Work: func(ctx context.Context) (bool, error) { return s.work(ctx, w) }})
	}
	return list
}

// work follows every slot of a wallet one step and begins at most one payout.
// A payout that cannot be ended holds up no other.
func (s *sender) work(ctx context.Context, w *Wallet) (more bool, err error) {
	l, isLeased, err := s.acquireLease(ctx, w)
	if err != nil || !isLeased {
		return false, err
	}
	more, err = s.workLeased(ctx, l)
	if errors.Is(err, errLost) {
		return false, jobs.ErrLost
	}
	return more, err
}

func (s *sender) workLeased(ctx context.Context, l lease) (more bool, err error) {
	var slots []slot
	err = s.DB.View(ctx, func(tx *sqldb.Tx) (err error) {
		slots, err = openSlots(tx, l.wallet.Network)
		return err
	})
	if err != nil {
		return false, err
	}
	var problems []error
	for _, one := range slots {
		moved, err := s.follow(ctx, l, one)
		if errors.Is(err, errLost) || errors.Is(err, sqldb.ErrUnavailable) {
			return false, err
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s %s: %w", one.Purpose, one.Reference, err))
		}
		more = more || moved
	}
	if err := s.queues[l.wallet.Purpose].endLate(ctx, l); err != nil {
		return false, err
	}
	begun, err := false, s.lookAtWallet(ctx, l)
	if err == nil {
		begun, err = s.begin(ctx, l)
	}
	if err != nil {
		problems = append(problems, err)
	}
	return (more || begun) && len(problems) == 0, errors.Join(problems...)
}
