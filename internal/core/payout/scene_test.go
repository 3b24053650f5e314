package payout_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/core/payout"
	"etld/internal/core/worldtest"
	"etld/internal/infra/chain/anvil"
	"etld/internal/infra/chain/chaintest"
	"etld/internal/infra/chain/contracts"
	"etld/internal/infra/chain/endpoint"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const patience = 30 * time.Second

// devChain is a development chain with a token, shared by the tests of a run;
// each has a hot wallet of its own.
type devChain struct {
	process *anvil.Process
	client  *endpoint.Client
	miner   *chaintest.Miner
	token   contracts.TestToken
}

func newDevChain(t *testing.T) *devChain {
	t.Helper()
	process, client := chaintest.StartAnvil(t)
	d := &devChain{process: process, client: client, miner: chaintest.NewMiner(t, process, client)}
	var err error
	if d.token, err = contracts.DeployTestToken(context.Background(), d.miner, "Tether USD", "USDT", d.miner.Address()); err != nil {
		t.Fatal(err)
	}
	return d
}

// scene is a wallet with a database, on a real chain, and processes that work it.
type scene struct {
	*world
	dev  *devChain
	plan plan
	real *clock.System
	// private is the hot wallet's key: tests also play the thief who has it.
	private *ecdsa.PrivateKey
}

func newScene(t *testing.T, dev *devChain, engine sqldb.Engine) *scene {
	t.Helper()
	ctx := context.Background()
	s := &scene{dev: dev, real: &clock.System{}}
	folder := t.TempDir()
	private, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	s.plan = plan{Role: "worker", Database: dbtest.Address(t, engine), RPC: dev.process.URL, Token: dev.token.Address, Wallet: wallettest.Address(private),
		Keystore: filepath.Join(folder, "key.json"), Passphrase: "a long passphrase", Journal: filepath.Join(folder, "journal")}
	if _, err := signer.ImportKeystore(s.plan.Keystore, s.plan.Passphrase, signer.Light, private); err != nil {
		t.Fatal(err)
	}
	if err := dev.process.Control.SetBalance(ctx, s.plan.Wallet, wei(10)); err != nil {
		t.Fatal(err)
	}
	if _, err := dev.token.Mint(ctx, dev.miner, s.plan.Wallet, wei(10_000)); err != nil {
		t.Fatal(err)
	}
	db, err := sqldb.Open(ctx, s.plan.Database, s.real)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	pool, err := s.plan.pool(ctx)
	if err != nil {
		t.Fatal(err)
	}
	// This process only orders and looks; its service never works.
	s.world = &world{World: worldtest.New(t, db, dbtest.Clock{Manual: clock.NewManual(s.real.Now())}), chance: entropy.System()}
	s.service, err = payout.New(payout.Config{DB: db, Ledger: s.Ledger, Chance: s.chance, Log: discard(), Settlement: func() payout.Settlement { return &settlement{} },
		Wallets: []payout.Wallet{s.plan.wallet(pool, signer.NewClient("/nowhere"))}})
	if err != nil {
		t.Fatal(err)
	}
	s.private = private
	// What was set up is final: no test's reorganisation reaches it.
	s.mine(8)
	return s
}

// child is a running process of a scene.
type child struct {
	command *exec.Cmd
	stdin   io.WriteCloser
	output  *bytes.Buffer
	// ended is closed when the process is gone.
	ended chan struct{}
}

func (s *scene) start(change func(p *plan)) *child {
	s.T.Helper()
	p := s.plan
	if change != nil {
		change(&p)
	}
	text, err := json.Marshal(p)
	if err != nil {
		s.T.Fatal(err)
	}
	c := &child{command: exec.Command(os.Args[0]), output: &bytes.Buffer{}, ended: make(chan struct{})}
	c.command.Env = append(os.Environ(), childEnvironment+"="+string(text))
	c.command.Stdout, c.command.Stderr = c.output, c.output
	if c.stdin, err = c.command.StdinPipe(); err != nil {
		s.T.Fatal(err)
	}
	if err := c.command.Start(); err != nil {
		s.T.Fatal(err)
	}
	go func() {
		// How it ended is in its state.
		_ = c.command.Wait()
		close(c.ended)
	}()
	s.T.Cleanup(c.stop)
	return c
}

// stop ends a child that still runs.
func (c *child) stop() {
	_ = c.stdin.Close()
	select {
	case <-c.ended:
		return
	case <-time.After(patience):
	}
	_ = c.command.Process.Kill()
}

// mustDie waits until the child killed itself, mining so that it gets there.
func (s *scene) mustDie(c *child) {
	s.T.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		select {
		case <-c.ended:
			status, ok := c.command.ProcessState.Sys().(syscall.WaitStatus)
			if !ok || !status.Signaled() || status.Signal() != syscall.SIGKILL {
				s.T.Fatalf("the process ended with %s instead of being killed:\n%s", c.command.ProcessState, c.output)
			}
			return
		default:
		}
	}
	s.T.Fatalf("the process never came to the point at which it dies; it said:\n%s", c.output)
}

