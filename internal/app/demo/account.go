package demo

import (
	"context"
	"crypto/ecdsa"
	"math/big"

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
}

// newAccount is a key's account on a world's chain.
func newAccount(w *World, key *ecdsa.PrivateKey) account {
	return account{sending.NewSender(w.client.Eth(), ChainID, key, feeCap), w.process.Control, 1}
}

// Execute is the Sender's, within a block that is mined for it.
func (a account) Execute(ctx context.Context, to *common.Address, value *big.Int, data []byte) (*types.Receipt, error) {
	sent, err := a.Send(ctx, to, value, data)
	if err != nil {
		return nil, err
	}
	if err := a.chain.Mine(ctx, a.blocks); err != nil {
		return nil, err
	}
	return a.Wait(ctx, sent.Hash())
}
