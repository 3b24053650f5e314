package anvil

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
)

// Control drives a development chain: what no real chain lets anybody do.
type Control struct {
	client *rpc.Client
}

// NewControl drives the chain behind an RPC connection.
func NewControl(client *rpc.Client) Control { return Control{client} }

// Included is a transaction that a reorganisation puts into a new block.
type Included struct {
	Transaction *types.Transaction
	// Block counts the new blocks from 0, the lowest.
	Block int
}

// Mine adds blocks at once.
func (control Control) Mine(ctx context.Context, blocks int) error {
	return control.call(ctx, "anvil_mine", hexutil.EncodeUint64(uint64(blocks)))
}

// Pool is what is in no block yet, in words for people.
func (control Control) Pool(ctx context.Context) string {
	var held json.RawMessage
	if err := control.client.CallContext(ctx, &held, "txpool_inspect"); err != nil {
		return err.Error()
	}
	return string(held)
}

// Reorganise replaces the last depth blocks by as many new ones that hold
// exactly the given transactions.
func (control Control) Reorganise(ctx context.Context, depth int, included ...Included) error {
	pairs := make([][2]any, 0, len(included))
	for _, one := range included {
		raw, err := one.Transaction.MarshalBinary()
		if err != nil {
			return fmt.Errorf("reorganise: %w", err)
		}
		pairs = append(pairs, [2]any{hexutil.Bytes(raw), one.Block})
	}
	return control.call(ctx, "anvil_reorg", depth, pairs)
}

// Advance moves the chain's clock forward and adds one block of the new time.
func (control Control) Advance(ctx context.Context, by time.Duration) error {
	if err := control.call(ctx, "evm_increaseTime", hexutil.EncodeUint64(uint64(by/time.Second))); err != nil {
		return err
	}
	return control.Mine(ctx, 1)
}

// SetTime sets the chain's clock, which goes on from there, and adds one block
// of the new time. A chain that was started again needs it: its clock starts at
// the time of its first block.
func (control Control) SetTime(ctx context.Context, now time.Time) error {
	if err := control.call(ctx, "evm_setTime", now.Unix()); err != nil {
		return err
	}
	return control.Mine(ctx, 1)
}

// SetBalance gives an account gas coins.
func (control Control) SetBalance(ctx context.Context, account common.Address, wei *big.Int) error {
	return control.call(ctx, "anvil_setBalance", account, (*hexutil.Big)(wei))
}

func (control Control) call(ctx context.Context, method string, arguments ...any) error {
	var ignored any
	if err := control.client.CallContext(ctx, &ignored, method, arguments...); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	return nil
}
