package payout

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"sync"
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
// is no refusal (signer.IsRefusal) leaves open whether it signed; the same
// request must then give the same bytes.
type Signer interface {
	SignPayout(ctx context.Context, request signer.Request) (signer.Signed, error)
}

// Chain is what paying needs of a chain; chain.Pool is one.
type Chain interface {
	Quote(ctx context.Context, call ethereum.CallMsg) (chain.Quote, error)
	Balance(ctx context.Context, token, account common.Address) (*big.Int, error)
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
	// Timing is how patient its work is; zero fields take those of the service.
	Timing Timing
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
	DB         *sqldb.DB
	Ledger     *ledger.Ledger
	Chance     entropy.Source
	Log        *slog.Logger
	Settlement Settlement
	// Stopped says whether somebody stopped all payouts, and why; nil means
	// that nobody can. While it does, nothing new begins.
	Stopped func(tx *sqldb.Tx) (reason string, isStopped bool, err error)
	Wallets []Wallet
	Timing  Timing
	// Decides is when a round of the beacon is published; it is needed for anchors.
	Decides func(beaconRound uint64) time.Time
}

const instanceLength = 16

// Service pays.
type Service struct {
	db         *sqldb.DB
	ledger     *ledger.Ledger
	chance     entropy.Source
	log        *slog.Logger
	settlement Settlement
	stopped    func(tx *sqldb.Tx) (reason string, isStopped bool, err error)
	wallets    []*Wallet
	decides    func(beaconRound uint64) time.Time
	store      *store
	// instance names this process in the leases it has.
	instance string

	mu sync.Mutex
	// lookAgain is when a wallet's coin that had to wait is looked at again.
	lookAgain map[string]time.Time
}

// New builds the service. It refuses wallets without somebody who is told how
// their payouts end.
func New(c Config) (*Service, error) {
	if c.DB == nil || c.Ledger == nil || c.Chance == nil || c.Log == nil {
		return nil, errors.New("payout: DB, Ledger, Chance and Log are needed")
	}
	s := &Service{db: c.DB, ledger: c.Ledger, chance: c.Chance, log: c.Log, settlement: c.Settlement, stopped: c.Stopped, decides: c.Decides, store: newStore(),
		instance: entropy.Code(c.Chance, instanceLength), lookAgain: make(map[string]time.Time)}
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
		w.Timing = w.Timing.orElse(c.Timing).complete()
		s.wallets = append(s.wallets, &w)
	}
	return s, nil
}

// orElse takes from another what is zero.
func (t Timing) orElse(other Timing) Timing {
	for _, one := range []struct{ value, other *time.Duration }{
		{&t.Lease, &other.Lease}, {&t.ResendEvery, &other.ResendEvery}, {&t.StuckAfter, &other.StuckAfter},
		{&t.UnknownAfter, &other.UnknownAfter}, {&t.DoubtFor, &other.DoubtFor}, {&t.RetryEvery, &other.RetryEvery},
	} {
		if *one.value == 0 {
			*one.value = *one.other
		}
	}
	return t
}

// isWhole says that a wallet has what its purpose needs.
func (w *Wallet) isWhole(c Config) bool {
	if w.Purpose == PurposeAnchors {
		return len(w.Coins) == 0 && c.Decides != nil
	}
	return len(w.Coins) > 0
}

func (t Timing) complete() Timing {
	for _, one := range []struct {
		value    *time.Duration
		standard time.Duration
	}{
		{&t.Lease, 30 * time.Second}, {&t.ResendEvery, 15 * time.Second}, {&t.StuckAfter, 2 * time.Minute},
		{&t.UnknownAfter, time.Minute}, {&t.DoubtFor, 30 * time.Second}, {&t.RetryEvery, 30 * time.Second},
	} {
		if *one.value == 0 {
			*one.value = one.standard
		}
	}
	return t
}

func (s *Service) coinOf(network string, asset money.Asset) (*Wallet, Coin, error) {
	for _, w := range s.wallets {
		if w.Network != network {
			continue
		}
		for _, coin := range w.Coins {
			if coin.Asset == asset {
				return w, coin, nil
			}
		}
	}
	return nil, Coin{}, ErrNetwork.With("currency", string(asset))
}

func (w *Wallet) coin(asset money.Asset) (Coin, error) {
	for _, coin := range w.Coins {
		if coin.Asset == asset {
			return coin, nil
		}
	}
	return Coin{}, fmt.Errorf("payout: %s pays no %s: %w", w.Network, asset, ErrNetwork.With("currency", string(asset)))
}

// Enqueue orders a payout, through lookups and writes only. It refuses with
// ErrOrdered a second one for a withdrawal, with ErrNetwork a currency that is
// not paid on the network, with ErrAmount what the token cannot represent. It
// does not judge signatures: the signer does.
func (s *Service) Enqueue(tx *sqldb.Tx, o Order) error {
	_, coin, err := s.coinOf(o.Network, o.Asset)
	if err != nil {
		return err
	}
	if o.WithdrawalID == "" || o.Amount <= 0 || o.Recipient == (common.Address{}) {
		return ErrAmount
	}
	units, err := money.ToBaseUnits(o.Amount, coin.Decimals)
	if err != nil {
		return ErrAmount
	}
	if _, found, err := s.store.payouts.Get(tx, o.WithdrawalID); err != nil || found {
		if err == nil {
			err = ErrOrdered
		}
		return err
	}
	p := Payout{Order: o, Units: units.String(), Issue: 1, State: Queued, CreatedAt: tx.Now(), UpdatedAt: tx.Now()}
	return s.save(tx, p)
}

// Hint tells the batch that a withdrawal's payout will be read.
func (s *Service) Hint(withdrawalID string) sqldb.Hint { return s.store.payouts.Hint(withdrawalID) }

