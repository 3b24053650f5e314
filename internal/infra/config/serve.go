package config

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// confirmationsMax bounds how long a chain without a finalized tag is waited for.
const confirmationsMax = 1_000

// hostName matches a site's name with an optional port.
var hostName = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?$`)

// validateServe refuses what the product must not be served with.
func (c *Config) validateServe() error {
	for _, validate := range []func() error{c.validateSite, c.validateStart, c.validateWitnesses, c.validatePublished, c.validatePrices, c.validatePayouts,
		c.validateAddresses, c.validateSignatures, c.validateRelays, c.validateLimits} {
		if err := validate(); err != nil {
			return err
		}
	}
	return nil
}

// validateCheck wants the chain whole, or not at all.
func (c *Config) validateCheck() error {
	if c.RPCURLs == "" {
		if c.ERC20.IsConnected() {
			return errors.New("--erc20-rpc-urls is set and --rpc-urls is not; name nodes of the first chain too")
		}
		return nil
	}
	if err := c.validateNodes(oneNode); err != nil {
		return err
	}
	for _, one := range []address{{"treasury", c.Treasury}, {"token-usdt", c.TokenUSDT}, {"token-etld", c.TokenETLD}, {"token-eth", c.TokenETH}} {
		if err := one.validate(); err != nil {
			return err
		}
	}
	if !c.ERC20.IsConnected() {
		return nil
	}
	return c.validateERC20Chain()
}

// validateSite looks at the names under which the site is reached.
func (c *Config) validateSite() error {
	switch {
	case strings.Contains(c.Host, "localhost"):
		return errors.New("--host is localhost; production needs the site's public name, which users sign in to")
	case !hostName.MatchString(c.Host):
		return fmt.Errorf("--host %q is not a host name; write it without https:// and without a path", c.Host)
	case !isOrigin(c.PublicOrigin):
		return fmt.Errorf("--public-origin %q is not an https:// origin", c.PublicOrigin)
	case c.APIHost != "" && !isOrigin(c.APIHost):
		return fmt.Errorf("--api-host %q is not an https:// origin", c.APIHost)
	}
	return nil
}

func (c *Config) validateStart() error {
	if c.StartBlock <= 0 {
		return errors.New("--start-block is missing; name a final block before the treasury's first deposit")
	}
	return nil
}

// confirmations declares after how many a block counts as final.
func (s *settings) confirmations() bounded { return bounded{s, 1, confirmationsMax, ""} }

// validatePublished looks at what wallets and links are told.
func (c *Config) validatePublished() error {
	u, err := url.Parse(c.PublicRPCURL)
	switch {
	case c.PublicRPCURL == "":
		return errors.New("--public-rpc-url is missing; name a node that anybody may use, which wallets are told when they add the network")
	case err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil:
		// It may hold a password, so it is not repeated.
		return errors.New("--public-rpc-url is not an https:// address without a password; everybody gets to read it")
	}
	if mail, isMail := strings.CutPrefix(c.Support, "mailto:"); c.Support != "" && !isWebAddress(c.Support) && !(isMail && strings.Contains(mail, "@")) {
		return fmt.Errorf("--support %q is neither a mailto: nor an https:// address", c.Support)
	}
	return nil
}

func isWebAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Scheme == "https" && u.Host != "" && u.User == nil
}

// validateAddresses wants each address to be one, and to have one role.
func (c *Config) validateAddresses() error {
	roles := []address{{"treasury", c.Treasury}, {"funder-address", c.FunderAddress}, {"token-usdt", c.TokenUSDT},
		{"token-etld", c.TokenETLD}, {"token-eth", c.TokenETH},
		{"eth-aggregator", c.ETHAggregator}}
	for _, one := range roles {
		if err := one.validate(); err != nil {
			return err
		}
	}
	for _, more := range []address{{"eth-aggregator-2", c.ETHAggregator2}, {"eth-pair", c.ETHPair}, {"hot-wallet", c.Payouts.HotWallet}, {"anchor-address", c.Payouts.AnchorAddress}} {
		if more.text != "" {
			roles = append(roles, more)
		}
	}
	if err := distinct(roles); err != nil {
		return err
	}
	for _, own := range List(c.OwnAddresses) {
		for _, other := range roles[1:6] {
			if common.HexToAddress(own) == common.HexToAddress(other.text) {
				return fmt.Errorf("--own-addresses names %s, which is --%s; what moves between own addresses is never booked", own, other.flag)
			}
		}
	}
	if !c.ERC20.IsConnected() {
		return nil
	}
	second := []address{{"funder-address", c.FunderAddress}, {"erc20-treasury", c.ERC20.Treasury}, {"erc20-token-usdt", c.ERC20.TokenUSDT}}
	if c.Payouts.HotWallet != "" {
		second = append(second, address{"hot-wallet", c.Payouts.HotWallet})
	}
	return distinct(second)
}

// validateERC20Chain looks at what the second chain's balances are read with.
func (c *Config) validateERC20Chain() error {
	e := &c.ERC20
	if e.Treasury == "" {
		e.Treasury = c.Treasury
	}
	for _, one := range []address{{"erc20-token-usdt", e.TokenUSDT}, {"erc20-treasury", e.Treasury}} {
		if err := one.validate(); err != nil {
			return err
		}
	}
	return nil
}

// validateSignatures wants the treasuries' signatures; whether they are the
// treasuries' is found out where the signed text is known.
func (c *Config) validateSignatures() error {
	if c.TreasurySigned == "" {
		return errors.New("--treasury-signature is missing; it proves to users that the address they pay to is yours")
	}
	if c.ERC20.IsConnected() && c.ERC20.TreasurySigned == "" {
		return errors.New("--erc20-treasury-signature is missing; each chain's address is signed with a text of its own")
	}
	return nil
}

// isOrigin says that a text is an origin as browsers write it.
func isOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Scheme == "https" && u.Host != "" && text == u.Scheme+"://"+u.Host
}

// address is an address as it was written behind a flag.
type address struct{ flag, text string }

// validate wants an address, with the capitals of EIP-55 or without any.
func (a address) validate() error {
	if !common.IsHexAddress(a.text) {
		return fmt.Errorf("--%s %q is not an address", a.flag, a.text)
	}
	digits := a.text[len(a.text)-2*common.AddressLength:]
	is := common.HexToAddress(a.text)
	switch {
	case is == common.Address{}:
		return fmt.Errorf("--%s is the zero address", a.flag)
	case digits != strings.ToLower(digits) && digits != strings.ToUpper(digits) && digits != is.Hex()[2:]:
		return fmt.Errorf("--%s %q has a wrong letter: its capitals do not fit", a.flag, a.text)
	}
	return nil
}

// distinct refuses an address in two roles.
func distinct(roles []address) error {
	for i, one := range roles {
		for _, other := range roles[:i] {
			if common.HexToAddress(one.text) == common.HexToAddress(other.text) {
				return fmt.Errorf("--%s and --%s are the same address, %s; each needs its own", other.flag, one.flag, one.text)
			}
		}
	}
	return nil
}
