package payout

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
)

// Signer signs payouts; signer.Local and signer.Client are two. An error that
// is no refusal (signer.Refusal) leaves open whether it signed; the same
// request must then give the same bytes.
type Signer interface {
	SignPayout(ctx context.Context, request signer.Request) (signer.Signed, error)
}

// Chain is what paying needs of a chain; chain.Pool is one.
type Chain interface {
	Quote(ctx context.Context, call ethereum.CallMsg) (chain.Quote, error)
	Balance(ctx context.Context, token, account common.Address) (*big.Int, error)
	// FinalBalance is what an account holds of the native coin by the final block.
	FinalBalance(ctx context.Context, account common.Address) (*big.Int, error)
	Nonces(ctx context.Context, account common.Address) (latest, final uint64, err error)
	Broadcast(ctx context.Context, raw []byte) error
	Outcome(ctx context.Context, account common.Address, nonce uint64, hashes []common.Hash) (chain.Outcome, error)
}

// Coin is a currency that a wallet pays out.
type Coin struct {
	Asset money.Asset
	// Token is the contract; the zero address is the chain's native coin.
	Token    common.Address
	Decimals int
	// DayMax bounds what is begun on one platform day.
	DayMax money.Amount
}

// Wallet is the hot wallet of one network.
type Wallet struct {
	// Network is what users read, such as BEP-20; of a wallet of anchors only
	// operators read it.
	Network string
	// Purpose is what it sends; empty means payouts.
	Purpose Purpose
	ChainID uint64
	Address common.Address
	// Account is the ledger's class of what lies on this chain, Native the asset
	// in which gas is paid (18 decimals).
	Account ledger.Class
	Native  money.Asset
	Coins   []Coin
	// FeeCapMax bounds the fee in wei per gas.
	FeeCapMax uint64
	// RefillWithin is how soon the operator fills the wallet up again.
	RefillWithin time.Duration
	Chain        Chain
	Signer       Signer
	// IsRecalled, where it is set, says that nothing the signer signed is unread.
	IsRecalled func(tx *sqldb.Tx) (bool, error)
	Timing     Timing
}

// Timing says how patient the worker is; zero fields take the defaults.
type Timing struct {
	// Lease is how long an instance that died keeps others from its wallet.
	Lease time.Duration
	// ResendEvery is how often the same bytes are offered again.
	ResendEvery time.Duration
	// StuckAfter is how long an attempt may stay out of a block before it is bumped.
	StuckAfter time.Duration
	// UnknownAfter is how long no node may have accepted an attempt before its
	// payout is called unknown.
	UnknownAfter time.Duration
	// DoubtFor is how long a nonce must look used by something else before that
	// is believed. The breaker stops at once.
	DoubtFor time.Duration
	// RetryEvery is how soon a payout that cannot be begun is looked at again.
	RetryEvery time.Duration
}

// Config is what a Service is built from.
type Config struct {
	DB     *sqldb.DB
	Ledger *ledger.Ledger
	Chance entropy.Source
	Log    *slog.Logger
	// Settlement is a part that is built later.
	Settlement func() Settlement
	// Stopped says whether somebody stopped all payouts, and why; nil means
	// that nobody can. While it does, nothing new begins.
	Stopped func(tx sqldb.Command) (reason string, isStopped bool, err error)
	// Halted is why a network's chain cannot be relied on: a chain.State, or empty. Optional.
	Halted  func(tx sqldb.Command, network string) (reason string, err error)
	Wallets []Wallet
	// Decides is when a round of the beacon is published; it is needed for anchors.
	Decides func(beaconRound uint64) time.Time
}

// shared is what every chapter stands on.
type shared struct {
	Config
	wallets []*Wallet
	store   *store
}

// Service pays: payouts and anchors wait in their queues, and the sender sends both.
type Service struct {
	*shared
	Orders  payoutQueue
	Anchors anchorQueue
	sender  *sender
}

// New builds the service. It refuses wallets without somebody who is told how
// their payouts end.
func New(c Config) (*Service, error) {
	p := &shared{Config: c, store: newStore()}
	if len(c.Wallets) > 0 && c.Settlement == nil {
		return nil, errors.New("payout: nobody is told how payouts end")
	}
	names := make(map[string]bool)
	for _, w := range c.Wallets {
		if names[w.Network] || w.Address == (common.Address{}) || w.Chain == nil || w.Signer == nil || w.FeeCapMax == 0 || !w.isWhole(c) {
			return nil, fmt.Errorf("payout: network %q needs a name of its own, a wallet, a chain, a signer, a fee cap and coins", w.Network)
		}
		names[w.Network] = true
		if w.Purpose == "" {
			w.Purpose = PurposePayouts
		}
		w.Timing = w.Timing.orElse(usualTiming())
		p.wallets = append(p.wallets, &w)
	}
	ordered, anchors := payoutQueue{p}, anchorQueue{p}
	return &Service{p, ordered, anchors, &sender{shared: p, queues: map[Purpose]queue{PurposePayouts: ordered, PurposeAnchors: anchors},
		instance: entropy.Code(c.Chance, instanceLength)}}, nil
}

// GiveBack lets another instance have the wallets at once, when nobody works them here any more.
func (s *Service) GiveBack(ctx context.Context) error { return s.sender.giveBack(ctx, s.wallets...) }

// usualTiming is how patient the worker is where nobody says otherwise.
func usualTiming() Timing {
	return Timing{Lease: 30 * time.Second, ResendEvery: 15 * time.Second, StuckAfter: 2 * time.Minute, UnknownAfter: time.Minute,
		DoubtFor: 30 * time.Second, RetryEvery: 30 * time.Second}
}

// orElse takes from another what is zero.
func (t Timing) orElse(other Timing) Timing {
	return Timing{Lease: cmp.Or(t.Lease, other.Lease), ResendEvery: cmp.Or(t.ResendEvery, other.ResendEvery),
		StuckAfter: cmp.Or(t.StuckAfter, other.StuckAfter), UnknownAfter: cmp.Or(t.UnknownAfter, other.UnknownAfter),
		DoubtFor: cmp.Or(t.DoubtFor, other.DoubtFor), RetryEvery: cmp.Or(t.RetryEvery, other.RetryEvery)}
}

// isWhole says that a wallet has what its purpose needs.
func (w *Wallet) isWhole(c Config) bool {
	if w.Purpose == PurposeAnchors {
		return len(w.Coins) == 0 && c.Decides != nil
	}
	return len(w.Coins) > 0
}

// isRead says that nothing the signer signed is unread.
func (w *Wallet) isRead(tx *sqldb.Tx) (bool, error) {
	if w.IsRecalled == nil {
		return true, nil
	}
	return w.IsRecalled(tx)
}

func (w *Wallet) coin(asset money.Asset) (Coin, error) {
	for _, coin := range w.Coins {
		if coin.Asset == asset {
			return coin, nil
		}
	}
	return Coin{}, fmt.Errorf("payout: %s pays no %s: %w", w.Network, asset, ErrNetwork.With("currency", string(asset)))
}
