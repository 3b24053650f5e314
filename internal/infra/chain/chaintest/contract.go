package chaintest

import (
	"context"
	"errors"
	"testing"

	"etld/internal/infra/chain"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// RunProviderContract checks what every Provider promises, the fake one like a
// client of a real chain.
func RunProviderContract(t *testing.T, newWorld func(t *testing.T) World) {
	ctx := context.Background()

	t.Run("chain id", func(t *testing.T) {
		t.Parallel()
		if id, err := newWorld(t).Provider().ChainID(ctx); err != nil || id != ChainID {
			t.Errorf("got %d %v", id, err)
		}
	})

	t.Run("blocks by tag follow each other", func(t *testing.T) {
		t.Parallel()
		world := newWorld(t)
		world.Mine(t, 10)
		head := mustBlock(t, world, chain.Latest())
		for number := head.Number; number > 0; number-- {
			block, parent := mustBlock(t, world, chain.At(number)), mustBlock(t, world, chain.At(number-1))
			if block.Number != number || block.Parent != parent.Hash || block.Time.Before(parent.Time) {
				t.Fatalf("block %+v does not follow %+v", block, parent)
			}
		}
		if mustBlock(t, world, chain.At(head.Number)) != head {
			t.Error("the head has another face by its number")
		}
		if final := mustBlock(t, world, chain.Finalized()); final.Number != head.Number-WorldFinalityDepth {
			t.Errorf("final is %d, head is %d", final.Number, head.Number)
		}
		if _, err := world.Provider().Block(ctx, chain.At(head.Number+1)); !errors.Is(err, chain.ErrNotFound) {
			t.Errorf("a block above the head gave %v", err)
		}
	})

	t.Run("logs of the contracts to the recipient only", func(t *testing.T) {
		t.Parallel()
		world := newWorld(t)
		sent := world.Send(t, 0, Movement{Elsewhere, Wei(1)}, Movement{Pay, Wei(2)}, Movement{Pretend, Wei(3)})
		world.Mine(t, 1)
		head := mustBlock(t, world, chain.Latest())
		query := chain.LogQuery{Span: chain.Span{From: 1, To: head.Number}, Contracts: []common.Address{world.Token()}, Recipient: world.Treasury()}
		logs, err := world.Provider().Logs(ctx, query)
		if err != nil || len(logs) != 1 {
			t.Fatalf("%d logs %v", len(logs), err)
		}
		log := logs[0]
		if log.TxHash != sent.Hash || log.BlockHash != head.Hash || log.BlockNumber != head.Number || log.Address != world.Token() || log.Index != 1 {
			t.Errorf("got %+v", log)
		}
		query.Span.From = head.Number + 1
		query.Span.To = head.Number + 1
		if logs, err := world.Provider().Logs(ctx, query); err == nil && len(logs) != 0 {
			t.Errorf("a span above the head holds %d logs", len(logs))
		}
	})

	t.Run("receipts follow reorganisations", func(t *testing.T) {
		t.Parallel()
		world := newWorld(t)
		sent := world.Send(t, 0, Movement{Pay, Wei(2)})
		if _, err := world.Provider().Receipt(ctx, sent.Hash); !errors.Is(err, chain.ErrNotFound) {
			t.Errorf("before its block: %v", err)
		}
		world.Mine(t, 2)
		before := mustBlock(t, world, chain.Latest())
		receipt, err := world.Provider().Receipt(ctx, sent.Hash)
		if err != nil || receipt.Status != types.ReceiptStatusSuccessful || receipt.BlockHash != before.Parent || len(receipt.Logs) != 1 {
			t.Fatalf("got %+v %v", receipt, err)
		}
		world.Reorganise(t, 2, Again{sent, 1})
		after := mustBlock(t, world, chain.Latest())
		if after.Number != before.Number || after.Hash == before.Hash {
			t.Fatalf("head %+v became %+v", before, after)
		}
		receipt, err = world.Provider().Receipt(ctx, sent.Hash)
		if err != nil || receipt.BlockHash != after.Hash {
			t.Fatalf("included again: %+v %v", receipt, err)
		}
		world.Reorganise(t, 1)
		if _, err := world.Provider().Receipt(ctx, sent.Hash); !errors.Is(err, chain.ErrNotFound) {
			t.Errorf("taken back: %v", err)
		}
	})

	t.Run("plain accounts have no code", func(t *testing.T) {
		t.Parallel()
		if code, err := newWorld(t).Provider().CodeAt(ctx, common.Address{1, 2, 3}, nil); err != nil || len(code) != 0 {
			t.Errorf("got %x %v", code, err)
		}
	})

	t.Run("a failing call is told from a failing provider", func(t *testing.T) {
		t.Parallel()
		world := newWorld(t)
		token := world.Token()
		call := ethereum.CallMsg{To: &token, Data: []byte{1, 2, 3, 4}}
		if _, err := world.Provider().CallContract(ctx, call, nil); !errors.Is(err, chain.ErrCallFailed) {
			t.Errorf("got %v", err)
		}
	})
}

func mustBlock(t *testing.T, world World, tag chain.Tag) chain.Block {
	t.Helper()
	block, err := world.Provider().Block(context.Background(), tag)
	if err != nil {
		t.Fatalf("block %s: %v", tag, err)
	}
	return block
}
