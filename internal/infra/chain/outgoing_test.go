package chain_test

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"
	"etld/internal/infra/chain/endpoint"
)

// liar is a client that keeps receipts back or counts nonces wrongly.
type liar struct {
	*endpoint.Client
	name         string
	hideReceipts bool
	nonceOffset  uint64
	refuses      bool
	// keepsFrom is the first block whose state it still has.
	keepsFrom uint64
}

func (l *liar) Name() string { return l.name }

func (l *liar) Receipt(ctx context.Context, hash common.Hash) (*types.Receipt, error) {
	if l.hideReceipts {
		return nil, chain.ErrNotFound
	}
	return l.Client.Receipt(ctx, hash)
}

func (l *liar) NonceAt(ctx context.Context, account common.Address, block *big.Int) (uint64, error) {
	if block.Uint64() < l.keepsFrom {
		return 0, errors.New("missing trie node")
	}
	nonce, err := l.Client.NonceAt(ctx, account, block)
	return nonce + l.nonceOffset, err
}

func (l *liar) SendRaw(ctx context.Context, raw []byte) error {
	if l.refuses {
		return errors.New("no")
	}
	return l.Client.SendRaw(ctx, raw)
}

func poolOf(t *testing.T, providers ...chain.Provider) *chain.Pool {
	t.Helper()
	pool, err := chain.NewPool(context.Background(), chain.PoolConfig{ChainID: chaintest.ChainID}, providers...)
	if err != nil {
		t.Fatal(err)
	}
	return pool
}