// Find is a withdrawal's payout, and whether there is one, through a lookup.
func (s *Service) Find(tx *sqldb.Tx, withdrawalID string) (Payout, bool, error) {
	return s.store.payouts.Get(tx, withdrawalID)
}

// Subject is what operators sign to have an order paid: the text is
// signer.ApprovalText of its Hash.
func (s *Service) Subject(o Order) (signer.Payout, error) {
	w, coin, err := s.coinOf(o.Network, o.Asset)
	if err != nil {
		return signer.Payout{}, err
	}
	units, err := money.ToBaseUnits(o.Amount, coin.Decimals)
	if err != nil {
		return signer.Payout{}, ErrAmount
	}
	return subject(w, coin, Payout{Order: o, Units: units.String(), Issue: 1}), nil
}

// SubjectAgain is what operators sign to have a payout issued again.
func (s *Service) SubjectAgain(p Payout) (signer.Payout, error) {
	w, coin, err := s.coinOf(p.Network, p.Asset)
	if err != nil {
		return signer.Payout{}, err
	}
	p.Issue = p.nextIssue()
	return subject(w, coin, p), nil
}

func subject(w *Wallet, coin Coin, p Payout) signer.Payout {
	return signer.Payout{WithdrawalID: p.WithdrawalID, Issue: p.Issue, ChainID: w.ChainID, Token: coin.Token,
		Recipient: p.Recipient, Units: p.Units, Statement: p.Statement}
}

// nextIssue is the issue a payout would have when begun again: one that was
// never signed keeps its own.
func (p Payout) nextIssue() int {
	if p.Proof == ProofReverted || p.Proof == ProofSuperseded {
		return p.Issue + 1
	}
	return p.Issue
}

// Reissue queues a payout again with new approvals, which operators signed over
// SubjectAgain. It refuses with ErrNotProven one that needs no attention or that
// may still happen.
func (s *Service) Reissue(tx *sqldb.Tx, withdrawalID string, approvals []signer.Approval) error {
	p, err := s.proven(tx, withdrawalID)
	if err != nil {
		return err
	}
	p.Issue = p.nextIssue()
	p.State, p.Proof, p.Reason, p.Approvals, p.Automatic = Queued, NoProof, ReasonReissued, approvals, false
	p.TxHash, p.Block, p.BlockHash, p.retryAt, p.ExpectedAt = "", 0, "", time.Time{}, time.Time{}
	return s.save(tx, p)
}

// Recall takes a payout that waits out of the queue, so that it may be given up
// or issued with other approvals. It refuses with ErrNotProven one that has a
// nonce: its bytes may exist. It runs in a db.Update.
func (s *Service) Recall(tx *sqldb.Tx, withdrawalID, reason string) error {
	p, found, err := s.store.payouts.Get(tx, withdrawalID)
	if err != nil || !found {
		if err == nil {
			err = ErrUnknown
		}
		return err
	}
	var slots int64
	if _, err := tx.QueryOne(sqldb.Dest(&slots), countUnclosed, withdrawalID); err != nil {
		return err
	}
	if p.State != Queued || slots > 0 {
		return ErrNotProven
	}
	p.State, p.Proof, p.Reason, p.ExpectedAt = NeedsAttention, ProofUnsigned, reason, time.Time{}
	return errors.Join(s.save(tx, p), unpark(tx, p))
}

// GiveUp ends a payout that needs attention and cannot happen any more, and
// tells Settlement.Failed. It refuses with ErrNotProven any other.
func (s *Service) GiveUp(tx *sqldb.Tx, withdrawalID, reason string) error {
	p, err := s.proven(tx, withdrawalID)
	if err != nil {
		return err
	}
	p.State, p.Reason, p.ExpectedAt = Failed, reason, time.Time{}
	if err := s.save(tx, p); err != nil {
		return err
	}
	return s.settlement.Failed(tx, p, reason)
}

// proven reads a payout of which it is known that nothing was paid and nothing
// can be any more.
func (s *Service) proven(tx *sqldb.Tx, withdrawalID string) (Payout, error) {
	p, found, err := s.store.payouts.Get(tx, withdrawalID)
	switch {
	case err != nil:
		return Payout{}, err
	case !found:
		return Payout{}, ErrUnknown
	case p.State != NeedsAttention || p.Proof == NoProof:
		return Payout{}, ErrNotProven
	}
	return p, nil
}

// find is what a reference of a purpose names.
func (s *Service) find(tx *sqldb.Tx, purpose Purpose, reference string) (Payout, bool, error) {
	if purpose == PurposeAnchors {
		return s.findAnchor(tx, reference)
	}
	return s.store.payouts.Get(tx, reference)
}

// save stores a payout; a change of state or reason goes into its timeline.
func (s *Service) save(tx *sqldb.Tx, p Payout) error {
	if p.isAnchor() {
		s.saveAnchor(tx, p)
		return nil
	}
	before, _, err := s.store.payouts.Get(tx, p.WithdrawalID)
	if err != nil {
		return err
	}
	p.UpdatedAt = tx.Now()
	if before.State != p.State || before.Reason != p.Reason || before.TxHash != p.TxHash {
		p.steps++
		s.store.event.Add(tx, eventRow{fmt.Sprintf("%s|%06d", p.WithdrawalID, p.steps), p.WithdrawalID,
			Event{State: p.State, Reason: p.Reason, TxHash: p.TxHash, At: tx.Now()}})
		// Whoever ordered it knows of the first line.
		if before.State != "" {
			if err := s.settlement.Stepped(tx, before.State, p); err != nil {
				return err
			}
		}
	}
	s.store.savePayout(tx, p)
	return nil
}
