// Package config is the program's settings: flags, ETLD_* environment
// variables and a TOML file, read once into one struct. Flags win over the
// environment, the environment over the file. A key is no flag.
package config

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3"
	"github.com/peterbourgon/ff/v3/fftoml"

	"etld/internal/base/money"
)

// Config is every setting of the program.
type Config struct {
	Listen         string
	OperatorListen string
	// OperatorHosts are further names under which that listener answers.
	OperatorHosts string
	DataDir       string
	Database      string
	// Host is the name users sign in to and that invitation links carry.
	Host         string
	PublicOrigin string
	APIHost      string
	TrustedProxy string
	// ShutdownDelay is how long /readyz says no before the listeners close.
	ShutdownDelay time.Duration

	RPCURLs string
	// SingleNode believes one node of a chain in everything: for development.
	SingleNode   bool
	PublicRPCURL string
	Explorer     string
	// Support, TermsURL, PrivacyURL and StatusURL are where users are led;
	// an empty one is not shown.
	Support        string
	TermsURL       string
	PrivacyURL     string
	StatusURL      string
	Treasury       string
	OwnAddresses   string
	FunderAddress  string
	TokenUSDT      string
	TokenETLD      string
	TokenETH       string
	ETHAggregator  string
	ETHAggregator2 string
	ETHPair        string
	// FeedDecimals is the scale of the aggregators' answers.
	FeedDecimals int
	// FeedHeartbeat is how long a feed may leave its price unchanged.
	FeedHeartbeat time.Duration
	// ETHPriceMin and ETHPriceMax bound what is believed of a feed.
	ETHPriceMin    money.Amount
	ETHPriceMax    money.Amount
	Confirmations  int
	StartBlock     int
	TreasurySigned string
	// ReceiptKeyFile holds the key of receipts; empty means in the data folder.
	ReceiptKeyFile string
	// BeaconRelays hand the public beacon's rounds on.
	BeaconRelays string

	// OperatorKey, 64 hexadecimal digits, seals the secrets of operators'
	// authenticators. Without it operators cannot sign in.
	OperatorKey string
	// PersonalKey, 64 hexadecimal digits, seals users' personal data, and
	// PersonalKeyFormer, separated by commas, are those it was sealed with before.
	PersonalKey, PersonalKeyFormer string

	Payouts Payouts
	ERC20   ERC20
	Signing Signing

	Jobs       bool
	Watch      bool
	Pay        bool
	RateLimits bool
	Limits     Limits
	LogLevel   string

	// Of the operator command only.
	Address, Name, Role string

	// Head is one kept elsewhere; of the check command only.
	Head string

	// Verify is a copy to restore and check; of the backup command only.
	Verify string

	// Plan prints what is pending; of the migrate command only.
	Plan bool

	// Of the demo only.
	ChainPort   int
	AnvilBinary string
	Fresh       bool
	clock       string
	// Begin is when a new world begins; zero means now.
	Begin time.Time
	// Beside is the address of the chain of a world that another instance runs.
	Beside string
}

// Command is what the program was asked to do, which decides what must be set.
type Command string

// The commands with settings.
const (
	Serve   Command = "serve"
	Demo    Command = "demo"
	Migrate Command = "migrate"
	Check   Command = "check"
	Backup  Command = "backup"
	// Receipts has a word behind it: rotate.
	Receipts Command = "receipts"
	// Operator has a word behind it: add or reset.
	Operator Command = "operator"
	// Seal has a word behind it: rotate.
	Seal Command = "seal"
	// Signer runs the payout signer, SignerCreate makes its keystore.
	Signer       Command = "signer"
	SignerCreate Command = "signer create"
)

