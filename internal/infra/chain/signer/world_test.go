package signer_test

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"path/filepath"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
)

const (
	host       = "etld.example"
	passphrase = "correct horse battery"
	gwei       = 1_000_000_000
)

var (
	start = time.Date(2026, 3, 2, 12, 0, 0, 0, clock.Zone).UTC()
	usdt  = common.HexToAddress("0x0000000000000000000000000000000000000055")
	etld  = common.HexToAddress("0x0000000000000000000000000000000000000066")
	fee   = signer.Fee{Gas: 60_000, Tip: gwei, FeeCap: 3 * gwei}
)

// fakeChain says what tests tell it to.
type fakeChain struct {
	code    map[common.Address][]byte
	accepts bool
	// hangs makes contract wallets compute until nobody waits any more.
	hangs   bool
	down    error
	outcome map[uint64]chain.Outcome
	// final is the hot wallet's final nonce.
	final uint64
	// asked is whose nonce was asked for last.
	asked common.Address
}

func (f *fakeChain) AgreedHead(context.Context) (chain.Block, error) { return chain.Block{}, nil }

func (f *fakeChain) CodeAt(_ context.Context, account common.Address, _ *big.Int) ([]byte, error) {
	return f.code[account], f.down
}

func (f *fakeChain) CallContract(ctx context.Context, _ ethereum.CallMsg, _ *big.Int) ([]byte, error) {
	if f.hangs {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if !f.accepts {
		return nil, chain.ErrCallFailed
	}
	return common.RightPadBytes(crypto.Keccak256([]byte("isValidSignature(bytes32,bytes)"))[:4], 32), nil
}

func (f *fakeChain) Nonces(context.Context, common.Address) (latest, final uint64, err error) {
	return f.final, f.final, f.down
}

func (f *fakeChain) Outcome(_ context.Context, account common.Address, nonce uint64, _ []common.Hash) (chain.Outcome, error) {
	f.asked = account
	return f.outcome[nonce], f.down
}

// world is a signer with its clock, users and operators.
type world struct {
	t       testing.TB
	clock   *clock.Manual
	chain   *fakeChain
	journal string
	key     *signer.Key
	policy  signer.Policy
	local   *signer.Local
	user    *ecdsa.PrivateKey
	one     *ecdsa.PrivateKey
	two     *ecdsa.PrivateKey
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{t: t, clock: clock.NewManual(start), chain: &fakeChain{outcome: make(map[uint64]chain.Outcome), code: make(map[common.Address][]byte)},
		journal: filepath.Join(t.TempDir(), "signer", "journal"), user: wallettest.Key("user"), one: wallettest.Key("operator 1"), two: wallettest.Key("operator 2")}
	var err error
	w.key, err = signer.CreateKeystore(filepath.Join(t.TempDir(), "key.json"), passphrase, signer.Light, entropy.System())
	if err != nil {
		t.Fatal(err)
	}
	w.policy = signer.Policy{Host: host, Operators: []common.Address{wallettest.Address(w.one), wallettest.Address(w.two)}, Networks: []signer.Network{{
		Name: "BEP-20", ChainID: 56, FeeCapMax: 100 * gwei, GasMax: 200_000, GasDayMax: 1e18, NonceAheadMax: 64, Chain: w.chain,
		Currencies: []signer.Currency{
			{Name: money.USDT, Token: usdt, Decimals: 18, PayoutMin: money.Units(1), PayoutMax: money.Units(10_000), DayMax: money.Units(30_000), OneDayMax: money.Units(5_000),
				TwoFrom: money.Units(1_000), AutomaticMax: money.Units(200), AutomaticDayMax: money.Units(500)},
			{Name: money.ETLD, Token: etld, Decimals: 18, PayoutMin: money.Units(1), PayoutMax: money.Units(50_000), DayMax: money.Units(200_000), OneDayMax: money.Units(20_000), TwoFrom: money.Units(2_000)},
		},
	}}}
	w.open()
	return w
}

// open starts the signer on its journal, as a restart does.
func (w *world) open() {
	w.t.Helper()
	var err error
	w.local, err = signer.New(signer.Config{Key: w.key, Policy: w.policy, Journal: w.journal, Clock: w.clock, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		w.t.Fatal(err)
	}
	local := w.local
	w.t.Cleanup(func() { _ = local.Close() })
}

func (w *world) restart() {
	w.t.Helper()
	if err := w.local.Close(); err != nil {
		w.t.Fatal(err)
	}
	w.open()
}

// request is an automatic payout of an amount to the user, honest in all parts.
func (w *world) request(id string, nonce uint64, quantity string) signer.Request {
	return w.requestBy(w.user, id, nonce, quantity)
}

func (w *world) requestBy(user *ecdsa.PrivateKey, id string, nonce uint64, quantity string) signer.Request {
	asked := signer.Withdrawal{Quantity: money.MustParse(quantity), Currency: money.USDT, Network: "BEP-20", Fee: money.Units(1),
		Arrival: money.MustParse(quantity) - money.Units(1), Address: wallettest.Address(user), RequestID: "r-" + id, At: w.clock.Now().Truncate(time.Millisecond)}
	return w.requestFor(user, id, nonce, asked)
}

func (w *world) requestFor(user *ecdsa.PrivateKey, id string, nonce uint64, asked signer.Withdrawal) signer.Request {
	units, err := money.ToBaseUnits(asked.Arrival, 18)
	if err != nil {
		w.t.Fatal(err)
	}
	text := signer.StatementText(host, asked)
	return signer.Request{Payout: signer.Payout{WithdrawalID: id, Issue: 1, ChainID: 56, Token: usdt, Recipient: asked.Address, Units: units.String(),
		Statement: signer.Statement{Text: text, Signature: wallettest.Sign(user, text)}}, Automatic: true, Nonce: nonce, Fee: fee}
}

// approve signs a request by operators.
func (w *world) approve(r signer.Request, operators ...*ecdsa.PrivateKey) signer.Request {
	r.Automatic, r.Approvals = false, nil
	for _, key := range operators {
		r.Approvals = append(r.Approvals, w.approval(r.Payout, key, w.clock.Now()))
	}
	return r
}

func (w *world) approval(p signer.Payout, key *ecdsa.PrivateKey, at time.Time) signer.Approval {
	return signer.Approval{Operator: wallettest.Address(key), Time: at.UnixMilli(), Signature: wallettest.Sign(key, signer.ApprovalText(host, wallettest.Address(key), p, at))}
}

func (w *world) sign(r signer.Request) (signer.Signed, error) {
	return w.local.SignPayout(context.Background(), r)
}

func (w *world) mustSign(r signer.Request) signer.Signed {
	w.t.Helper()
	signed, err := w.sign(r)
	if err != nil {
		w.t.Fatalf("%s: %v", r.WithdrawalID, err)
	}
	return signed
}

func (w *world) mustRefuse(r signer.Request, want error) {
	w.t.Helper()
	signed, err := w.sign(r)
	if !errors.Is(err, want) || len(signed.Raw) > 0 || signed.Hash != (common.Hash{}) {
		w.t.Fatalf("%s: got %v, want %v", r.WithdrawalID, err, want)
	}
}

func decode(t *testing.T, s signer.Signed) *types.Transaction {
	t.Helper()
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(s.Raw); err != nil {
		t.Fatal(err)
	}
	if tx.Hash() != s.Hash {
		t.Fatalf("hash %s of %s", s.Hash, tx.Hash())
	}
	return tx
}

func id(n int) string { return fmt.Sprintf("w%d", n) }
