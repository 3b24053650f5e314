package signing

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/common"

	"etld/internal/app/nodes"
	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/base/skip"
	"etld/internal/infra/chain/anvil"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/config"
)

const passphrase = "a passphrase for tests"

// command runs what the program does with a command of the signer.
func command(ctx context.Context, arguments []string, out io.Writer) error {
	c, _, err := config.Parse(config.Command(arguments[0]), arguments[1:], io.Discard)
	if err != nil {
		return err
	}
	if config.Command(arguments[0]) == config.SignerCreate {
		return CreateKeystore(c, out)
	}
	return Run(ctx, c, out, slog.New(slog.DiscardHandler))
}

// firstLine takes the first text that is written.
type firstLine chan string

func (f firstLine) Write(text []byte) (int, error) {
	select {
	case f <- string(text):
	default:
	}
	return len(text), nil
}

// signerFiles is a folder with everything that "etld signer" needs.
type signerFiles struct {
	t      *testing.T
	folder string
	policy signer.Policy
}

func newSignerFiles(t *testing.T) *signerFiles {
	t.Helper()
	// A socket's path must be short.
	folder, err := os.MkdirTemp("", "etld")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	f := &signerFiles{t: t, folder: folder, policy: signer.Policy{Host: "etld.example", Networks: []signer.Network{{Name: "BEP-20", ChainID: nodes.BEP20, FeeCapMax: 1_000_000_000, GasMax: 100_000, GasDayMax: 18e18,
		Currencies: []signer.Currency{{Name: money.USDT, Token: common.Address{1}, Decimals: 18, PayoutMin: 1, PayoutMax: 2, DayMax: 2, OneDayMax: 2, TwoFrom: 1}}}}}}
	if _, err := signer.CreateKeystore(f.path("key"), passphrase, signer.Light, entropy.System()); err != nil {
		t.Fatal(err)
	}
	f.write("passphrase", passphrase)
	f.savePolicy()
	return f
}

func (f *signerFiles) path(name string) string { return filepath.Join(f.folder, name) }

func (f *signerFiles) write(name, text string) {
	f.t.Helper()
	if err := os.WriteFile(f.path(name), []byte(text), 0o600); err != nil {
		f.t.Fatal(err)
	}
}

func (f *signerFiles) savePolicy() {
	f.t.Helper()
	text, err := json.Marshal(f.policy)
	if err != nil {
		f.t.Fatal(err)
	}
	f.write("policy", string(text))
}

// anchors lets the policy allow anchors.
func (f *signerFiles) anchors() {
	f.policy.Anchor = &signer.AnchorPolicy{ChainID: nodes.BEP20, FeeCapMax: 1_000_000_000, GasMax: 100_000, GasDayMax: 18e18}
	f.savePolicy()
}

// arguments are those of a signer that starts; later ones win.
func (f *signerFiles) arguments(more ...string) []string {
	return append([]string{string(config.Signer), "--signer-policy", f.path("policy"), "--signer-keystore", f.path("key"), "--signer-passphrase-file", f.path("passphrase"),
		"--signer-journal", f.path("journal"), "--signer-socket", f.path("s"), "--rpc-urls", "http://127.0.0.1:1", "--single-node", "--log-level", "error"}, more...)
}

// run starts the signer and returns what ends it.
func (f *signerFiles) run(more ...string) (end func()) {
	f.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended, ready := make(chan error, 1), make(firstLine, 1)
	go func() { ended <- command(ctx, f.arguments(more...), ready) }()
	select {
	case line := <-ready:
		if !strings.Contains(line, `"msg":"ready"`) {
			f.t.Errorf("it says %q", line)
		}
	case err := <-ended:
		f.t.Fatalf("it does not start: %v", err)
	}
	return func() {
		stop()
		if err := <-ended; err != nil {
			f.t.Errorf("it ended with %v", err)
		}
	}
}