// Parse reads the settings of a command. Its error is a sentence for the
// operator.
func Parse(command Command, arguments []string, usage io.Writer) (Config, []string, error) {
	var c Config
	fs := flag.NewFlagSet("etld "+string(command), flag.ContinueOnError)
	fs.SetOutput(usage)
	s := &settings{FlagSet: fs}
	c.declare(s, command)
	fs.String("config", "", "TOML file with the same names as the flags")
	if err := s.onlyFlags(arguments); err != nil {
		return Config{}, nil, err
	}
	err := ff.Parse(fs, arguments,
		ff.WithEnvVarPrefix(variables), ff.WithConfigFileFlag("config"), ff.WithConfigFileParser(fftoml.Parser))
	if err != nil {
		return Config{}, nil, err
	}
	if c.Database == "" {
		c.Database = "sqlite:" + c.DataDir + "/etld.db"
	}
	if err := s.check(); err != nil {
		return Config{}, nil, err
	}
	return c, fs.Args(), c.validate(command)
}

// variables begins the names of settings in the environment.
const variables = "ETLD"

// relaysDefault are the public relays that drand documents. Three parties run them,
// one of them the first three.
const relaysDefault = "https://api.drand.sh,https://api2.drand.sh,https://api3.drand.sh,https://drand.cloudflare.com,https://api.drand.secureweb3.com:6875"

func (c *Config) declare(s *settings, command Command) {
	if command == Signer || command == SignerCreate {
		c.declareSigner(s)
		return
	}
	s.StringVar(&c.Listen, "listen", "127.0.0.1:8080", "address of the public listener; port 0 picks a free one")
	s.StringVar(&c.OperatorHosts, "operator-hosts", "", "names under which the operator listener answers, besides localhost and addresses in digits; separated by commas")
	s.StringVar(&c.OperatorListen, "operator-listen", "127.0.0.1:8081", "address of the operator listener, normally loopback")
	s.StringVar(&c.DataDir, "data-dir", "data", "folder of the database file and, in the demo, of the chain")
	s.StringVar(&c.Database, "database", "", "sqlite:PATH or a postgres:// address (default: etld.db in the data folder)")
	s.StringVar(&c.Host, "host", "localhost", "name of the site that users sign in to")
	s.StringVar(&c.PublicOrigin, "public-origin", "", "origin of the web app, https://… (default: from the host)")
	s.StringVar(&c.APIHost, "api-host", "", "origin of the API when it differs from the web app's")
	s.StringVar(&c.TrustedProxy, "trusted-proxy", "", "address range of the proxy whose X-Forwarded-For is believed")
	s.DurationVar(&c.ShutdownDelay, "shutdown-delay", 0,
		"how long a program that is told to end says so on /readyz and goes on answering, until the proxy asks it no more")
	s.BoolVar(&c.Jobs, "jobs", true, "run scheduled jobs in this instance")
	s.BoolVar(&c.Watch, "watch", true, "watch the chain for incoming transfers in this instance")
	s.BoolVar(&c.Pay, "payouts", true, "send payouts in this instance")
	s.BoolVar(&c.RateLimits, "rate-limits", true, "limit calls per user and address")
	s.StringVar(&c.LogLevel, "log-level", "info", "debug, info, warn or error")
	if command == Demo {
		s.IntVar(&c.ChainPort, "chain-port", 8545, "port of the demo's chain; 0 picks a free one")
		s.StringVar(&c.AnvilBinary, "anvil", "", "path of the anvil program (default: from node_modules)")
		s.BoolVar(&c.Fresh, "fresh", false, "delete the demo's data folder first")
		s.StringVar(&c.Beside, "beside", "", "another instance of the world that runs in the data folder: the address of its chain; its signer is used too")
		s.StringVar(&c.clock, "clock", "", "when a new demo world begins, as 2026-11-20T04:00:00Z (default: now)")
		return
	}
	c.declareCommand(s, command)
	c.declareLimits(s)
	s.secretVar(&c.OperatorKey, "operator-key", "64 hexadecimal digits that seal operators' authenticators; only as ETLD_OPERATOR_KEY or in the file")
	s.secretVar(&c.PersonalKey, "personal-key", "64 hexadecimal digits that seal users' addresses; only as ETLD_PERSONAL_KEY or in the file")
	s.secretVar(&c.PersonalKeyFormer, "personal-key-former",
		"the keys before, separated by commas, until etld seal rotate has run; only as ETLD_PERSONAL_KEY_FORMER or in the file")
	s.StringVar(&c.RPCURLs, "rpc-urls", "", "chain nodes of different hosts, separated by commas: two at least, better three")
	s.BoolVar(&c.SingleNode, "single-node", false, "believe a single node of a chain in everything; for development")
	s.StringVar(&c.PublicRPCURL, "public-rpc-url", "", "chain node that wallets are told to use")
	s.webAddressVar(&c.Explorer, "explorer", "https://bscscan.com", "block explorer for links")
	s.StringVar(&c.Support, "support", "", "where users reach people: mailto:… or https://…")
	s.webAddressVar(&c.TermsURL, "terms-url", "", "the terms of use, https://…")
	s.webAddressVar(&c.PrivacyURL, "privacy-url", "", "what is kept about users, https://…")
	s.webAddressVar(&c.StatusURL, "status-url", "", "how the service is at present, https://…")
	s.addressVar(&c.Treasury, "treasury", "address that receives deposits")
	s.addressesVar(&c.OwnAddresses, "own-addresses", "the platform's other addresses, separated by commas")
	s.addressVar(&c.FunderAddress, "funder-address", "address whose deposits are the operator's capital")
	s.addressVar(&c.TokenUSDT, "token-usdt", "contract of USDT")
	s.addressVar(&c.TokenETLD, "token-etld", "contract of ETLD")
	s.addressVar(&c.TokenETH, "token-eth", "contract of ETH")
	s.addressVar(&c.ETHAggregator, "eth-aggregator", "price aggregator contract of ETH/USDT")
	s.addressVar(&c.ETHAggregator2, "eth-aggregator-2", "a second, independent aggregator of ETH/USDT")
	s.addressVar(&c.ETHPair, "eth-pair", "pair contract of ETH and USDT as another source of the price")
	bounded{s, 1, feedDecimalsMax, ""}.IntVar(&c.FeedDecimals, "eth-aggregator-decimals", 8,
		"decimals with which the aggregators answer; a start finds out where they say otherwise")
	s.DurationVar(&c.FeedHeartbeat, "feed-heartbeat", 60*time.Second, "how long a price feed may leave its price unchanged; it is too old 60 s later")
	s.amountVar(&c.ETHPriceMin, "eth-price-min", "100", "below this many USDT no feed of ETH is believed")
	s.amountVar(&c.ETHPriceMax, "eth-price-max", "100000", "above this many USDT no feed of ETH is believed")
	c.declarePayouts(s)
	s.StringVar(&c.ReceiptKeyFile, "receipt-key-file", "",
		"file with the key that signs receipts of the game; made when missing; by default receipt.key in the data folder")
	s.StringVar(&c.BeaconRelays, "beacon-relays", relaysDefault,
		"relays of the public beacon (drand quicknet) of two registered domains at least, separated by commas")
	s.StringVar(&c.TreasurySigned, "treasury-signature", "", "signature of the published treasury address, 0x…")
	s.IntVar(&c.StartBlock, "start-block", 0, "final block from which a chain never watched before is read")
	s.confirmations().IntVar(&c.Confirmations, "confirmations", 15, "confirmations that count as final where a node never had a finalized tag;"+
		" none are counted after a start where a chain's nodes had one before, so name nodes that have it; the same as the signer's")
}

