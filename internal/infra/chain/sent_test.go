package chain_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/anvil"
	"etld/internal/infra/chain/chaintest"
	"etld/internal/infra/chain/endpoint"
	"etld/internal/infra/chain/sending"
)

// reader is a provider that may lie about what blocks hold.
type reader struct {
	*endpoint.Client
	name string
	lie  func(block chain.Block, sent []chain.Sent) (chain.Block, []chain.Sent)
}

func (r *reader) Name() string { return r.name }

func (r *reader) SentIn(ctx context.Context, account common.Address, number uint64) (chain.Block, []chain.Sent, error) {
	block, sent, err := r.Client.SentIn(ctx, account, number)
	if err == nil && r.lie != nil {
		block, sent = r.lie(block, sent)
	}
	return block, sent, err
}

// sendData has an account send a text to itself and mines it, alone, in a block.
func sendData(t *testing.T, process *anvil.Process, client *endpoint.Client, sender *sending.Sender, text string) common.Hash {
	t.Helper()
	to := sender.Address()
	sent, err := sender.Send(t.Context(), &to, nil, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Control.Advance(t.Context(), 2*time.Second); err != nil {
		t.Fatal(err)
	}
	return sent.Hash()
}

// What an account sent within a time is read from the blocks, whatever one node of
// three leaves out, adds or changes.
func TestSentBetween(t *testing.T) {
	t.Parallel()
	process, client := chaintest.StartAnvil(t)
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	sender := sending.NewSender(client.Eth(), chaintest.ChainID, key, big.NewInt(1e12))
	if err := process.Control.SetBalance(t.Context(), sender.Address(), big.NewInt(1e18)); err != nil {
		t.Fatal(err)
	}
	var hashes []common.Hash
	var times []time.Time
	for i := range 4 {
		hash := sendData(t, process, client, sender, fmt.Sprintf("text %d", i))
		receipt, err := client.Receipt(t.Context(), hash)
		if err != nil {
			t.Fatal(err)
		}
		block, err := client.Block(t.Context(), chain.At(receipt.BlockNumber.Uint64()))
		if err != nil {
			t.Fatal(err)
		}
		hashes, times = append(hashes, hash), append(times, block.Time)
	}
	honest := []chain.Provider{&reader{Client: client, name: "one"}, &reader{Client: client, name: "two"}}
	ask := func(pool *chain.Pool, from, until time.Time) ([]common.Hash, error) {
		span, err := pool.SentBetween(t.Context(), sender.Address(), from, until)
		var got []common.Hash
		for _, one := range span.Sent {
			got = append(got, one.Hash)
		}
		return got, err
	}
	if _, err := ask(poolOf(t, honest...), times[1], times[2]); !errors.Is(err, chain.ErrNotFinalYet) {
		t.Fatalf("before those blocks are final: %v", err)
	}
	if err := process.Control.Mine(t.Context(), 12); err != nil {
		t.Fatal(err)
	}
	for name, lie := range map[string]func(chain.Block, []chain.Sent) (chain.Block, []chain.Sent){
		"nothing":        nil,
		"leaves all out": func(b chain.Block, _ []chain.Sent) (chain.Block, []chain.Sent) { return b, nil },
		"adds one": func(b chain.Block, s []chain.Sent) (chain.Block, []chain.Sent) {
			return b, append(s, chain.Sent{Hash: common.Hash{1}, Block: b})
		},
		"names another time": func(b chain.Block, s []chain.Sent) (chain.Block, []chain.Sent) {
			b.Time = b.Time.Add(time.Hour)
			return b, s
		},
		"names another contents": func(b chain.Block, s []chain.Sent) (chain.Block, []chain.Sent) {
			s = slices.Clone(s)
			for i := range s {
				s[i].Data = []byte("forged")
			}
			return b, s
		},
	} {
		pool := poolOf(t, append([]chain.Provider{&reader{Client: client, name: "liar", lie: lie}}, honest...)...)
		got, err := ask(pool, times[1], times[2])
		if err != nil || !slices.Equal(got, hashes[1:3]) {
			t.Errorf("one of three %s: %v, %v", name, got, err)
		}
		if got, err := ask(pool, times[1].Add(time.Second), times[2].Add(-time.Second)); err != nil || len(got) != 0 {
			t.Errorf("between the blocks, one of three %s: %v, %v", name, got, err)
		}
	}
	span, err := poolOf(t, honest...).SentBetween(t.Context(), sender.Address(), times[0], times[0])
	sent := span.Sent
	if err != nil || span.First != span.Last || len(sent) != 1 || sent[0].Block.Number != span.First || string(sent[0].Data) != "text 0" || sent[0].To != sender.Address() || !sent[0].Block.Time.Equal(times[0]) {
		t.Errorf("%+v, %v", sent, err)
	}
	alone := poolOf(t, &reader{Client: client, name: "liar", lie: func(b chain.Block, _ []chain.Sent) (chain.Block, []chain.Sent) { return b, nil }}, honest[0])
	if _, err := ask(alone, times[1], times[2]); !errors.Is(err, chain.ErrDisagreement) {
		t.Errorf("two that contradict each other: %v", err)
	}
}
