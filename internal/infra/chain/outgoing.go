package chain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"etld/internal/infra/chain/contracts"
)

const (
	// gasHeadroom is added to an estimate, in percent: state may change between
	// the estimate and the block.
	gasHeadroom = 25
	// baseFeeFactor times the present base fee is the fee cap; a base fee grows
	// by an eighth per full block at most, so it holds for six of them.
	baseFeeFactor = 2
	// nativeTransferGas is what a plain transfer costs by protocol.
	nativeTransferGas = 21_000
)

// ErrFeeTooHigh says that the chain asks for more than anybody should pay.
var ErrFeeTooHigh = errors.New("the chain asks for more gas price than is allowed")

// AccountProvider is a Provider that also answers what paying out needs;
// Client is one. Members of a pool that are none are not asked.
type AccountProvider interface {
	// NonceAt counts an account's transactions up to a block; nil is the latest.
	NonceAt(ctx context.Context, account common.Address, block *big.Int) (uint64, error)
	// SentAt is the transaction in a block that used a nonce of an account;
	// ErrNotFound where that block holds none.
	SentAt(ctx context.Context, account common.Address, nonce, block uint64) (common.Hash, error)
	// BalanceAt is an account's native coin in wei.
	BalanceAt(ctx context.Context, account common.Address, block *big.Int) (*big.Int, error)
	// Prices are the node's suggested tip and the head's base fee.
	Prices(ctx context.Context) (tip, base *big.Int, err error)
	// EstimateGas answers ErrCallFailed for a call that would revert.
	EstimateGas(ctx context.Context, call ethereum.CallMsg) (uint64, error)
	// SendRaw offers a signed transaction. No error means that the node has it.
	SendRaw(ctx context.Context, raw []byte) error
}

// ErrNotTransaction refuses bytes that are no signed transaction.
var ErrNotTransaction = errors.New("the bytes are not a signed transaction")

// Quote is what a transaction would cost now.
type Quote struct {
	Gas uint64
	// Tip and FeeCap are wei per gas.
	Tip, FeeCap uint64
}

// Outcome is what the chain says of one nonce of an account.
type Outcome struct {
	// Tx is the transaction, among those asked for, that stands in a canonical
	// block; the zero hash says that none does.
	Tx        common.Hash
	Block     BlockRef
	Succeeded bool
	IsFinal   bool
	// Fee is what it cost in wei.
	Fee *big.Int
	// IsSuperseded: the nonce is used up in a final block, and by none of the
	// transactions asked for.
	IsSuperseded bool
}

// Outcome finds which of several transactions of one nonce was included. The
// final block is read first. A nonce used up by then whose receipts nobody has is
// looked up in the chain itself: nodes forget receipts after some days, and a
// payout whose receipt is forgotten must not look like one that never happened.
// What two providers do not agree on, or cannot look up any more, is an error,
// and to be asked again.
func (pool *Pool) Outcome(ctx context.Context, account common.Address, nonce uint64, hashes []common.Hash) (Outcome, error) {
	final, err := pool.AgreedFinalized(ctx)
	if err != nil {
		return Outcome{}, fmt.Errorf("final block: %w", err)
	}
	for _, hash := range hashes {
		outcome, err := pool.included(ctx, hash, final)
		if err != nil || outcome.Tx == hash {
			return outcome, err
		}
	}
	used, err := pool.agreedNonce(ctx, account, final.Number)
	if err != nil {
		return Outcome{}, fmt.Errorf("final nonce of %s: %w", account, err)
	}
	if used <= nonce {
		return Outcome{}, nil
	}
	return pool.superseded(ctx, account, nonce, hashes, final.Number)
}

