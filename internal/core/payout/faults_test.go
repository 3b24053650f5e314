package payout_test

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/infra/chain/contracts"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/signer/signertest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// each runs a test on both engines in a world of its own.
func each(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) { test(t, newWorld(t, db, c)) })
}

func TestPaysOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		first, second := w.pay("w1", "49"), w.order("w2", money.ETLD, "100")
		w.enqueue(second)
		w.want("w1", payout.Queued, "")
		w.work()
		p := w.want("w1", payout.Broadcast, "")
		if p.TxHash == "" {
			t.Error("no transaction is shown")
		}
		w.node.mine()
		w.work()
		if p = w.want("w1", payout.Mined, ""); p.Block == 0 || p.BlockHash == "" {
			t.Errorf("block %d %s", p.Block, p.BlockHash)
		}
		w.wantSound()
		if w.told("w1") != "" {
			t.Error("told before it was final")
		}
		w.settle()
		w.wantPaid(first, second)
		w.View(func(tx *sqldb.Tx) error {
			list, err := w.service.Orders.History(tx, "w1")
			var states []string
			for _, e := range list {
				states = append(states, string(e.State))
			}
			if got := strings.Join(states, " "); got != "queued broadcast mined final" {
				t.Errorf("timeline: %s", got)
			}
			return err
		})
		// Gas was paid in, used, and both are booked; rounded up per payout.
		spent := w.balance(ledger.GasSpent, bnb)
		if want := money.Amount(2 * transferGas * gwei / 1e10); spent != want {
			t.Errorf("gas %s, want %s", spent, want)
		}
		if held := w.balance(ledger.ChainBEP20, bnb); held != money.Units(10)-spent {
			t.Errorf("the books hold %s BNB", held)
		}
	})
}

func TestEnqueueRefuses(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		o := w.pay("w1", "49")
		try := func(o payout.Order) error {
			return w.DB.Update(context.Background(), func(tx *sqldb.Tx) error { return w.service.Orders.Enqueue(tx, o) })
		}
		if err := try(o); !errors.Is(err, payout.ErrOrdered) {
			t.Errorf("twice: %v", err)
		}
		o.WithdrawalID, o.Network = "w2", "ERC-20"
		if err := try(o); !errors.Is(err, payout.ErrNetwork) {
			t.Errorf("another network: %v", err)
		}
		o.Network, o.Asset = network, money.ETH
		if err := try(o); !errors.Is(err, payout.ErrNetwork) {
			t.Errorf("another currency: %v", err)
		}
		o.Asset, o.Amount = money.USDT, 0
		if err := try(o); !errors.Is(err, payout.ErrAmount) {
			t.Errorf("nothing: %v", err)
		}
		w.wallet.Coins[0].Decimals = 6
		w.rebuild()
		o.Amount = 1
		if err := try(o); !errors.Is(err, payout.ErrAmount) {
			t.Errorf("10^-8 of a token of 6 decimals: %v", err)
		}
	})
}

// faults is a part of the table "Outgoing" of the list of faults, as far as it
// lies below the withdrawal. Crashes have tests of their own.
type faults []struct {
	name string
	test func(t *testing.T, w *world)
}

func runFaults(t *testing.T, table faults) {
	t.Helper()
	for _, fault := range table {
		t.Run(fault.name, func(t *testing.T) { each(t, fault.test) })
	}
}

// liar signs a transaction nobody asked for.
type liar struct{ w *world }

func (l liar) SignPayout(context.Context, signer.Request) (signer.Signed, error) {
	tx := l.w.steal(0)
	raw, err := tx.MarshalBinary()
	return signer.Signed{Hash: tx.Hash(), Raw: raw}, err
}

// reverted brings a payout to a revert that is not final yet.
func (w *world) reverted(id string) payout.Order {
	w.T.Helper()
	o := w.pay(id, "49")
	w.work()
	w.node.set(func(n *node) { n.reverts[o.Recipient] = true })
	w.node.mine()
	w.work()
	w.want(id, payout.NeedsAttention, payout.ReasonReverted)
	return o
}

func (w *world) reissue(id string) error {
	w.T.Helper()
	subject, err := w.service.Orders.SubjectAgain(w.find(id))
	if err != nil {
		w.T.Fatal(err)
	}
	return w.DB.Update(context.Background(), func(tx *sqldb.Tx) error {
		return w.service.Orders.Reissue(tx, id, w.approvals(subject, operators...))
	})
}

func (w *world) giveUp(id string) error {
	return w.DB.Update(context.Background(), func(tx *sqldb.Tx) error { return w.service.Orders.GiveUp(tx, id, "given up") })
}

func (w *world) wantUnfinal(ids ...string) {
	w.T.Helper()
	for _, id := range ids {
		if p := w.find(id); p.State == payout.Final || w.told(id) != "" {
			w.T.Fatalf("%s is %s, told %q", id, p.State, w.told(id))
		}
	}
}

// steal makes a transaction of the hot wallet that we know nothing of.
func (w *world) steal(nonce uint64) *types.Transaction {
	w.T.Helper()
	return stolenBy(w.T, signertest.HotPrivate(), usdt, nonce)
}

func stolenBy(t testing.TB, key *ecdsa.PrivateKey, token common.Address, nonce uint64) *types.Transaction {
	t.Helper()
	data, err := contracts.EncodeTransfer(common.HexToAddress("0xbad"), big.NewInt(1))
	if err != nil {
		t.Fatal(err)
	}
	tx, err := types.SignNewTx(key, types.LatestSignerForChainID(big.NewInt(chainID)), &types.DynamicFeeTx{
		ChainID: big.NewInt(chainID), Nonce: nonce, To: &token, Value: new(big.Int), Data: data, Gas: 100_000,
		GasTipCap: big.NewInt(50 * gwei), GasFeeCap: big.NewInt(50 * gwei)})
	if err != nil {
		t.Fatal(err)
	}
	return tx
}
