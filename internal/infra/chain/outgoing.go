package chain

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"etld/internal/infra/chain/contracts"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
)

// AccountProvider is a Provider that also answers what paying out needs;
// Client is one. Members of a pool that are none are not asked.
type AccountProvider interface {
	// NonceAt counts an account's transactions up to a block; nil is the latest.
	NonceAt(ctx context.Context, account common.Address, block *big.Int) (uint64, error)
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
// final block is read first: a nonce used up by then whose receipts nobody has
// afterwards was used by something else. What two providers do not agree on is
// an error, and to be asked again.
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
	return Outcome{IsSuperseded: used > nonce}, nil
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

// agreedNonce is the highest nonce that a quorum confirms at a height.
func (pool *Pool) agreedNonce(ctx context.Context, account common.Address, number uint64) (uint64, error) {
	replies, _, err := askAll(ctx, pool, func(provider Provider) (uint64, error) {
		return askAccount(provider, func(one AccountProvider) (uint64, error) {
			return one.NonceAt(ctx, account, new(big.Int).SetUint64(number))
		})
	})
	if err != nil {
		return 0, err
	}
	if len(replies) < pool.quorum() {
		return 0, ErrNoQuorum
	}
	nonces := make([]uint64, len(replies))
	for i, one := range replies {
		nonces[i] = one.answer
	}
	slices.Sort(nonces)
	return nonces[len(nonces)-pool.quorum()], nil
}

// Nonces are an account's next nonce by the newest block any provider knows,
// and by the final one.
func (pool *Pool) Nonces(ctx context.Context, account common.Address) (latest, final uint64, err error) {
	block, err := pool.AgreedFinalized(ctx)
	if err != nil {
		return 0, 0, err
	}
	if final, err = pool.agreedNonce(ctx, account, block.Number); err != nil {
		return 0, 0, err
	}
	latest = final
	for _, one := range pool.ordered() {
		nonce, err := askMember(ctx, pool, one, func(provider Provider) (uint64, error) {
			return askAccount(provider, func(one AccountProvider) (uint64, error) { return one.NonceAt(ctx, account, nil) })
		})
		if err == nil {
			latest = max(latest, nonce)
		}
	}
	return latest, final, nil
}

// Balance is what an account holds of a token now, in the token's own units;
// the zero address is the native coin.
func (pool *Pool) Balance(ctx context.Context, token, account common.Address) (*big.Int, error) {
	if token != (common.Address{}) {
		return contracts.ERC20{Address: token}.BalanceOf(ctx, pool, account, nil)
	}
	return ask(ctx, pool, func(provider Provider) (*big.Int, error) {
		return askAccount(provider, func(one AccountProvider) (*big.Int, error) { return one.BalanceAt(ctx, account, nil) })
	})
}

// Quote asks what a call would cost. One that would revert is ErrCallFailed.
func (pool *Pool) Quote(ctx context.Context, call ethereum.CallMsg) (Quote, error) {
	return ask(ctx, pool, func(provider Provider) (Quote, error) {
		return askAccount(provider, func(one AccountProvider) (Quote, error) {
			tip, base, err := one.Prices(ctx)
			if err != nil {
				return Quote{}, err
			}
			feeCap := new(big.Int).Add(tip, new(big.Int).Mul(base, big.NewInt(baseFeeFactor)))
			if !feeCap.IsInt64() {
				return Quote{}, fmt.Errorf("%w: %s wei", ErrFeeTooHigh, feeCap)
			}
			gas, err := one.EstimateGas(ctx, call)
			if gas != nativeTransferGas {
				gas += gas * gasHeadroom / 100
			}
			return Quote{Gas: gas, Tip: tip.Uint64(), FeeCap: feeCap.Uint64()}, err
		})
	})
}

// Broadcast offers a signed transaction to every provider. No error means that
// at least one has it. An error says nothing about the transaction: it may be
// on its way all the same, and only its receipt or its nonce tells.
func (pool *Pool) Broadcast(ctx context.Context, raw []byte) error {
	if err := new(types.Transaction).UnmarshalBinary(raw); err != nil {
		return fmt.Errorf("%w: %w", ErrNotTransaction, err)
	}
	var problems []error
	isHeld := false
	for _, one := range pool.ordered() {
		sender, able := one.Provider.(AccountProvider)
		if !able || pool.restOf(one) > 0 {
			continue
		}
		if !pool.isAccepted(one) && pool.verify(ctx, one) != nil {
			continue
		}
		// A node's refusal is no failing of the node's and books no demerit.
		if err := sender.SendRaw(ctx, raw); err != nil {
			problems = append(problems, fmt.Errorf("provider %s: %w", one.Name(), err))
			continue
		}
		isHeld = true
	}
	if isHeld {
		return nil
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

// NonceAt counts an account's transactions.
func (client *Client) NonceAt(ctx context.Context, account common.Address, block *big.Int) (uint64, error) {
	nonce, err := client.eth.NonceAt(ctx, account, block)
	return nonce, translate(err)
}

// BalanceAt reads an account's native coin.
func (client *Client) BalanceAt(ctx context.Context, account common.Address, block *big.Int) (*big.Int, error) {
	balance, err := client.eth.BalanceAt(ctx, account, block)
	return balance, translate(err)
}

// Prices reads the suggested tip and the head's base fee, 0 where there is none.
func (client *Client) Prices(ctx context.Context) (tip, base *big.Int, err error) {
	if tip, err = client.eth.SuggestGasTipCap(ctx); err != nil {
		return nil, nil, translate(err)
	}
	head, err := client.eth.HeaderByNumber(ctx, nil)
	if err != nil {
		return nil, nil, translate(err)
	}
	if head.BaseFee == nil {
		return tip, new(big.Int), nil
	}
	return tip, head.BaseFee, nil
}

// EstimateGas asks what a call would use.
func (client *Client) EstimateGas(ctx context.Context, call ethereum.CallMsg) (uint64, error) {
	gas, err := client.eth.EstimateGas(ctx, call)
	err = translate(err)
	var refusal rpc.Error
	if errors.As(err, &refusal) {
		return 0, fmt.Errorf("%w: %w", ErrCallFailed, err)
	}
	return gas, err
}

// SendRaw offers a transaction. There is no standard code for "already known",
// so after a refusal the node is asked whether it has the transaction.
func (client *Client) SendRaw(ctx context.Context, raw []byte) error {
	transaction := new(types.Transaction)
	if err := transaction.UnmarshalBinary(raw); err != nil {
		return fmt.Errorf("%w: %w", ErrNotTransaction, err)
	}
	err := client.eth.SendTransaction(ctx, transaction)
	if err == nil {
		return nil
	}
	if _, _, known := client.eth.TransactionByHash(ctx, transaction.Hash()); known == nil {
		return nil
	}
	return translate(err)
}
