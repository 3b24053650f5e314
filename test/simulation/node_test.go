package simulation

import (
	"context"
	"errors"
	"math/big"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"
)

var (
	errRefused      = errors.New("the node refuses")
	errNoConnection = errors.New("no connection")
)

// node is one server's view of the line, with the faults of the moment.
type node struct {
	*chaintest.Provider
	line *line
	down error
	// What becomes of a broadcast: refused, swallowed, or taken without an answer.
	refuses, swallows, loses bool
	// behind is how many blocks it lags.
	behind uint64
}

// setDown takes the node's answers away, or gives them back.
func (n *node) setDown(why error) {
	n.down = why
	n.Set(chaintest.Faults{Down: why, Behind: n.behind})
}

func (l *line) node(name string) *node { return &node{Provider: l.Provider(name), line: l} }

// Block has the time at which the line made it.
func (n *node) Block(ctx context.Context, tag chain.Tag) (chain.Block, error) {
	n.line.onCall()
	b, err := n.Provider.Block(ctx, tag)
	b.Time = n.line.times[b.Hash]
	return b, err
}

// Receipt has what it cost.
func (n *node) Receipt(ctx context.Context, hash common.Hash) (*types.Receipt, error) {
	n.line.onCall()
	r, err := n.Provider.Receipt(ctx, hash)
	if err == nil {
		r.GasUsed, r.EffectiveGasPrice = transferGas, new(big.Int).SetUint64(n.line.prices[hash])
	}
	return r, err
}

// CallContract knows what the own addresses hold of a token.
func (n *node) CallContract(_ context.Context, call ethereum.CallMsg, block *big.Int) ([]byte, error) {
	if n.down != nil {
		return nil, n.down
	}
	if len(call.Data) != 36 || call.To == nil {
		return nil, chain.ErrCallFailed
	}
	return common.BigToHash(n.at(block).of(*call.To, common.BytesToAddress(call.Data[4:]))).Bytes(), nil
}

func (n *node) at(block *big.Int) holdings {
	if block == nil {
		return n.line.after[len(n.line.after)-1]
	}
	return n.line.after[min(block.Uint64(), uint64(len(n.line.after)-1))]
}

// NonceAt implements chain.AccountProvider.
func (n *node) NonceAt(_ context.Context, _ common.Address, block *big.Int) (uint64, error) {
	return n.at(block).nonce, n.down
}

// SentAt implements chain.AccountProvider.
func (n *node) SentAt(ctx context.Context, _ common.Address, nonce, block uint64) (common.Hash, error) {
	for hash, m := range n.line.all {
		if m.signed == nil || m.signed.Nonce() != nonce {
			continue
		}
		if r, err := n.Provider.Receipt(ctx, hash); err == nil && r.BlockNumber.Uint64() == block {
			return hash, n.down
		}
	}
	return common.Hash{}, errors.Join(n.down, chain.ErrNotFound)
}

// BalanceAt implements chain.AccountProvider.
func (n *node) BalanceAt(_ context.Context, account common.Address, block *big.Int) (*big.Int, error) {
	return n.at(block).of(native, account), n.down
}

// Prices implements chain.AccountProvider.
func (n *node) Prices(context.Context) (tip, base *big.Int, err error) {
	return new(big.Int).SetUint64(n.line.base / 10), new(big.Int).SetUint64(n.line.base), n.down
}

// EstimateGas implements chain.AccountProvider. It does not see that a transfer
// will be reverted, so that some are.
func (n *node) EstimateGas(context.Context, ethereum.CallMsg) (uint64, error) {
	return transferGas, n.down
}

// SendRaw implements chain.AccountProvider.
func (n *node) SendRaw(_ context.Context, raw []byte) error {
	n.line.onCall()
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(raw); err != nil {
		return err
	}
	switch {
	case n.down != nil:
		return n.down
	case n.refuses:
		return errRefused
	case n.swallows:
		return nil
	}
	err := n.line.accept(tx)
	if n.loses {
		return context.DeadlineExceeded
	}
	return err
}
