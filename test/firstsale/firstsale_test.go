package firstsale

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/rpc"

	"etld/internal/base/money"
	"etld/internal/core/checklist"
	"etld/internal/core/operator"
	"etld/internal/infra/chain/anvil"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/test/player"
)

const (
	within   = 8 * time.Minute
	patience = time.Minute
	pause    = 100 * time.Millisecond
	host     = "example.test"
	chainID  = 56
)

// program is the built binary.
var program string

func TestMain(m *testing.M) {
	player.Main("test/firstsale", func(_, built string) int {
		program = built
		return m.Run()
	})
}

// site is an installation with its own database, and the chain that it stands on.
type site struct {
	t             *testing.T
	ctx           context.Context
	chain         *player.Demo
	dir, database string
	arguments     []string
	usdt          common.Address
	funder        *player.Player
	process       *player.Process
	signedAt      int64
}

func newSite(t *testing.T) *site {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), within)
	t.Cleanup(cancel)
	s := &site{t: t, ctx: ctx, chain: player.NewDemo(t, program, ""), dir: t.TempDir()}
	s.database = "sqlite:" + filepath.Join(s.dir, "etld.db")
	var err error
	s.funder, err = player.New(s.chain.URL)
	s.must(err)
	s.must(s.funder.Faucet(ctx))
	var at struct {
		Tokens           map[money.Asset]common.Address
		Aggregator, Pair common.Address
	}
	text, err := os.ReadFile(filepath.Join(s.chain.Dir, "demo.json"))
	s.must(err)
	s.must(json.Unmarshal(text, &at))
	s.usdt = at.Tokens[money.USDT]
	key := wallettest.New()
	treasury := wallettest.Address(key).Hex()
	s.arguments = []string{"serve", "--host", host, "--listen", "127.0.0.1:0", "--operator-listen", "127.0.0.1:0", "--data-dir", s.dir, "--database", s.database,
		"--rpc-urls", s.chain.RPCURL, "--single-node", "--public-rpc-url", "https://node.example", "--start-block", "1", "--log-level", "warn",
		"--treasury", treasury, "--treasury-signature", wallettest.Sign(key, "Deposits to example.test on BEP-20 (chain 56) go to "+treasury+"."),
		"--funder-address", s.funder.Address().Hex(), "--token-usdt", s.usdt.Hex(), "--token-etld", at.Tokens[money.ETLD].Hex(),
		"--token-eth", at.Tokens[money.ETH].Hex(), "--eth-aggregator", at.Aggregator.Hex(), "--eth-pair", at.Pair.Hex()}
	return s
}

func (s *site) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// start runs the server with further settings.
func (s *site) start(more ...string) {
	s.t.Helper()
	process, err := player.Launch(context.Background(), program, os.Stderr, append(slices.Clone(s.arguments), more...)...)
	s.must(err)
	s.process = process
	s.t.Cleanup(process.Kill)
}

// missing waits until etld doctor finds exactly these steps missing, and is told what the
// command prints for people about each.
func (s *site) missing(steps ...string) (text string) {
	s.t.Helper()
	var found []string
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(pause) {
		output, code := player.Run(s.ctx, program, "doctor", "--json", s.process.OperatorURL)
		var list checklist.List
		if err := json.NewDecoder(strings.NewReader(output)).Decode(&list); err != nil {
			found = []string{output}
			continue
		}
		found = nil
		for _, step := range list.Steps {
			if step.State == checklist.Missing {
				found = append(found, step.Step)
			}
		}
		if (code == 0) != list.IsReady {
			s.t.Errorf("etld doctor ends with %d where ready is %t", code, list.IsReady)
		}
		if slices.Equal(found, steps) {
			text, _ = player.Run(s.ctx, program, "doctor", s.process.OperatorURL)
			return text
		}
	}
	s.t.Fatalf("missing are %v, want %v", found, steps)
	return ""
}

// The steps turn green one after another by what etld doctor says mends each: keys, a
// signer with gas, people with authenticators, capital and pools, a deposit and a sale.
// The public beacon is not reached from here, so that step stays.
func TestFromEmptyToTheFirstSale(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.start()
	text := s.missing("keys", "beacon", "hot_wallet", "administrators", "finance", "pools", "deposit", "sale")
	for _, want := range []string{"ETLD_OPERATOR_KEY", "etld signer create", "etld operator add --role administrator", "pools/fund", "backup"} {
		if !strings.Contains(text, want) {
			t.Errorf("etld doctor does not speak of %s: %s", want, text)
		}
	}
	s.must(s.process.StopWell())

	people := make(map[operator.Role]*somebody)
	for _, role := range []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Administrator} {
		people[role] = s.hire(role)
	}
	second := s.hire(operator.Administrator)
	socket, wallet := s.sign(people[operator.FinanceChecker])
	s.gas(wallet)
	keys := filepath.Join(s.dir, "keys.toml")
	s.must(os.WriteFile(keys, []byte(`operator-key = "`+strings.Repeat("0a", 32)+`"`+"\n"+`personal-key = "`+strings.Repeat("0b", 32)+`"`), 0o600))
	s.start("-config", keys, "--hot-wallet", wallet.Hex(), "--signer-socket", socket)
	s.missing("beacon", "administrators", "finance", "pools", "deposit", "sale")
	people[operator.Administrator].signIn()
	second.signIn()
	s.missing("beacon", "finance", "pools", "deposit", "sale")
	people[operator.FinanceMaker].signIn()
	people[operator.FinanceChecker].signIn()
	s.missing("beacon", "pools", "deposit", "sale")

	s.capital("1000", people[operator.FinanceMaker])
	s.fund(people[operator.FinanceMaker], people[operator.FinanceChecker], "interest", "USDT", "600")
	s.fund(people[operator.FinanceMaker], people[operator.FinanceChecker], "emission", "ETLD", "1000")
	s.missing("beacon", "deposit", "sale")
	customer := s.customer("105")
	s.missing("beacon", "sale")
	s.buy(customer)
	s.missing("beacon")
	s.must(s.process.StopWell())
	if output, code := player.Run(s.ctx, program, append([]string{"check", "--hot-wallet", wallet.Hex(), "--signer-socket", socket}, s.arguments[1:]...)...); code != 0 {
		t.Errorf("etld check ended with %d: %s", code, output)
	}
}

