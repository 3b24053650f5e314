package reconciliation

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"golang.org/x/sync/errgroup"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/infra/chain/contracts"
	"etld/internal/infra/sqldb"
)

const (
	// reconcileTries bounds how often a reading is repeated because the books
	// moved while the chain was asked.
	reconcileTries = 5
	// readsMax bounds the balances that are asked for at once.
	readsMax = 16
	// readingAgeMax is for how long a reading stands beside totals of now: two that
	// fail, and some time for the third.
	readingAgeMax = 15 * time.Minute
)

// BalanceReader reads what an address holds of a token at a block.
type BalanceReader interface {
	TokenBalance(ctx context.Context, chainID uint64, token, owner common.Address, block uint64) (*big.Int, error)
}

// OnChain reads balances from the chain itself: a caller per chain id, such as
// a chain.Pool.
type OnChain map[uint64]contracts.Caller

// TokenBalance asks the token's contract.
func (o OnChain) TokenBalance(ctx context.Context, chainID uint64, token, owner common.Address, block uint64) (*big.Int, error) {
	caller := o[chainID]
	if caller == nil {
		return nil, fmt.Errorf("reconciliation: chain %d cannot be read", chainID)
	}
	return contracts.ERC20{Address: token}.BalanceOf(ctx, caller, owner, new(big.Int).SetUint64(block))
}

// Reading compares the chain with the books for one token at one final block,
// in the token's own units.
type Reading struct {
	Network   string
	Asset     money.Asset
	Token     common.Address
	Decimals  int
	Block     uint64
	BlockHash string
	At        time.Time
	// Held is what each of our addresses has; OnChain is its sum.
	Held []Holding
	// Booked is A.CHAIN, Recorded what was received and lies in no account: dust,
	// remainders, and receipts not yet credited.
	OnChain, Booked, Recorded *big.Int
	// Leaving is what payouts on their way may have taken from the chain while
	// the books still have it: any part of it, as each is mined some time before
	// it is settled.
	Leaving *big.Int
}

// Holding is what one of our addresses has of a token.
type Holding struct {
	Address common.Address
	Units   *big.Int
}

// Difference is what the chain holds beyond the books; below zero it is a
// deficit.
func (r Reading) Difference() *big.Int {
	return new(big.Int).Sub(r.OnChain, new(big.Int).Add(r.Booked, r.Recorded))
}

// IsOld says that a reading tells nothing of a moment any more: what came and left since
// is in the books of now and not in it.
func (r Reading) IsOld(now time.Time) bool { return now.Sub(r.At) > readingAgeMax }

// Unexplained is the part of the difference that payouts on their way do not
// account for.
func (r Reading) Unexplained() *big.Int {
	difference := r.Difference()
	if difference.Sign() >= 0 {
		return difference
	}
	if difference.Add(difference, r.Leaving); difference.Sign() > 0 {
		return new(big.Int)
	}
	return difference
}

// Violation is I4, when the reading is a deficit beyond what is leaving. A
// surplus alarms only: it is money nobody has asked for yet.
func (r Reading) Violation() (ledger.Violation, bool) {
	missing := r.Unexplained()
	if missing.Sign() >= 0 {
		return ledger.Violation{}, false
	}
	return ledger.Violation{Invariant: "I4", Detail: fmt.Sprintf("%s on %s at block %d: %s on chain, %s booked, %s recorded and %s leaving; %s missing",
		r.Asset, r.Network, r.Block, r.OnChain, r.Booked, r.Recorded, r.Leaving, missing.Neg(missing))}, true
}

// reconcileDue compares each network every five minutes. A chain that does not answer
// is no failure of the job, and keeps no other network from being compared: the
// watcher's state tells, and it is tried again in a minute.
func (s *Service) reconcileDue(ctx context.Context) (more bool, err error) {
	var now time.Time
	err = s.DB.View(ctx, func(tx *sqldb.Tx) error { now = tx.Now(); return nil })
	if err != nil {
		return false, err
	}
	for _, n := range s.Payments.Networks() {
		if last := s.readingsOf(n); len(last) > 0 && now.Sub(last[0].At) < reconcileEvery {
			continue
		}
		readings, err := s.lookAnew(ctx, n)
		if err != nil {
			s.Log.Warn("the chain could not be compared with the books", "network", n.Name, "error", err)
		}
		s.logDifferences(readings)
	}
	return false, nil
}

// Readings are what the last comparison of each network by the job found, however old
// it is.
func (s *Service) Readings() []Reading {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.readings)
}