// declareCommand declares what one command alone has.
func (c *Config) declareCommand(s *settings, command Command) {
	switch command {
	case Migrate:
		s.BoolVar(&c.Plan, "plan", false, "print what is pending and what it locks, and change nothing; exit code 4 where something is")
	case Backup:
		s.StringVar(&c.Verify, "verify", "",
			"a copy to restore apart and check: a file, a folder for the newest in it, or the address of a PostgreSQL database that was restored")
	case Check:
		s.StringVar(&c.Head, "head", "", "heads kept elsewhere, as /api/open/heads and the log have them: journal:NUMBER:HASH,audit:NUMBER:HASH")
	case Operator:
		s.StringVar(&c.Address, "address", "", "the operator's wallet address")
		s.StringVar(&c.Name, "name", "Administrator", "the operator's name")
		s.StringVar(&c.Role, "role", "administrator", "the role to give")
	default:
	}
}

// shutdownDelayMax and the time that calls have to finish are less than service managers
// wait for before they kill.
const shutdownDelayMax = 30 * time.Second

func (c *Config) validate(command Command) error {
	isSigner := command == Signer || command == SignerCreate
	if c.DataDir == "" && !isSigner {
		return errors.New("--data-dir is empty; name a folder")
	}
	switch c.LogLevel {
	case "debug", "info", "warn", "error":
	default:
		return fmt.Errorf("--log-level %q is none of debug, info, warn, error", c.LogLevel)
	}
	if isSigner {
		return c.validateSigner(command == SignerCreate)
	}
	if c.PublicOrigin == "" && c.Host != "" {
		c.PublicOrigin = "https://" + c.Host
	}
	if c.ShutdownDelay < 0 || c.ShutdownDelay > shutdownDelayMax {
		return fmt.Errorf("--shutdown-delay must be from 0 to %s", shutdownDelayMax)
	}
	switch command {
	case Serve:
		return c.validateServe()
	case Check:
		return c.validateCheck()
	case Demo:
		return c.validateDemo()
	default:
		return nil
	}
}