// included is the outcome of one transaction; without a canonical block it is
// the zero Outcome.
func (pool *Pool) included(ctx context.Context, hash common.Hash, final Block) (Outcome, error) {
	receipt, err := pool.agreedReceipt(ctx, hash)
	if errors.Is(err, ErrNotFound) {
		return Outcome{}, nil
	}
	if err != nil {
		return Outcome{}, fmt.Errorf("receipt of %s: %w", hash, err)
	}
	block, err := pool.AgreedBlock(ctx, numberOf(receipt.BlockNumber))
	if errors.Is(err, ErrNotFound) || (err == nil && block.Hash != receipt.BlockHash) {
		return Outcome{}, nil
	}
	if err != nil {
		return Outcome{}, err
	}
	price := receipt.EffectiveGasPrice
	if price == nil {
		price = new(big.Int)
	}
	return Outcome{Tx: hash, Block: block.BlockRef, Succeeded: receipt.Status == types.ReceiptStatusSuccessful,
		IsFinal: block.Number <= final.Number, Fee: new(big.Int).Mul(price, new(big.Int).SetUint64(receipt.GasUsed))}, nil
}

// agreedNonce counts an account's transactions up to a block, as a quorum does.
func (pool *Pool) agreedNonce(ctx context.Context, account common.Address, number uint64) (uint64, error) {
	return agreed(ctx, pool, fmt.Sprintf("the nonce of %s at block %d", account, number), same[uint64], func(ctx context.Context, provider Provider) (uint64, error) {
		return askAccount(provider, func(one AccountProvider) (uint64, error) {
			return one.NonceAt(ctx, account, new(big.Int).SetUint64(number))
		})
	})
}

// Nonces are an account's next nonce by the agreed head, and by the final block.
func (pool *Pool) Nonces(ctx context.Context, account common.Address) (latest, final uint64, err error) {
	block, err := pool.AgreedFinalized(ctx)
	if err != nil {
		return 0, 0, err
	}
	head, err := pool.AgreedHead(ctx)
	if err != nil {
		return 0, 0, err
	}
	if final, err = pool.agreedNonce(ctx, account, block.Number); err != nil {
		return 0, 0, err
	}
	latest, err = pool.agreedNonce(ctx, account, head.Number)
	return max(latest, final), final, err
}

// Balance is what an account holds of a token at the agreed head, in the token's
// own units; the zero address is the native coin.
func (pool *Pool) Balance(ctx context.Context, token, account common.Address) (*big.Int, error) {
	if token != (common.Address{}) {
		return contracts.ERC20{Address: token}.BalanceOf(ctx, pool, account, nil)
	}
	head, err := pool.resolve(ctx, nil)
	if err != nil {
		return nil, err
	}
	return nativeAt(ctx, pool, account, head)
}

// FinalBalance is what an account holds of the native coin by the final block.
func (pool *Pool) FinalBalance(ctx context.Context, account common.Address) (*big.Int, error) {
	final, err := pool.AgreedFinalized(ctx)
	if err != nil {
		return nil, err
	}
	return nativeAt(ctx, pool, account, new(big.Int).SetUint64(final.Number))
}

func nativeAt(ctx context.Context, pool *Pool, account common.Address, block *big.Int) (*big.Int, error) {
	return agreed(ctx, pool, "the balance of "+account.Hex(), (*big.Int).String, func(ctx context.Context, provider Provider) (*big.Int, error) {
		return askAccount(provider, func(one AccountProvider) (*big.Int, error) { return one.BalanceAt(ctx, account, block) })
	})
}

// offer is what one provider says that a transaction would cost.
type offer struct {
	tip, base *big.Int
	gas       uint64
	failed    error
}