// Reconcile reads every token's balance over our own addresses at the final
// block up to which the books reach. It logs a surplus as a warning and a
// deficit as an error, and returns all readings. A network that was never
// watched has none.
func (s *Service) Reconcile(ctx context.Context) ([]Reading, error) {
	var list []Reading
	for _, n := range s.Payments.Networks() {
		readings, err := s.reconcile(ctx, n)
		if err != nil {
			return nil, fmt.Errorf("reconcile %s: %w", n.Name, err)
		}
		list = append(list, readings...)
	}
	s.logDifferences(list)
	return list, nil
}

// logDifferences logs where the chain holds something else than the books.
func (s *Service) logDifferences(readings []Reading) {
	for _, r := range readings {
		switch unexplained := r.Unexplained(); unexplained.Sign() {
		case -1:
			s.Log.Error("the chain holds less than the books", "network", r.Network, "asset", r.Asset, "block", r.Block, "missing", unexplained, "leaving", r.Leaving)
		case 1:
			s.Log.Warn("the chain holds more than the books", "network", r.Network, "asset", r.Asset, "block", r.Block, "surplus", unexplained)
		}
	}
}

// reconcile reads the books before and after the chain: only where the final
// block stood still do both speak of the same moment.
func (s *Service) reconcile(ctx context.Context, n *payment.Network) ([]Reading, error) {
	for range reconcileTries {
		before, known, err := s.booked(ctx, n)
		if err != nil || !known {
			return nil, err
		}
		if err := s.readHeld(ctx, n, before); err != nil {
			return nil, err
		}
		after, _, err := s.booked(ctx, n)
		if err != nil {
			return nil, err
		}
		if sameBooks(before, after) {
			return before, nil
		}
	}
	return nil, fmt.Errorf("the books moved %d times while the chain was read", reconcileTries)
}

// readHeld reads what our addresses hold of each token, of all at once: one after the other,
// slow nodes would take longer than a final block stays the newest, each time.
func (s *Service) readHeld(ctx context.Context, n *payment.Network, readings []Reading) error {
	owners := ownAddresses(n)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(readsMax)
	for i := range readings {
		r := &readings[i]
		r.Held = make([]Holding, len(owners))
		for j, owner := range owners {
			group.Go(func() error {
				held, err := s.Balances.TokenBalance(ctx, n.ChainID, r.Token, owner, r.Block)
				r.Held[j] = Holding{owner, held}
				return err
			})
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, r := range readings {
		for _, h := range r.Held {
			r.OnChain.Add(r.OnChain, h.Units)
		}
	}
	return nil
}

func sameBooks(a, b []Reading) bool {
	for i := range a {
		if i >= len(b) || a[i].Block != b[i].Block || a[i].Booked.Cmp(b[i].Booked) != 0 || a[i].Recorded.Cmp(b[i].Recorded) != 0 || a[i].Leaving.Cmp(b[i].Leaving) != 0 {
			return false
		}
	}
	return true
}

// booked is the books' side of the readings, one per token of the network, in
// one snapshot.
func (s *Service) booked(ctx context.Context, n *payment.Network) (list []Reading, known bool, err error) {
	err = s.DB.View(ctx, func(tx *sqldb.Tx) error {
		list = nil
		block, hash, isKnown, err := s.Payments.FinalBlock(tx, n)
		if known = isKnown; err != nil || !known {
			return err
		}
		recorded, err := s.Payments.Recorded(tx, n)
		if err != nil {
			return err
		}
		for _, token := range n.Tokens {
			balance, err := s.Ledger.Balance(tx, ledger.House(n.Account, token.Asset))
			if err != nil {
				return err
			}
			units, err := money.ToBaseUnits(balance, token.Decimals)
			if err != nil {
				return fmt.Errorf("%s %s on %s: %w", balance, token.Asset, n.Name, err)
			}
			leaving, err := s.leaving(tx, n, token)
			if err != nil {
				return err
			}
			list = append(list, Reading{Network: n.Name, Asset: token.Asset, Token: token.Contract, Decimals: token.Decimals,
				Block: block, BlockHash: hash, At: tx.Now(), OnChain: new(big.Int), Booked: units, Recorded: recorded[token.Contract.Hex()], Leaving: leaving})
		}
		return nil
	})
	return list, known, err
}

// leaving is what payouts on their way may have taken already.
func (s *Service) leaving(tx *sqldb.Tx, n *payment.Network, token payment.Token) (*big.Int, error) {
	if s.OnTheWay == nil {
		return new(big.Int), nil
	}
	amount, err := s.OnTheWay(tx, n.Name, token.Asset)
	if err != nil {
		return nil, err
	}
	return money.ToBaseUnits(amount, token.Decimals)
}

func ownAddresses(n *payment.Network) []common.Address {
	others := slices.DeleteFunc(slices.Clone(n.Own), func(a common.Address) bool { return a == n.Treasury })
	return append([]common.Address{n.Treasury}, others...)
}