// Every wrong setting is refused with a sentence that says what is wrong.
func TestTheSignerRefusesWrongSettings(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		spoil func(f *signerFiles) []string
		want  string
	}{
		"no policy":          {func(f *signerFiles) []string { return []string{"--signer-policy", f.path("none")} }, "no such file"},
		"a policy of others": {func(f *signerFiles) []string { f.chmod("policy", 0o666); return nil }, "can be written by others"},
		"a misspelled limit": {func(f *signerFiles) []string { f.write("policy", `{"host":"x","dayMaximum":1}`); return nil }, `unknown field "dayMaximum"`},
		"another chain": {func(f *signerFiles) []string { f.policy.Networks[0].ChainID = 97; f.savePolicy(); return nil },
			"the policy's network BEP-20 is chain 97; this program pays on chains 56 and 1"},
		"no nodes": {func(*signerFiles) []string { return []string{"--rpc-urls", ""} },
			"the policy allows payouts on BEP-20 and --rpc-urls is empty; the signer asks the chain itself"},
		"a single node": {func(*signerFiles) []string { return []string{"--single-node=false"} },
			"--rpc-urls names a single node, which would be believed in everything"},
		"a clock that can be moved": {func(*signerFiles) []string {
			return []string{"--demo-clock", "--rpc-urls", "https://one.example,https://two.example"}
		}, "--demo-clock follows a clock that can be moved"},
		"no least payout": {func(f *signerFiles) []string {
			f.policy.Networks[0].Currencies[0].PayoutMin = 0
			f.savePolicy()
			return nil
		}, "needs payoutMin"},
		"no gas of a day": {func(f *signerFiles) []string { f.policy.Networks[0].GasDayMax = 0; f.savePolicy(); return nil }, "needs gasDayMax"},
		"two nodes of one host": {func(*signerFiles) []string {
			return []string{"--rpc-urls", "https://one.example/a,https://one.example/b"}
		},
			"number 2 is of the same host"},
		"no nodes of the second chain": {func(f *signerFiles) []string { f.policy.Networks[0].ChainID = 1; f.savePolicy(); return nil }, "--erc20-rpc-urls is empty"},
		"no keystore":                  {func(f *signerFiles) []string { return []string{"--signer-keystore", f.path("none")} }, "the keystore file cannot be used"},
		"a keystore that others read":  {func(f *signerFiles) []string { f.chmod("key", 0o644); return nil }, "only its owner can read"},
		"another passphrase":           {func(f *signerFiles) []string { f.write("passphrase", "another passphrase"); return nil }, "could not decrypt key"},
		"a broken journal":             {func(f *signerFiles) []string { f.write("journal", "{}\n"); return nil }, "the signer's journal cannot be used"},
		"no folder for the socket":     {func(f *signerFiles) []string { return []string{"--signer-socket", f.path("none/s")} }, "the signer's socket"},
		"anchors without a key":        {func(f *signerFiles) []string { f.anchors(); return nil }, "--signer-anchor-keystore is missing"},
		"a key without anchors":        {func(f *signerFiles) []string { return []string{"--signer-anchor-keystore", f.path("key")} }, "the policy allows no anchors"},
		"one key for both": {func(f *signerFiles) []string { f.anchors(); return []string{"--signer-anchor-keystore", f.path("key")} },
			"has the hot wallet's key"},
		"anchors elsewhere": {func(f *signerFiles) []string {
			f.anchors()
			f.policy.Anchor.ChainID = 1
			f.savePolicy()
			return []string{"--signer-anchor-keystore", f.path("key")}
		}, "anchors on chain 1, which is no network of it"},
		"anchors without gas": {func(f *signerFiles) []string { f.anchors(); f.policy.Anchor.GasDayMax = 0; f.savePolicy(); return nil },
			"anchors need feeCapMax, gasMax and gasDayMax"},
		"a demo's clock": {func(*signerFiles) []string { return []string{"--demo-clock"} }, "no demo's marker"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newSignerFiles(t)
			more := test.spoil(f)
			err := command(t.Context(), f.arguments(more...), io.Discard)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v", err)
			}
		})
	}
}

func (f *signerFiles) chmod(name string, mode os.FileMode) {
	f.t.Helper()
	if err := os.Chmod(f.path(name), mode); err != nil {
		f.t.Fatal(err)
	}
}

// A file that belongs to somebody else can be changed by them, whatever its mode
// says today.
func TestTheSignersFilesAreItsOwn(t *testing.T) {
	t.Parallel()
	const nobody = 65534
	if os.Geteuid() != 0 {
		skip.Because(t, "only root can give a file away")
	}
	for _, name := range []string{"policy", "key", "passphrase"} {
		f := newSignerFiles(t)
		if err := os.Chown(f.path(name), nobody, -1); err != nil {
			t.Fatal(err)
		}
		// One that starts all the same is ended.
		ctx, end := context.WithTimeout(t.Context(), 20*time.Second)
		if err := command(ctx, f.arguments(), io.Discard); err == nil || !strings.Contains(err.Error(), "belongs to another user") {
			t.Errorf("the %s of another user: %v", name, err)
		}
		end()
	}
}