// Quote asks what a call would cost: the middle of what the providers say, so
// that one alone moves it no further than the others. A call of which a quorum
// says that it would revert is ErrCallFailed.
func (pool *Pool) Quote(ctx context.Context, call ethereum.CallMsg) (Quote, error) {
	voices, err := askAll(ctx, pool, answered[offer](pool.quorum()), func(ctx context.Context, provider Provider) (offer, error) {
		return askAccount(provider, func(one AccountProvider) (offer, error) {
			tip, base, err := one.Prices(ctx)
			if err != nil {
				return offer{}, err
			}
			gas, err := one.EstimateGas(ctx, call)
			if errors.Is(err, ErrCallFailed) {
				return offer{failed: err}, nil
			}
			return offer{tip: tip, base: base, gas: gas}, err
		})
	})
	if err != nil {
		return Quote{}, err
	}
	var offers []offer
	var failures []error
	for _, one := range voices {
		switch {
		case one.err == nil && one.answer.failed != nil:
			failures = append(failures, one.answer.failed)
		case one.err == nil:
			offers = append(offers, one.answer)
		}
	}
	switch {
	case len(failures) >= pool.quorum():
		return Quote{}, failures[0]
	case len(offers) < pool.quorum():
		return Quote{}, fmt.Errorf("%w about a call to %s: %w", ErrDisagreement, call.To, errors.Join(append(failures, problemsOf(voices)...)...))
	}
	return middle(offers)
}

// middle is the quote in the middle of several. Of an even number it takes the lower
// tip, which is paid whole, and the upper base fee and gas, of which only what is
// used is paid: where two disagree, one alone cannot make a payout dear.
func middle(offers []offer) (Quote, error) {
	pick := func(compare func(a, b offer) int) offer {
		slices.SortFunc(offers, compare)
		return offers[len(offers)/2]
	}
	tip := pick(func(a, b offer) int { return b.tip.Cmp(a.tip) }).tip
	base := pick(func(a, b offer) int { return a.base.Cmp(b.base) }).base
	gas := pick(func(a, b offer) int { return cmp.Compare(a.gas, b.gas) }).gas
	feeCap := FeeCap(tip, base)
	if !feeCap.IsInt64() || gas > math.MaxInt64/gasHeadroom {
		return Quote{}, fmt.Errorf("%w: %s wei, %d gas", ErrFeeTooHigh, feeCap, gas)
	}
	return Quote{Gas: WithHeadroom(gas), Tip: tip.Uint64(), FeeCap: feeCap.Uint64()}, nil
}

// FeeCap is the most that is offered for gas: the tip and twice the present base fee.
func FeeCap(tip, base *big.Int) *big.Int {
	return new(big.Int).Add(tip, new(big.Int).Mul(base, big.NewInt(baseFeeFactor)))
}

// WithHeadroom is what is allowed for a call with an estimate.
func WithHeadroom(estimate uint64) uint64 {
	if estimate == nativeTransferGas {
		return estimate
	}
	return estimate + estimate*gasHeadroom/100
}

// Broadcast offers a signed transaction to every provider. No error means that
// at least one has it. An error says nothing about the transaction: it may be
// on its way all the same, and only its receipt or its nonce tells.
func (pool *Pool) Broadcast(ctx context.Context, raw []byte) error {
	if err := new(types.Transaction).UnmarshalBinary(raw); err != nil {
		return fmt.Errorf("%w: %w", ErrNotTransaction, err)
	}
	able := slices.DeleteFunc(pool.ordered(), func(one *member) bool {
		_, isAble := one.Provider.(AccountProvider)
		return !isAble || pool.restOf(one) > 0
	})
	// A node's refusal is no failing of the node's and books no demerit.
	offerTo := func(ctx context.Context, one *member) (struct{}, error) {
		if !pool.isAccepted(one) {
			if err := pool.verify(ctx, one); err != nil {
				return struct{}{}, err
			}
		}
		err := one.Provider.(AccountProvider).SendRaw(ctx, raw)
		if err != nil {
			err = fmt.Errorf("provider %s: %w", one.Name(), err)
		}
		return struct{}{}, err
	}
	var problems []error
	for _, one := range gather(ctx, pool, able, offerTo, answered[struct{}](1)) {
		if one.err == nil {
			return nil
		}
		problems = append(problems, one.err)
	}
	return fmt.Errorf("%w: %w", ErrUnreachable, errors.Join(problems...))
}

func askAccount[Answer any](provider Provider, question func(AccountProvider) (Answer, error)) (Answer, error) {
	one, able := provider.(AccountProvider)
	if !able {
		var none Answer
		return none, ErrUnreachable
	}
	return question(one)
}
