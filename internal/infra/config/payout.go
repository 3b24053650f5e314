package config

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
)

// Payouts are the settings of sending withdrawals.
type Payouts struct {
	// HotWallet pays on every network; without one nothing is paid.
	HotWallet string
	// AnchorAddress shows rounds of the game on the first chain; without one none is
	// opened.
	AnchorAddress string
	// RefillWithin is how soon the operator promises to fill it up again.
	RefillWithin time.Duration
	FeeCapGwei   int
	// DayMax bounds what is begun on one platform day, per currency.
	DayMax map[money.Asset]money.Amount

	dayMaxUSDT, dayMaxETLD, dayMaxETH money.Amount
}

// ERC20 is the second chain, on which USDT arrives and leaves and ETH leaves. It
// is connected when it has nodes.
type ERC20 struct {
	RPCURLs        string
	Explorer       string
	Treasury       string
	TreasurySigned string
	TokenUSDT      string
	StartBlock     int
	Confirmations  int
	FeeCapGwei     int
	DayMax         map[money.Asset]money.Amount

	dayMaxUSDT, dayMaxETH money.Amount
}

// IsConnected says that the second chain is to be used.
func (e ERC20) IsConnected() bool { return e.RPCURLs != "" }

// Signing are the settings of the signer, which is a process of its own.
type Signing struct {
	// Socket is where it serves, and where the server finds it.
	Socket   string
	Policy   string
	Keystore string
	Journal  string
	// AnchorKeystore has the key that sends anchors, under the same passphrase.
	AnchorKeystore string
	// PassphraseFile or the environment has the Passphrase; it is no flag, as
	// other users of the machine can read those.
	PassphraseFile string
	Passphrase     string
	// ExitWithInput ends the signer when its standard input ends, for a program
	// that runs it as a child.
	ExitWithInput bool
	// DemoClock follows the clock of the demo in whose folder the policy stands.
	DemoClock bool
}

const (
	passphraseVariable = "ETLD_SIGNER_PASSPHRASE"
	passphraseMax      = 1 << 10
	gweiMax            = 1_000_000
)

func (c *Config) declarePayouts(s *settings) {
	fee := bounded{s, 1, gweiMax, ""}
	s.addressVar(&c.Payouts.HotWallet, "hot-wallet", "address that pays withdrawals; without one they are not offered")
	s.addressVar(&c.Payouts.AnchorAddress, "anchor-address",
		"address whose transactions show the entries of the game's rounds; without one the game is not offered")
	s.DurationVar(&c.Payouts.RefillWithin, "refill-within", 4*time.Hour, "how soon the hot wallet is filled up when it is short, as users are told")
	fee.IntVar(&c.Payouts.FeeCapGwei, "fee-cap-gwei", 20, "what a payout may cost per gas, in gwei")
	s.amountVar(&c.Payouts.dayMaxUSDT, "payout-day-usdt", "200000", "most USDT begun per day")
	s.amountVar(&c.Payouts.dayMaxETLD, "payout-day-etld", "500000", "most ETLD begun per day")
	s.amountVar(&c.Payouts.dayMaxETH, "payout-day-eth", "60", "most ETH begun per day")
	s.StringVar(&c.Signing.Socket, "signer-socket", "", "socket of the signer")
	c.declareERC20Nodes(s)
	s.webAddressVar(&c.ERC20.Explorer, "erc20-explorer", "https://etherscan.io", "block explorer of the second chain")
	s.addressVar(&c.ERC20.Treasury, "erc20-treasury", "address that receives deposits on the second chain (default: the same as on the first)")
	s.StringVar(&c.ERC20.TreasurySigned, "erc20-treasury-signature", "", "signature of the treasury address published for the second chain, 0x…")
	s.addressVar(&c.ERC20.TokenUSDT, "erc20-token-usdt", "contract of USDT on the second chain, with 6 decimals")
	s.IntVar(&c.ERC20.StartBlock, "erc20-start-block", 0, "final block from which the second chain is read")
	fee.IntVar(&c.ERC20.FeeCapGwei, "erc20-fee-cap-gwei", 200, "what a payout on the second chain may cost per gas, in gwei")
	s.amountVar(&c.ERC20.dayMaxUSDT, "erc20-payout-day-usdt", "100000", "most USDT begun per day on the second chain")
	s.amountVar(&c.ERC20.dayMaxETH, "erc20-payout-day-eth", "30", "most ETH begun per day on the second chain")
}

func (c *Config) declareERC20Nodes(s *settings) {
	s.StringVar(&c.ERC20.RPCURLs, "erc20-rpc-urls", "", "nodes of the second chain (ERC-20, chain 1), separated by commas; without them it is not offered")
	s.confirmations().IntVar(&c.ERC20.Confirmations, "erc20-confirmations", 64,
		"confirmations that count as final where a node of the second chain never had a finalized tag")
}

