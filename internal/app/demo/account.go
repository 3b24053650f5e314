package demo

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"math/big"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"etld/internal/infra/chain/anvil"
	"etld/internal/infra/chain/sending"
)

// account is a key of the demo whose transactions do not wait for the next block:
// one is mined for each. A new world is ready within a second or two thanks to it.
type account struct {
	*sending.Sender
	chain anvil.Control
	// blocks are mined for each transaction; the first has it.
	blocks int
	// alone is held until a transaction is in a block. Of several that were under way at
	// once, one stayed in the chain's pool for a minute while blocks went on.
	alone *sync.Mutex
}

// newAccount is a key's account on a world's chain.
func newAccount(w *World, key *ecdsa.PrivateKey) account {
	return account{sending.NewSender(w.client.Eth(), ChainID, key, feeCap), w.process.Control, 1, new(sync.Mutex)}
}

// Execute is the Sender's, one at a time and within a block that is mined for it.
func (a account) Execute(ctx context.Context, to *common.Address, value *big.Int, data []byte) (*types.Receipt, error) {
	a.alone.Lock()
	defer a.alone.Unlock()
	sent, err := a.Send(ctx, to, value, data)
	if err != nil {
		return nil, err
	}
	if err := a.chain.Mine(ctx, a.blocks); err != nil {
		return nil, err
	}
	receipt, err := a.Wait(ctx, sent.Hash())
	if errors.Is(err, sending.ErrNotYet) {
		err = fmt.Errorf("%w; nonce %d, in the pool: %s", err, sent.Nonce(), a.chain.Pool(ctx))
	}
	return receipt, err
}