func TestOutcome(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	process, client := chaintest.StartAnvil(t)
	miner := chaintest.NewMiner(t, process, client)
	mine := func(blocks int) {
		t.Helper()
		if err := process.Control.Mine(ctx, blocks); err != nil {
			t.Fatal(err)
		}
	}
	mine(chaintest.WorldFinalityDepth)
	pool := poolOf(t, client)
	honest, other := &liar{Client: client, name: "a"}, &liar{Client: client, name: "b"}
	pair := poolOf(t, honest, other)
	outcome := func(nonce uint64, hashes ...common.Hash) chain.Outcome {
		t.Helper()
		o, err := pool.Outcome(ctx, miner.Address(), nonce, hashes)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}

	sent, err := miner.Send(ctx, &common.Address{0: 0x51}, chaintest.Wei(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	if o := outcome(0, sent.Hash()); o.Tx != (common.Hash{}) || o.IsSuperseded {
		t.Errorf("before its block: %+v", o)
	}
	mine(1)
	o := outcome(0, common.Hash{1}, sent.Hash())
	receipt, err := client.Receipt(ctx, sent.Hash())
	if err != nil {
		t.Fatal(err)
	}
	cost := new(big.Int).Mul(receipt.EffectiveGasPrice, new(big.Int).SetUint64(receipt.GasUsed))
	if o.Tx != sent.Hash() || !o.Succeeded || o.IsFinal || o.Block.Hash != receipt.BlockHash || o.Fee.Cmp(cost) != 0 || cost.Sign() == 0 {
		t.Errorf("in its block: %+v, cost %s", o, cost)
	}
	if o := outcome(0, common.Hash{1}); o.IsSuperseded {
		t.Error("a nonce used in a block that is not final counts as used up")
	}

	// One provider keeps the receipt back: that is no fact, in either direction.
	other.hideReceipts = true
	if o, err := pair.Outcome(ctx, miner.Address(), 0, []common.Hash{sent.Hash()}); err == nil {
		t.Errorf("one of two knows the receipt, and the outcome is %+v", o)
	}
	mine(chaintest.WorldFinalityDepth)
	if o, err := pair.Outcome(ctx, miner.Address(), 0, []common.Hash{sent.Hash()}); err == nil {
		t.Errorf("one of two knows the receipt of a final block, and the outcome is %+v", o)
	}
	other.hideReceipts = false
	if o := outcome(0, sent.Hash()); !o.IsFinal || !o.Succeeded {
		t.Errorf("in a final block: %+v", o)
	}
	if o := outcome(0, common.Hash{1}); !o.IsSuperseded {
		t.Error("a nonce used up by another transaction is not seen")
	}
	// One provider counts a nonce as used that is not.
	other.nonceOffset = 1
	if o, err := pair.Outcome(ctx, miner.Address(), 1, []common.Hash{{1}}); !errors.Is(err, chain.ErrDisagreement) || o.IsSuperseded {
		t.Errorf("one of two made a nonce used up: %+v %v", o, err)
	}
	if latest, final, err := pool.Nonces(ctx, miner.Address()); err != nil || latest != 1 || final != 1 {
		t.Errorf("nonces %d and %d (%v)", latest, final, err)
	}
}

func TestBroadcast(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	process, client := chaintest.StartAnvil(t)
	miner := chaintest.NewMiner(t, process, client)
	one, two := &liar{Client: client, name: "a"}, &liar{Client: client, name: "b"}
	pool := poolOf(t, one, two)
	to := common.Address{0: 0x51}
	signed, err := miner.Sign(ctx, &to, big.NewInt(5), nil)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := signed.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if err := pool.Broadcast(ctx, raw[1:]); !errors.Is(err, chain.ErrNotTransaction) {
		t.Errorf("rubbish: %v", err)
	}
	one.refuses, two.refuses = true, true
	if err := pool.Broadcast(ctx, raw); !errors.Is(err, chain.ErrUnreachable) {
		t.Errorf("nobody took it, and the answer is %v", err)
	}
	two.refuses = false
	for _, when := range []string{"new", "already known"} {
		if err := pool.Broadcast(ctx, raw); err != nil {
			t.Errorf("%s: %v", when, err)
		}
	}
	if err := process.Control.Mine(ctx, 1); err != nil {
		t.Fatal(err)
	}
	if err := pool.Broadcast(ctx, raw); err != nil {
		t.Errorf("in a block already: %v", err)
	}
	if balance, err := pool.Balance(ctx, common.Address{}, to); err != nil || balance.Int64() != 5 {
		t.Errorf("received %s (%v)", balance, err)
	}
}

func TestQuote(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	world := chaintest.NewAnvilWorld(t)
	pool := poolOf(t, world.Client)
	to := common.Address{0: 0x51}
	quote, err := pool.Quote(ctx, ethereum.CallMsg{From: world.Payer(0), To: &to, Value: big.NewInt(0)})
	if err != nil || quote.Gas != 21_000 || quote.FeeCap < quote.Tip || quote.FeeCap == 0 {
		t.Errorf("%+v %v", quote, err)
	}
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	token := world.Token()
	data := append(crypto.Keccak256([]byte("transfer(address,uint256)"))[:4], common.LeftPadBytes(to.Bytes(), 32)...)
	data = append(data, common.LeftPadBytes([]byte{1}, 32)...)
	if _, err := pool.Quote(ctx, ethereum.CallMsg{From: crypto.PubkeyToAddress(key.PublicKey), To: &token, Data: data}); !errors.Is(err, chain.ErrCallFailed) {
		t.Errorf("a transfer of what is not there: %v", err)
	}
	if quote, err := pool.Quote(ctx, ethereum.CallMsg{From: world.Payer(0), To: &token, Data: data}); err != nil || quote.Gas <= 21_000 {
		t.Errorf("%+v %v", quote, err)
	}
}

// A plain wallet that has delegated to code (EIP-7702) has it run by whoever sends it coins:
// the quote says what that takes.
func TestAQuoteHasTheGasOfDelegatedCode(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	process, client := chaintest.StartAnvil(t)
	miner := chaintest.NewMiner(t, process, client)
	// The code, which the rest deploys, counts from 8,192 to 0.
	deployed, err := miner.Execute(ctx, nil, nil, common.FromHex("6d"+"620020005b600190038060045700"+"600052600e6012f3"))
	if err != nil {
		t.Fatal(err)
	}
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	wallet, pool := crypto.PubkeyToAddress(key.PublicKey), poolOf(t, client)
	gas := func() uint64 {
		t.Helper()
		quote, err := pool.Quote(ctx, ethereum.CallMsg{From: miner.Address(), To: &wallet, Value: big.NewInt(1)})
		if err != nil {
			t.Fatal(err)
		}
		return quote.Gas
	}
	if got := gas(); got != 21_000 {
		t.Errorf("to a plain wallet it takes %d gas", got)
	}
	delegation := types.SetCodeAuthorization{Address: deployed.ContractAddress}
	delegation.ChainID.SetUint64(chaintest.ChainID)
	if delegation, err = types.SignSetCode(key, delegation); err != nil {
		t.Fatal(err)
	}
	nonce, err := client.Eth().PendingNonceAt(ctx, miner.Address())
	if err != nil {
		t.Fatal(err)
	}
	price := delegation.ChainID
	price.SetUint64(100_000_000_000)
	signed, err := types.SignNewTx(miner.Key, types.LatestSignerForChainID(big.NewInt(chaintest.ChainID)), &types.SetCodeTx{
		ChainID: &delegation.ChainID, Nonce: nonce, GasTipCap: &price, GasFeeCap: &price, Gas: 100_000, To: wallet, AuthList: []types.SetCodeAuthorization{delegation}})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(client.Eth().SendTransaction(ctx, signed), process.Control.Mine(ctx, 1)); err != nil {
		t.Fatal(err)
	}
	if got := gas(); got < 200_000 {
		t.Errorf("to one that has delegated it takes %d gas", got)
	}
}

// TestAForgottenReceiptIsNoOtherTransaction: nodes drop receipts after some days.
// That nobody has one is no proof that something else used the nonce, which would
// allow the same payout again; the block that used it is found and read.
func TestAForgottenReceiptIsNoOtherTransaction(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	process, client := chaintest.StartAnvil(t)
	miner := chaintest.NewMiner(t, process, client)
	mine := func(blocks int) {
		t.Helper()
		if err := process.Control.Mine(ctx, blocks); err != nil {
			t.Fatal(err)
		}
	}
	var sent []common.Hash
	for range 3 {
		mine(17)
		one, err := miner.Send(ctx, &common.Address{0: 0x51}, chaintest.Wei(1), nil)
		if err != nil {
			t.Fatal(err)
		}
		sent = append(sent, one.Hash())
	}
	mine(40)
	nodes := []*liar{{Client: client, name: "a", hideReceipts: true}, {Client: client, name: "b", hideReceipts: true}, {Client: client, name: "c", hideReceipts: true}}
	pool := poolOf(t, nodes[0], nodes[1], nodes[2])
	for nonce, hash := range sent {
		if o, err := pool.Outcome(ctx, miner.Address(), uint64(nonce), []common.Hash{{1}, hash}); !errors.Is(err, chain.ErrForgotten) {
			t.Errorf("the payout with nonce %d is there, and the outcome is %+v %v", nonce, o, err)
		}
		if o, err := pool.Outcome(ctx, miner.Address(), uint64(nonce), []common.Hash{{1}}); err != nil || !o.IsSuperseded {
			t.Errorf("another transaction used nonce %d, and the outcome is %+v %v", nonce, o, err)
		}
	}
	if o, err := pool.Outcome(ctx, miner.Address(), 3, []common.Hash{{1}}); err != nil || o.IsSuperseded {
		t.Errorf("a nonce that is free: %+v %v", o, err)
	}
	nodes[0].nonceOffset = 1
	if o, err := pool.Outcome(ctx, miner.Address(), 3, []common.Hash{{1}}); err != nil || o.IsSuperseded {
		t.Errorf("one of three says that a free nonce is used: %+v %v", o, err)
	}
	for _, one := range nodes {
		one.nonceOffset, one.keepsFrom = 0, 80
	}
	if o, err := pool.Outcome(ctx, miner.Address(), 0, []common.Hash{{1}}); err == nil {
		t.Errorf("nobody can look the nonce up any more, and the outcome is %+v", o)
	}
}