func (s *scene) mine(blocks int) {
	s.T.Helper()
	if err := s.dev.process.Control.Mine(context.Background(), blocks); err != nil {
		s.T.Fatal(err)
	}
}

// until waits for a payout's state; mining says whether blocks pass meanwhile, one
// after each that a worker has looked at. However slow it is, it misses none.
func (s *scene) until(id string, mining bool, is func(p payout.Payout) bool) payout.Payout {
	s.T.Helper()
	looked := s.looks()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if p := s.find(id); is(p) {
			return p
		}
		// The next look may have begun before the block, the one after it not.
		if looks := s.looks(); mining && looks >= looked+2 {
			s.mine(1)
			looked = s.looks()
		}
	}
	p := s.find(id)
	s.T.Fatalf("%s stays %s (%s, proof %q); the wallet: %+v", id, p.State, p.Reason, p.Proof, s.overview().WalletState)
	return p
}

// looks is how often workers have begun to look at the chain.
func (s *scene) looks() (n int64) {
	s.View(func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&n), `SELECT term FROM payout_wallet`)
		return err
	})
	return n
}

// untilSent waits until the chain has a payout's transaction, which no block holds.
func (s *scene) untilSent(o payout.Order) {
	s.T.Helper()
	s.until(o.WithdrawalID, false, func(p payout.Payout) bool {
		if p.TxHash == "" {
			return false
		}
		var sent *struct{ Hash string }
		if err := s.dev.process.Client().CallContext(s.T.Context(), &sent, "eth_getTransactionByHash", p.TxHash); err != nil {
			s.T.Fatal(err)
		}
		return sent != nil
	})
}

func inState(want payout.State) func(payout.Payout) bool {
	return func(p payout.Payout) bool { return p.State == want }
}

func (s *scene) wantPaidOnChain(nonces uint64, orders ...payout.Order) {
	s.T.Helper()
	s.mine(8)
	for _, o := range orders {
		p := s.until(o.WithdrawalID, true, inState(payout.Final))
		if got := s.received(o); got.Cmp(units(o)) != 0 {
			s.T.Errorf("%s received %s, want %s", o.WithdrawalID, got, units(o))
		}
		if told := s.told(o.WithdrawalID); told != "paid "+p.TxHash {
			s.T.Errorf("%s: told %q", o.WithdrawalID, told)
		}
		receipt, err := s.dev.client.Receipt(context.Background(), common.HexToHash(p.TxHash))
		if err != nil || receipt.Status != types.ReceiptStatusSuccessful || receipt.BlockNumber.Uint64() != p.Block {
			s.T.Errorf("%s: receipt of %s: %v", o.WithdrawalID, p.TxHash, err)
		}
	}
	if got, err := s.dev.client.NonceAt(context.Background(), s.plan.Wallet, nil); err != nil || got != nonces {
		s.T.Errorf("the wallet used %d nonces, want %d (%v)", got, nonces, err)
	}
	s.wantSound()
}

func (s *scene) received(o payout.Order) *big.Int {
	s.T.Helper()
	balance, err := s.dev.token.BalanceOf(context.Background(), s.dev.client, o.Recipient, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	return balance
}

// order makes an automatic payout of USDT by a user of this test only.
func (s *scene) order(name, amount string) payout.Order {
	s.T.Helper()
	s.Clock.Set(s.real.Now())
	return s.pay(fmt.Sprintf("%s-%x", name, entropy.Bytes(entropy.System(), 4)), amount)
}

func isDead(c *child) bool {
	select {
	case <-c.ended:
		return true
	default:
		return false
	}
}

// setTokens rewrites what the hot wallet holds, as no real chain lets anybody.
func (s *scene) setTokens(amount *big.Int) {
	s.T.Helper()
	// balances is the token's first storage slot.
	slot := crypto.Keccak256Hash(common.LeftPadBytes(s.plan.Wallet.Bytes(), 32), make([]byte, 32))
	var ignored any
	err := s.dev.process.Client().CallContext(context.Background(), &ignored, "anvil_setStorageAt", s.plan.Token, slot, common.BigToHash(amount))
	if err != nil {
		s.T.Fatal(err)
	}
	balance, err := s.dev.token.BalanceOf(context.Background(), s.dev.client, s.plan.Wallet, nil)
	if err != nil || balance.Cmp(amount) != 0 {
		s.T.Fatalf("the wallet holds %s, want %s (%v)", balance, amount, err)
	}
}

// steal sends a transaction with the hot wallet's key that pays more for gas.
func (s *scene) steal(t *testing.T, nonce uint64) {
	t.Helper()
	tx := stolenBy(t, s.private, s.plan.Token, nonce)
	raw, err := tx.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var hash string
	if err := s.dev.process.Client().CallContext(context.Background(), &hash, "eth_sendRawTransaction", hexutil.Encode(raw)); err != nil {
		t.Fatal(err)
	}
	if !strings.EqualFold(hash, tx.Hash().Hex()) {
		t.Fatalf("sent %s, answered %s", tx.Hash(), hash)
	}
}