// Two signers never share a journal or a socket, and one that ended in order
// leaves both to the next.
func TestOneSignerAtATime(t *testing.T) {
	t.Parallel()
	f := newSignerFiles(t)
	end := f.run()
	if err := command(t.Context(), f.arguments("--signer-socket", f.path("other")), io.Discard); err == nil || !strings.Contains(err.Error(), "another signer uses it") {
		t.Errorf("a second one on the same journal: %v", err)
	}
	if err := command(t.Context(), f.arguments("--signer-journal", f.path("other journal")), io.Discard); err == nil || !strings.Contains(err.Error(), "another signer serves") {
		t.Errorf("a second one on the same socket: %v", err)
	}
	wallet, err := signer.NewClient(f.path("s")).Wallet(t.Context())
	if err != nil || wallet == (common.Address{}) {
		t.Errorf("it pays from %s, %v", wallet, err)
	}
	end()
	if _, err := os.Stat(f.path("s")); !os.IsNotExist(err) {
		t.Errorf("its socket is left: %v", err)
	}
	f.run()()
}

func TestCreateKeystore(t *testing.T) {
	t.Parallel()
	f := newSignerFiles(t)
	create := func(name string) (string, error) {
		var out bytes.Buffer
		err := command(t.Context(), []string{string(config.SignerCreate), "--signer-keystore", f.path(name), "--signer-passphrase-file", f.path("passphrase")}, &out)
		return out.String(), err
	}
	said, err := create("new")
	if err != nil {
		t.Fatal(err)
	}
	key, err := signer.OpenKeystore(f.path("new"), passphrase)
	if err != nil || !strings.HasPrefix(said, key.Address().Hex()+" is the wallet") {
		t.Errorf("%q, %v", said, err)
	}
	if content, err := os.ReadFile(f.path("new")); err != nil || !strings.Contains(string(content), fmt.Sprintf(`"n":%d,"p":%d,`, keystore.StandardScryptN, keystore.StandardScryptP)) {
		t.Errorf("guessing its passphrase costs less than it should: %s, %v", content, err)
	}
	if _, err := create("new"); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("a second time: %v", err)
	}
	f.write("passphrase", "short")
	if _, err := create("another"); err == nil || !strings.Contains(err.Error(), "fewer than 12 characters") {
		t.Errorf("a short passphrase: %v", err)
	}
	if _, err := os.Stat(f.path("another")); !os.IsNotExist(err) {
		t.Errorf("a refused keystore was written: %v", err)
	}
}

// The server refuses a signer that pays from another wallet than users are told
// of, and starts without one that does not answer: payouts wait for it.
func TestTheServerAsksWhichWalletPays(t *testing.T) {
	t.Parallel()
	f := newSignerFiles(t)
	c := config.Config{Payouts: config.Payouts{HotWallet: common.Address{9}.Hex()}}
	c.Signing.Socket = f.path("s")
	log := slog.New(slog.DiscardHandler)
	if _, err := Ask(t.Context(), c, log); err != nil {
		t.Errorf("no signer yet: %v", err)
	}
	defer f.run()()
	if _, err := Ask(t.Context(), c, log); err == nil || !strings.Contains(err.Error(), "and the signer pays from") {
		t.Errorf("another wallet: %v", err)
	}
	wallet, err := signer.NewClient(c.Signing.Socket).Wallet(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c.Payouts.HotWallet = wallet.Hex()
	if _, err := Ask(t.Context(), c, log); err != nil {
		t.Errorf("its own wallet: %v", err)
	}
	c.Payouts.AnchorAddress = common.Address{9}.Hex()
	if _, err := Ask(t.Context(), c, log); err == nil || !strings.Contains(err.Error(), "and the signer sends anchors from") {
		t.Errorf("a wallet of anchors that it has not: %v", err)
	}
}

// A signer refuses a newest block that is a week old; that of a demo believes a chain that
// began on another day.
func TestADemoMayBeginOnAnyDay(t *testing.T) {
	t.Parallel()
	skip.WhenQuick(t)
	binary, err := anvil.Find("", "")
	if err != nil {
		skip.Missing(t, "%v", err)
	}
	process, err := anvil.Start(t.Context(), anvil.Options{Binary: binary, DataDir: t.TempDir(), ChainID: nodes.BEP20, SlotsInEpoch: 2, Begin: time.Now().Add(-7 * 24 * time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := process.Stop(); err != nil {
			t.Error(err)
		}
	}()
	for _, isDemo := range []bool{true, false} {
		asked := believed(isDemo, &clock.System{}, slog.New(slog.DiscardHandler))
		asked.URLs = process.URL
		pool, hangUp, err := nodes.Dial(t.Context(), nodes.BEP20, asked)
		if err != nil {
			t.Fatal(err)
		}
		defer hangUp()
		if _, err := pool.AgreedHead(t.Context()); (err == nil) != isDemo {
			t.Errorf("a head a week old, demo %t: %v", isDemo, err)
		}
	}
}
