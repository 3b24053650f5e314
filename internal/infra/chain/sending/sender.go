// Package sending signs with a key of its own and sends, for a development chain and its faucet.
package sending

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"math/big"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/clock"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/contracts"
)

const (
	receiptPause   = 100 * time.Millisecond
	receiptTimeout = time.Minute
)

// Refusals of a Sender.
var (
	ErrReverted = errors.New("the transaction was included and failed")
	ErrNotYet   = errors.New("the transaction is not in a block yet")
)

// SendBackend is what a Sender needs of a chain; ethclient.Client provides it.
type SendBackend interface {
	PendingNonceAt(ctx context.Context, account common.Address) (uint64, error)
	SuggestGasTipCap(ctx context.Context) (*big.Int, error)
	HeaderByNumber(ctx context.Context, number *big.Int) (*types.Header, error)
	EstimateGas(ctx context.Context, call ethereum.CallMsg) (uint64, error)
	SendTransaction(ctx context.Context, transaction *types.Transaction) error
	TransactionReceipt(ctx context.Context, transaction common.Hash) (*types.Receipt, error)
}

// Sender signs and sends transactions of one local key. It asks the node for
// the next nonce and stores nothing, which is enough for a faucet and a treasury
// deposit and too little for payouts.
type Sender struct {
	backend SendBackend
	key     *ecdsa.PrivateKey
	signer  types.Signer
	chainID *big.Int
	feeCap  *big.Int

	mu sync.Mutex
}

// NewSender sends with a key; feeCapMax bounds the gas price in wei.
func NewSender(backend SendBackend, chainID uint64, key *ecdsa.PrivateKey, feeCapMax *big.Int) *Sender {
	id := new(big.Int).SetUint64(chainID)
	return &Sender{backend: backend, key: key, signer: types.LatestSignerForChainID(id), chainID: id, feeCap: new(big.Int).Set(feeCapMax)}
}

// Address is the account that pays.
func (sender *Sender) Address() common.Address { return crypto.PubkeyToAddress(sender.key.PublicKey) }

// SendToken sends tokens; the amount is in the token's own units.
func (sender *Sender) SendToken(ctx context.Context, token, to common.Address, amount *big.Int) (*types.Transaction, error) {
	data, err := contracts.EncodeTransfer(to, amount)
	if err != nil {
		return nil, err
	}
	return sender.Send(ctx, &token, nil, data)
}

// Send signs and sends one transaction; to nil creates a contract. It returns
// before the transaction is in a block.
func (sender *Sender) Send(ctx context.Context, to *common.Address, value *big.Int, data []byte) (*types.Transaction, error) {
	// One at a time, or two would take the same nonce.
	sender.mu.Lock()
	defer sender.mu.Unlock()
	transaction, err := sender.Sign(ctx, to, value, data)
	if err != nil {
		return nil, err
	}
	if err := sender.backend.SendTransaction(ctx, transaction); err != nil {
		return nil, fmt.Errorf("send %s: %w", transaction.Hash(), err)
	}
	return transaction, nil
}

// Sign builds and signs the transaction that Send would send now.
func (sender *Sender) Sign(ctx context.Context, to *common.Address, value *big.Int, data []byte) (*types.Transaction, error) {
	if value == nil {
		value = new(big.Int)
	}
	tip, feeCap, err := sender.fees(ctx)
	if err != nil {
		return nil, err
	}
	gas, err := sender.gas(ctx, ethereum.CallMsg{From: sender.Address(), To: to, Value: value, Data: data})
	if err != nil {
		return nil, err
	}
	nonce, err := sender.backend.PendingNonceAt(ctx, sender.Address())
	if err != nil {
		return nil, fmt.Errorf("next nonce of %s: %w", sender.Address(), err)
	}
	return types.SignNewTx(sender.key, sender.signer, &types.DynamicFeeTx{
		ChainID: sender.chainID, Nonce: nonce, To: to, Value: value, Data: data,
		Gas: gas, GasTipCap: tip, GasFeeCap: feeCap,
	})
}

// fees are the tip the node suggests and a cap of twice the base fee above it.
func (sender *Sender) fees(ctx context.Context) (tip, feeCap *big.Int, err error) {
	if tip, err = sender.backend.SuggestGasTipCap(ctx); err != nil {
		return nil, nil, fmt.Errorf("gas price: %w", err)
	}
	head, err := sender.backend.HeaderByNumber(ctx, nil)
	if err != nil {
		return nil, nil, fmt.Errorf("gas price: %w", err)
	}
	feeCap = new(big.Int).Set(tip)
	if head.BaseFee != nil {
		feeCap = chain.FeeCap(tip, head.BaseFee)
	}
	if feeCap.Cmp(sender.feeCap) > 0 {
		return nil, nil, fmt.Errorf("%w: %s wei, allowed are %s", chain.ErrFeeTooHigh, feeCap, sender.feeCap)
	}
	return tip, feeCap, nil
}

func (sender *Sender) gas(ctx context.Context, call ethereum.CallMsg) (uint64, error) {
	estimate, err := sender.backend.EstimateGas(ctx, call)
	if err != nil {
		return 0, fmt.Errorf("the transaction would fail: %w", err)
	}
	return chain.WithHeadroom(estimate), nil
}

// Execute sends and waits until the transaction is in a block: at most a
// minute, then ErrNotYet. A failed transaction is ErrReverted.
func (sender *Sender) Execute(ctx context.Context, to *common.Address, value *big.Int, data []byte) (*types.Receipt, error) {
	transaction, err := sender.Send(ctx, to, value, data)
	if err != nil {
		return nil, err
	}
	return sender.Wait(ctx, transaction.Hash())
}

// Wait waits for a transaction's receipt as Execute does.
func (sender *Sender) Wait(ctx context.Context, transaction common.Hash) (*types.Receipt, error) {
	for deadline := time.Now().Add(receiptTimeout); time.Now().Before(deadline); {
		receipt, err := sender.backend.TransactionReceipt(ctx, transaction)
		switch {
		case err == nil && receipt.Status != types.ReceiptStatusSuccessful:
			return receipt, fmt.Errorf("%w: %s", ErrReverted, transaction)
		case err == nil:
			return receipt, nil
		case ctx.Err() != nil:
			// The waiting ended while a slow node was asked.
			return nil, fmt.Errorf("%w: %s: %w", ErrNotYet, transaction, err)
		case !errors.Is(err, ethereum.NotFound):
			return nil, fmt.Errorf("receipt of %s: %w", transaction, err)
		}
		if err := clock.Pause(ctx, receiptPause); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrNotYet, transaction, err)
		}
	}
	return nil, fmt.Errorf("%w: %s", ErrNotYet, transaction)
}
