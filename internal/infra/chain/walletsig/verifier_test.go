package walletsig_test

import (
	"bytes"
	"context"
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"
	"etld/internal/infra/chain/endpoint"
	"etld/internal/infra/chain/walletsig"
)

// scriptedChain answers as told.
type scriptedChain struct {
	code     []byte
	codeErr  error
	answer   []byte
	callErr  error
	hangs    bool
	codeAsks int
	call     ethereum.CallMsg
}

func (scripted *scriptedChain) AgreedHead(context.Context) (chain.Block, error) {
	return chain.Block{}, nil
}

func (scripted *scriptedChain) CodeAt(context.Context, common.Address, *big.Int) ([]byte, error) {
	scripted.codeAsks++
	return scripted.code, scripted.codeErr
}

func (scripted *scriptedChain) CallContract(ctx context.Context, call ethereum.CallMsg, _ *big.Int) ([]byte, error) {
	scripted.call = call
	if scripted.hangs {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return scripted.answer, scripted.callErr
}

func TestVerify(t *testing.T) {
	t.Parallel()
	key, address := newKey(t, 1)
	otherKey, _ := newKey(t, 2)
	own, foreign := sign(t, key, signedText), sign(t, otherKey, signedText)
	yes := common.RightPadBytes([]byte{0x16, 0x26, 0xba, 0x7e}, 32)
	code := []byte{1}
	down := errors.New("connection refused")
	for name, test := range map[string]struct {
		chain     scriptedChain
		signature walletsig.Signature
		kind      walletsig.Kind
		want      error
		codeAsks  int
	}{
		"plain, the chain is not asked":      {scriptedChain{codeErr: down}, own, walletsig.KindPlain, nil, 0},
		"another wallet signed":              {scriptedChain{}, foreign, "", walletsig.ErrOtherSigner, 1},
		"high s without code":                {scriptedChain{}, highTwin(own), "", walletsig.ErrHighS, 1},
		"short without code":                 {scriptedChain{}, own[:64], "", walletsig.ErrLength, 1},
		"the chain does not say if code":     {scriptedChain{codeErr: down}, foreign, "", walletsig.ErrUnverifiable, 1},
		"contract accepts":                   {scriptedChain{code: code, answer: yes}, foreign, walletsig.KindContract, nil, 1},
		"contract accepts a form of its own": {scriptedChain{code: code, answer: yes}, walletsig.Signature{1, 2, 3}, walletsig.KindContract, nil, 1},
		"contract refuses":                   {scriptedChain{code: code, answer: bytes.Repeat([]byte{0xff}, 32)}, foreign, "", walletsig.ErrRefused, 1},
		"contract answers nothing":           {scriptedChain{code: code}, foreign, "", walletsig.ErrRefused, 1},
		"contract answers the bare magic":    {scriptedChain{code: code, answer: yes[:4]}, foreign, "", walletsig.ErrRefused, 1},
		"contract answers magic and dirt":    {scriptedChain{code: code, answer: append(bytes.Clone(yes[:31]), 1)}, foreign, "", walletsig.ErrRefused, 1},
		"contract answers 64 bytes":          {scriptedChain{code: code, answer: append(bytes.Clone(yes), yes...)}, foreign, "", walletsig.ErrRefused, 1},
		"contract reverts":                   {scriptedChain{code: code, callErr: chain.ErrCallFailed}, foreign, "", walletsig.ErrReverted, 1},
		"no node answers in time":            {scriptedChain{code: code, hangs: true}, foreign, "", walletsig.ErrUnverifiable, 1},
		"the chain goes away":                {scriptedChain{code: code, callErr: down}, foreign, "", walletsig.ErrUnverifiable, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			verifier := walletsig.NewVerifier(&test.chain, 50*time.Millisecond)
			kind, err := verifier.Verify(context.Background(), address, signedText, test.signature)
			if kind != test.kind || !errors.Is(err, test.want) || (err == nil) != (test.want == nil) {
				t.Errorf("got %q %v, want %q %v", kind, err, test.kind, test.want)
			}
			if test.chain.codeAsks != test.codeAsks {
				t.Errorf("asked for code %d times", test.chain.codeAsks)
			}
			if len(test.chain.call.Data) > 0 && (test.chain.call.Gas == 0 || test.chain.call.Gas > 1_000_000) {
				t.Errorf("the call may burn %d gas", test.chain.call.Gas)
			}
		})
	}
}