// firstYear and lastYear bound when a demo may begin: the public beacon's rounds
// are counted from 2023 on, and a jump of the clock must stay within four digits.
const firstYear, lastYear = 2024, 2099

func (c *Config) validateDemo() (err error) {
	if c.clock == "" {
		return nil
	}
	c.Begin, err = time.Parse(time.RFC3339, c.clock)
	if err != nil || c.Begin.Nanosecond() != 0 {
		return fmt.Errorf("--clock %q is no time in whole seconds; write it as 2026-11-20T04:00:00Z", c.clock)
	}
	c.Begin = c.Begin.UTC()
	if year := c.Begin.Year(); year < firstYear || year > lastYear {
		return fmt.Errorf("--clock must lie in the years %d to %d", firstYear, lastYear)
	}
	return nil
}

// feedDecimalsMax is the finest scale that feeds have.
const feedDecimalsMax = 18

// validatePrices wants two sources of the price of ETH, as a single one could
// be wrong unnoticed.
func (c *Config) validatePrices() error {
	switch {
	case c.ETHAggregator2 == "" && c.ETHPair == "":
		return errors.New("--eth-aggregator-2 or --eth-pair is missing; the price of ETH needs a second source")
	case c.ETHPriceMax <= c.ETHPriceMin:
		return errors.New("--eth-price-min must be below --eth-price-max")
	case c.FeedHeartbeat < 0:
		return errors.New("--feed-heartbeat must not be negative")
	}
	return nil
}

// List cuts a setting with several values.
func List(setting string) []string {
	var list []string
	for part := range strings.SplitSeq(setting, ",") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// Masked is the settings for the log, without secrets: the credentials and
// paths of addresses can hold keys.
func (c Config) Masked() string {
	for _, secret := range []*string{&c.OperatorKey, &c.PersonalKey, &c.PersonalKeyFormer, &c.Signing.Passphrase} {
		if *secret != "" {
			*secret = "***"
		}
	}
	c.Database = c.MaskedDatabase()
	c.RPCURLs, c.ERC20.RPCURLs, c.BeaconRelays = maskNodes(c.RPCURLs), maskNodes(c.ERC20.RPCURLs), maskNodes(c.BeaconRelays)
	return fmt.Sprintf("%+v", c)
}

// MaskedDatabase is the host and the name of the database: a password stands before
// the host, among the parameters, or in a list of words with "=".
func (c Config) MaskedDatabase() string {
	u, err := url.Parse(c.Database)
	switch {
	case err == nil && u.Host != "":
		return u.Scheme + "://" + u.Host + u.Path
	case err != nil || strings.Contains(c.Database, "=") || strings.Contains(c.Database, "://"):
		return "***"
	}
	return c.Database
}

// maskNodes leaves the hosts of nodes.
func maskNodes(urls string) string {
	nodes := List(urls)
	for i, node := range nodes {
		if u, err := url.Parse(node); err == nil {
			nodes[i] = u.Scheme + "://" + u.Host + "/***"
		}
	}
	return strings.Join(nodes, ",")
}