// sign makes the hot wallet's key and runs its signer.
func (s *site) sign(checker *somebody) (socket string, wallet common.Address) {
	s.t.Helper()
	folder, err := os.MkdirTemp("", "etld-signer-")
	s.must(err)
	s.t.Cleanup(func() { _ = os.RemoveAll(folder) })
	in := func(name string) string { return filepath.Join(folder, name) }
	s.must(os.WriteFile(in("passphrase"), []byte("correct horse battery staple\n"), 0o600))
	output, code := player.Run(s.ctx, program, "signer", "create", "--signer-keystore", in("key.json"), "--signer-passphrase-file", in("passphrase"))
	if code != 0 {
		s.t.Fatalf("etld signer create: %s", output)
	}
	wallet = common.HexToAddress(output[strings.Index(output, "0x"):][:42])
	policy, err := json.Marshal(signer.Policy{Host: host, Operators: []common.Address{common.HexToAddress(checker.address())},
		Networks: []signer.Network{{Name: "BEP-20", ChainID: chainID, FeeCapMax: 1e12, GasMax: 500_000, GasDayMax: 18e18,
			Currencies: []signer.Currency{{Name: money.USDT, Token: s.usdt, Decimals: 18, PayoutMin: money.Unit, PayoutMax: money.Units(100), DayMax: money.Units(1_000),
				OneDayMax: money.Units(100), TwoFrom: money.Units(100)}}}}})
	s.must(err)
	s.must(os.WriteFile(in("policy.json"), policy, 0o600))
	process, err := player.Launch(context.Background(), program, os.Stderr, "signer", "--signer-policy", in("policy.json"), "--signer-keystore", in("key.json"),
		"--signer-passphrase-file", in("passphrase"), "--signer-journal", in("journal"), "--signer-socket", in("socket"), "--rpc-urls", s.chain.RPCURL,
		"--single-node", "--log-level", "warn")
	s.must(err)
	s.t.Cleanup(process.Kill)
	return in("socket"), wallet
}

// gas gives the hot wallet the network's own coin.
func (s *site) gas(wallet common.Address) {
	s.t.Helper()
	client, err := rpc.DialContext(s.ctx, s.chain.RPCURL)
	s.must(err)
	defer client.Close()
	s.must(anvil.NewControl(client).SetBalance(s.ctx, wallet, big.NewInt(1e18)))
}

// capital sends the operator's own money to the treasury, and waits until it is booked.
func (s *site) capital(amount string, sees *somebody) {
	s.t.Helper()
	s.funder.Server = s.process.URL
	wallet, err := s.funder.OpenWallet(s.ctx, s.chain.RPCURL)
	s.must(err)
	defer wallet.Close()
	for _, asset := range []money.Asset{money.USDT, money.ETLD} {
		_, err := wallet.Deposit(s.ctx, asset, money.MustParse(amount))
		s.must(err)
	}
	var booked struct{ List []struct{ State string } }
	for deadline := time.Now().Add(patience); len(booked.List) < 2; time.Sleep(pause) {
		if time.Now().After(deadline) {
			s.t.Fatal("the capital was not booked")
		}
		sees.must("payments/transfers", map[string]any{"state": "capital"}, &booked)
	}
}

// customer is a user whose deposit has arrived.
func (s *site) customer(amount string) *player.Player {
	s.t.Helper()
	customer, err := player.Join(s.ctx, s.process.URL)
	s.must(err)
	customer.Server = s.chain.URL
	s.must(customer.Faucet(s.ctx))
	customer.Server = s.process.URL
	wallet, err := customer.OpenWallet(s.ctx, s.chain.RPCURL)
	s.must(err)
	defer wallet.Close()
	_, err = wallet.Deposit(s.ctx, money.USDT, money.MustParse(amount))
	s.must(err)
	return customer
}

// buy buys the smallest machine from the balance.
func (s *site) buy(customer *player.Player) {
	s.t.Helper()
	var offers struct {
		List []struct{ ID, TermsVersion string }
	}
	s.must(customer.Must(s.ctx, "/api/miner/all", nil, &offers))
	if len(offers.List) == 0 {
		s.t.Fatal("nothing is on sale")
	}
	offer := offers.List[0]
	s.must(customer.Must(s.ctx, "/api/miner/purchaseMiner", url.Values{"productId": {offer.ID}, "quantity": {"1"}, "payType": {"balance"},
		"termsVersion": {offer.TermsVersion}, "requestId": {fmt.Sprint("first-sale-", time.Now().UnixNano())}}, nil))
}
