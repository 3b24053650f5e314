package payout

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	lookEvery      = time.Second
	instanceLength = 16
	// signTime and chainTime bound one question to the outside.
	signTime  = 15 * time.Second
	chainTime = 30 * time.Second
)

// sender sends what waits in the queues: it leases a wallet, gives nonces, has signed,
// sends and follows. It knows nothing of people.
type sender struct {
	*shared
	queues map[Purpose]queue
	// instance names this process in the leases it has.
	instance string
	// lookAgain is when a wallet's coin that had to wait is looked at again.
	lookAgain sync.Map
}

// jobOf names the work of a network's wallet.
func jobOf(network string) string { return "payout_" + network }

// Jobs is the work of every wallet. Any number of instances may run it: one at a
// time has the lease of a wallet.
func (s *Service) Jobs() []jobs.Job {
	list := make([]jobs.Job, 0, len(s.wallets))
	for _, w := range s.wallets {
		list = append(list, jobs.Job{Name: jobOf(w.Network), Every: lookEvery,
			Work: func(ctx context.Context) (bool, error) { return s.sender.work(ctx, w) }})
	}
	return list
}

// work follows every slot of a wallet one step and begins at most one payout.
// A payout that cannot be followed is parked and holds up no other, but for one that is
// not signed yet: its wallet begins none until it is.
func (s *sender) work(ctx context.Context, w *Wallet) (more bool, err error) {
	l, isLeased, err := s.acquireLease(ctx, w)
	if err != nil || !isLeased {
		return false, err
	}
	more, err = s.workLeased(ctx, l)
	switch {
	case errors.Is(err, errLost):
		return false, jobs.ErrLost
	case err != nil || l.met.wait == WaitSigner || l.met.wait == WaitChain:
		// Another instance may reach what this one cannot, and asks before it does again.
		err = errors.Join(err, s.giveBack(ctx, l.wallet))
	}
	return more, err
}

func (s *sender) workLeased(ctx context.Context, l lease) (more bool, err error) {
	defer jobs.Beside(ctx, l.wallet.Timing.Lease/3, l.prolong)()
	slots, err := sqldb.Value(ctx, s.DB.View, func(tx *sqldb.Tx) ([]slot, error) { return slotsToFollow(tx, l.wallet.Network) })
	if err != nil {
		return false, err
	}
	for _, one := range slots {
		moved, err := s.followAlone(ctx, l, one)
		if err != nil {
			return false, err
		}
		more = more || moved
	}
	if err := s.queues[l.wallet.Purpose].endLate(ctx, l); err != nil {
		return false, err
	}
	if err := s.lookAtWallet(ctx, l); err != nil {
		return false, err
	}
	begun, err := s.begin(ctx, l)
	return (more || begun) && err == nil, err
}

// followAlone follows a slot and parks what it is for where that fails.
func (s *sender) followAlone(ctx context.Context, l lease, one slot) (more bool, err error) {
	more, failure := s.follow(ctx, l, one)
	switch {
	case failure == nil && !one.isParked:
		return more, nil
	case errors.Is(failure, errLost) || jobs.Passes(ctx, failure):
		return false, failure
	}
	return more, l.update(ctx, func(tx *sqldb.Tx, _ WalletState) error {
		if failure == nil {
			_, err := jobs.Unpark(tx, one.item())
			return err
		}
		return jobs.Park(tx, one.item(), failure, tx.Now().Add(l.wallet.Timing.RetryEvery))
	})
}

// quote is what the chain asks for a transaction now, if it would succeed.
func (s *sender) quote(ctx context.Context, w *Wallet, p Payout) (chain.Quote, error) {
	asked, err := s.queues[w.Purpose].subject(w, p)
	if err != nil {
		return chain.Quote{}, err
	}
	target, value, data, err := signer.Transfer(asked)
	if err != nil {
		return chain.Quote{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, chainTime)
	defer cancel()
	return w.Chain.Quote(ctx, ethereum.CallMsg{From: w.Address, To: &target, Value: value, Data: data})
}