func (c *Config) declareSigner(s *settings) {
	s.StringVar(&c.Signing.Policy, "signer-policy", "", "JSON file of what may be signed")
	s.StringVar(&c.Signing.Keystore, "signer-keystore", "", "encrypted file of the hot wallet's key")
	s.StringVar(&c.Signing.AnchorKeystore, "signer-anchor-keystore", "",
		"encrypted file of the anchor wallet's key, with the same passphrase; needed where the policy allows anchors")
	s.StringVar(&c.Signing.PassphraseFile, "signer-passphrase-file", "", "file whose first line is the keystore's passphrase (or set "+passphraseVariable+")")
	s.StringVar(&c.Signing.Journal, "signer-journal", "", "the signer's own file of every decision")
	s.StringVar(&c.Signing.Socket, "signer-socket", "", "socket on which to serve")
	s.BoolVar(&c.Signing.ExitWithInput, "exit-with-input", false, "end when standard input ends, for a program that runs the signer as its child")
	s.BoolVar(&c.Signing.DemoClock, "demo-clock", false, "follow the clock of the demo that the policy belongs to")
	s.StringVar(&c.RPCURLs, "rpc-urls", "", "nodes of the first chain (BEP-20, chain 56) of different hosts, separated by commas: two at least, better three")
	s.BoolVar(&c.SingleNode, "single-node", false, "believe a single node of a chain in everything; for development")
	s.confirmations().IntVar(&c.Confirmations, "confirmations", 15,
		"confirmations that count as final where a node has had no finalized tag since the start; the same as the server's")
	c.declareERC20Nodes(s)
	s.StringVar(&c.LogLevel, "log-level", "info", "debug, info, warn or error")
}

// validateSigner wants everything named, and reads the passphrase.
func (c *Config) validateSigner(isCreating bool) (err error) {
	needed := map[string]string{"signer-keystore": c.Signing.Keystore}
	if !isCreating {
		needed["signer-policy"], needed["signer-journal"], needed["signer-socket"] = c.Signing.Policy, c.Signing.Journal, c.Signing.Socket
	}
	for _, name := range []string{"signer-keystore", "signer-policy", "signer-journal", "signer-socket"} {
		if value, isNeeded := needed[name]; isNeeded && value == "" {
			return fmt.Errorf("--%s is missing", name)
		}
	}
	if err := c.validateSignersNodes(isCreating); err != nil {
		return err
	}
	c.Signing.Passphrase, err = readPassphrase(c.Signing.PassphraseFile)
	return err
}

// validateSignersNodes wants two nodes of each chain that is named; which chains
// the policy needs is found out where it is read.
func (c *Config) validateSignersNodes(isCreating bool) error {
	least := twoNodes
	if c.SingleNode {
		least = oneNode
	}
	for _, one := range []struct{ flag, urls string }{{"rpc-urls", c.RPCURLs}, {"erc20-rpc-urls", c.ERC20.RPCURLs}} {
		if isCreating || one.urls == "" {
			continue
		}
		if err := validateNodesOf(one.flag, one.urls, least); err != nil {
			return err
		}
		if c.Signing.DemoClock && !areOfThisMachine(one.urls) {
			return fmt.Errorf("--demo-clock follows a clock that can be moved, and --%s names another machine's chain; it is for the demo only", one.flag)
		}
	}
	return nil
}

func readPassphrase(path string) (string, error) {
	set := os.Getenv(passphraseVariable)
	switch {
	case path != "" && set != "":
		return "", fmt.Errorf("--signer-passphrase-file and %s are both set; keep one", passphraseVariable)
	case path == "" && set == "":
		return "", fmt.Errorf("the keystore's passphrase is missing; name a file with --signer-passphrase-file or set %s", passphraseVariable)
	case path == "":
		return set, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("--signer-passphrase-file: %w", err)
	}
	if owner, isKnown := info.Sys().(*syscall.Stat_t); !isKnown || owner.Uid != 0 && int(owner.Uid) != os.Geteuid() {
		return "", fmt.Errorf("--signer-passphrase-file %s belongs to another user, who knows or could change it", path)
	}
	if info.Mode().Perm()&0o077 != 0 || info.Size() > passphraseMax {
		return "", fmt.Errorf("--signer-passphrase-file %s must be a small file that only its owner can read (chmod 600)", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("--signer-passphrase-file: %w", err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	if line = strings.TrimSuffix(line, "\r"); line == "" {
		return "", fmt.Errorf("--signer-passphrase-file %s: its first line is empty", path)
	}
	return line, nil
}

// validatePayouts wants a signer where there is a hot wallet, and the second
// chain whole or not at all.
func (c *Config) validatePayouts() error {
	p := &c.Payouts
	p.DayMax = map[money.Asset]money.Amount{money.USDT: p.dayMaxUSDT, money.ETLD: p.dayMaxETLD, money.ETH: p.dayMaxETH}
	switch {
	case p.HotWallet == "" && c.Signing.Socket != "":
		return errors.New("--signer-socket is set and --hot-wallet is not; name the address that the signer pays from")
	case p.HotWallet != "" && c.Signing.Socket == "":
		return errors.New("--hot-wallet is set and --signer-socket is not; without a signer nothing can be paid")
	case p.AnchorAddress != "" && p.HotWallet == "":
		return errors.New("--anchor-address is set and --hot-wallet is not; one signer serves both")
	case p.HotWallet != "" && common.HexToAddress(p.HotWallet) == common.HexToAddress(c.Treasury):
		return errors.New("--hot-wallet is the treasury; keep what pays out apart from what is kept")
	case p.RefillWithin <= 0:
		return errors.New("--refill-within must be above 0")
	}
	return c.validateERC20()
}

func (c *Config) validateERC20() error {
	e := &c.ERC20
	if !e.IsConnected() {
		return nil
	}
	if err := c.validateERC20Chain(); err != nil {
		return err
	}
	if e.StartBlock <= 0 {
		return errors.New("--erc20-start-block is missing; name a final block before the treasury's first deposit there")
	}
	e.DayMax = map[money.Asset]money.Amount{money.USDT: e.dayMaxUSDT, money.ETH: e.dayMaxETH}
	return nil
}