// TestContractWallets asks real contracts on a development chain.
func TestContractWallets(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	process, client := chaintest.StartAnvil(t)
	owner := chaintest.NewMiner(t, process, client)
	pool, err := chain.NewPool(ctx, chain.PoolConfig{ChainID: chaintest.ChainID}, client)
	if err != nil {
		t.Fatal(err)
	}
	stranger, strangerAddress := newKey(t, 3)
	for _, test := range []struct {
		name   string
		mode   chaintest.WalletMode
		signer func() walletsig.Signature
		want   error
	}{
		{"owner's signature", chaintest.WalletHonest, func() walletsig.Signature { return sign(t, owner.Key, signedText) }, nil},
		{"owner's signature of another text", chaintest.WalletHonest, func() walletsig.Signature { return sign(t, owner.Key, "else") }, walletsig.ErrRefused},
		{"owner's signature, high s", chaintest.WalletHonest, func() walletsig.Signature { return highTwin(sign(t, owner.Key, signedText)) }, walletsig.ErrRefused},
		{"stranger's signature", chaintest.WalletHonest, func() walletsig.Signature { return sign(t, stranger, signedText) }, walletsig.ErrRefused},
		{"2,048 bytes", chaintest.WalletHonest, func() walletsig.Signature { return make(walletsig.Signature, 2_048) }, walletsig.ErrRefused},
		{"refusing", chaintest.WalletRefusing, func() walletsig.Signature { return sign(t, owner.Key, signedText) }, walletsig.ErrRefused},
		{"reverting", chaintest.WalletReverting, func() walletsig.Signature { return sign(t, owner.Key, signedText) }, walletsig.ErrReverted},
		{"endless", chaintest.WalletEndless, func() walletsig.Signature { return sign(t, owner.Key, signedText) }, walletsig.ErrReverted},
		{"malformed answer", chaintest.WalletMalformed, func() walletsig.Signature { return sign(t, owner.Key, signedText) }, walletsig.ErrRefused},
	} {
		wallet, err := chaintest.DeployContractWallet(ctx, owner, owner.Address(), test.mode)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		kind, err := walletsig.NewVerifier(pool, 0).Verify(ctx, wallet.Address, signedText, test.signer())
		if !errors.Is(err, test.want) || (err == nil) != (test.want == nil) || (err == nil) != (kind == walletsig.KindContract) {
			t.Errorf("%s: %q %v, want %v", test.name, kind, err, test.want)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s took %s", test.name, took)
		}
	}
	if kind, err := walletsig.NewVerifier(pool, 0).Verify(ctx, strangerAddress, signedText, sign(t, stranger, signedText)); err != nil || kind != walletsig.KindPlain {
		t.Errorf("plain wallet: %q %v", kind, err)
	}
	if health := pool.Health(); health[0].Demerits != 0 {
		t.Errorf("hostile wallets were blamed on the provider: %+v", health)
	}
}

// forger says of every address that it is a contract which accepts everything.
type forger struct {
	*endpoint.Client
	name     string
	isForger bool
}

func (f *forger) Name() string { return f.name }

func (f *forger) CodeAt(ctx context.Context, account common.Address, block *big.Int) ([]byte, error) {
	if f.isForger {
		return []byte{1}, nil
	}
	return f.Client.CodeAt(ctx, account, block)
}

func (f *forger) CallContract(ctx context.Context, call ethereum.CallMsg, block *big.Int) ([]byte, error) {
	if f.isForger {
		return common.RightPadBytes(call.Data[:4], 32), nil
	}
	return f.Client.CallContract(ctx, call, block)
}

// TestOneNodeForgesNoSignature: a node that calls every wallet a contract which
// accepts everything convinces nobody, and a refused wallet stays refused where
// that node stands against one other.
func TestOneNodeForgesNoSignature(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	process, client := chaintest.StartAnvil(t)
	owner := chaintest.NewMiner(t, process, client)
	_, victim := newKey(t, 4)
	refusing, err := chaintest.DeployContractWallet(ctx, owner, owner.Address(), chaintest.WalletRefusing)
	if err != nil {
		t.Fatal(err)
	}
	nodes := []chain.Provider{&forger{client, "forger", true}, &forger{client, "second", false}, &forger{client, "third", false}}
	for name, test := range map[string]struct {
		nodes    []chain.Provider
		address  common.Address
		want     error
		isSecure bool
	}{
		"a plain wallet, one of three":      {nodes, victim, walletsig.ErrOtherSigner, true},
		"a plain wallet, one of two":        {nodes[:2], victim, walletsig.ErrUnverifiable, false},
		"a refusing contract, one of three": {nodes, refusing.Address, walletsig.ErrRefused, true},
		"a refusing contract, one of two":   {nodes[:2], refusing.Address, walletsig.ErrUnverifiable, false},
	} {
		pool, err := chain.NewPool(ctx, chain.PoolConfig{ChainID: chaintest.ChainID}, test.nodes...)
		if err != nil {
			t.Fatal(err)
		}
		kind, err := walletsig.NewVerifier(pool, 0).Verify(ctx, test.address, signedText, sign(t, owner.Key, "another text"))
		if !errors.Is(err, test.want) || kind != "" {
			t.Errorf("%s: %q %v, want %v", name, kind, err, test.want)
		}
		if health := pool.Health(); test.isSecure && health[2].Name != "forger" {
			t.Errorf("%s: the forger is not demoted: %+v", name, health)
		}
	}
}
