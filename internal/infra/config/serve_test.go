package config

import (
	"io"
	"slices"
	"strings"
	"testing"
)

// Every wrong setting of serve is refused with a sentence that names its flag.
func TestServeRefusesWhatIsWrong(t *testing.T) {
	t.Parallel()
	const a1, a2, a3 = "0x00000000000000000000000000000000000000a1", "0x00000000000000000000000000000000000000a2", "0x00000000000000000000000000000000000000a3"
	const sameHost = "--rpc-urls: number 2 is of the same host as another; each node must be somebody else's, as two are asked to agree"
	same := func(a, b, address string) string {
		return "--" + a + " and --" + b + " are the same address, " + address + "; each needs its own"
	}
	for _, test := range []struct {
		more []string
		want string
	}{
		{[]string{"--data-dir", ""}, "--data-dir is empty; name a folder"},
		{[]string{"--log-level", "loud"}, `--log-level "loud" is none of debug, info, warn, error`},
		{[]string{"--host", "localhost"}, "--host is localhost; production needs the site's public name, which users sign in to"},
		{[]string{"--host", "https://etld.example"}, `--host "https://etld.example" is not a host name; write it without https:// and without a path`},
		{[]string{"--host", ""}, `--host "" is not a host name; write it without https:// and without a path`},
		{[]string{"--public-origin", "http://etld.example"}, `--public-origin "http://etld.example" is not an https:// origin`},
		{[]string{"--public-origin", "https://etld.example/app"}, `--public-origin "https://etld.example/app" is not an https:// origin`},
		{[]string{"--api-host", "api.example"}, `--api-host "api.example" is not an https:// origin`},
		{[]string{"--start-block", "0"}, "--start-block is missing; name a final block before the treasury's first deposit"},
		{[]string{"--rpc-urls", " , "}, "--rpc-urls is empty; name at least one node of the chain"},
		{[]string{"--rpc-urls", "https://node.example,here"}, "--rpc-urls: number 2 is not an address of a node, https://…"},
		{[]string{"--rpc-urls", "https://node.example/one,https://NODE.example:8545/two"}, sameHost},
		{[]string{"--rpc-urls", "https://node.example/one,wss://node.example./two,https://other.example"}, sameHost},
		{[]string{"--rpc-urls", "https://node.example,https://other.example,https://third.example"}, ""},
		{[]string{"--rpc-urls", "https://node.example"}, "--rpc-urls names a single node, which would be believed in everything; name two of different hosts, better three, or say --single-node"},
		{[]string{"--rpc-urls", "https://node.example", "--single-node"}, ""},
		{[]string{"--rpc-urls", "https://node.example,http://other.example"}, "--rpc-urls: number 2 is not encrypted; use https:// or wss://, as anybody on the way could answer in its place"},
		{[]string{"--rpc-urls", "https://node.example,ws://10.0.0.7"}, "--rpc-urls: number 2 is not encrypted; use https:// or wss://, as anybody on the way could answer in its place"},
		{[]string{"--rpc-urls", "https://node.example,http://127.0.0.1:8545"}, ""},
		{[]string{"--rpc-urls", "https://node.example,ws://localhost:8546"}, ""},
		{[]string{"--confirmations", "-3"}, "--confirmations must be between 1 and 1000"},
		{[]string{"--confirmations", "0"}, "--confirmations must be between 1 and 1000"},
		{[]string{"--confirmations", "1001"}, "--confirmations must be between 1 and 1000"},
		{[]string{"--erc20-confirmations", "-1"}, "--erc20-confirmations must be between 1 and 1000"},
		{[]string{"--public-rpc-url", ""}, "--public-rpc-url is missing; name a node that anybody may use, which wallets are told when they add the network"},
		{[]string{"--public-rpc-url", "http://node.example"}, "--public-rpc-url is not an https:// address without a password; everybody gets to read it"},
		{[]string{"--public-rpc-url", "https://me:secret@node.example"}, "--public-rpc-url is not an https:// address without a password; everybody gets to read it"},
		{[]string{"--explorer", "bscscan"}, `--explorer "bscscan" is not an https:// address`},
		{[]string{"--support", "help@etld.example"}, `--support "help@etld.example" is neither a mailto: nor an https:// address`},
		{[]string{"--support", "javascript:alert(1)"}, `--support "javascript:alert(1)" is neither a mailto: nor an https:// address`},
		{[]string{"--privacy-url", "http://etld.example"}, `--privacy-url "http://etld.example" is not an https:// address`},
		{[]string{"--erc20-explorer", ""}, `--erc20-explorer "" is not an https:// address`},
		{[]string{"--treasury", ""}, `--treasury "" is not an address`},
		{[]string{"--treasury", "0x0000000000000000000000000000000000000000"}, "--treasury is the zero address"},
		{[]string{"--treasury", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"}, ""},
		{[]string{"--treasury", "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"}, `--treasury "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" has a wrong letter: its capitals do not fit`},
		{[]string{"--funder-address", "nobody"}, `--funder-address "nobody" is not an address`},
		{[]string{"--funder-address", a1}, same("treasury", "funder-address", a1)},
		{[]string{"--token-etld", a3}, same("token-usdt", "token-etld", a3)},
		{[]string{"--token-etld", a3, "--token-eth", a3}, same("token-usdt", "token-etld", a3)},
		{[]string{"--token-eth", strings.ToUpper(a1[2:])}, same("treasury", "token-eth", strings.ToUpper(a1[2:]))},
		{[]string{"--eth-aggregator-2", "0x00000000000000000000000000000000000000a6"}, same("eth-aggregator", "eth-aggregator-2", "0x00000000000000000000000000000000000000a6")},
		{[]string{"--eth-pair", "0x1"}, `--eth-pair "0x1" is not an address`},
		{[]string{"--eth-pair", a1 + "," + a2}, `--eth-pair "` + a1 + "," + a2 + `" is not an address`},
		{[]string{"--own-addresses", "nonsense"}, `--own-addresses "nonsense" is not an address`},
		{[]string{"--own-addresses", a1 + ",0x12"}, `--own-addresses "0x12" is not an address`},
		{[]string{"--own-addresses", a2}, "--own-addresses names " + a2 + ", which is --funder-address; what moves between own addresses is never booked"},
		{[]string{"--own-addresses", a3}, "--own-addresses names " + a3 + ", which is --token-usdt; what moves between own addresses is never booked"},
		{[]string{"--own-addresses", a1}, ""},
		{[]string{"--hot-wallet", a2, "--signer-socket", "s"}, same("funder-address", "hot-wallet", a2)},
		{[]string{"--anchor-address", "0x12"}, `--anchor-address "0x12" is not an address`},
		{[]string{"--anchor-address", "0x00000000000000000000000000000000000000b1"}, "--anchor-address is set and --hot-wallet is not; one signer serves both"},
		{[]string{"--hot-wallet", "0x00000000000000000000000000000000000000b1", "--anchor-address", "0x00000000000000000000000000000000000000b1", "--signer-socket", "s"},
			same("hot-wallet", "anchor-address", "0x00000000000000000000000000000000000000b1")},
		{[]string{"--treasury-signature", ""}, "--treasury-signature is missing; it proves to users that the address they pay to is yours"},
		{[]string{"--beacon-relays", ""}, "--beacon-relays must name two relays of different hosts at least"},
		{[]string{"--beacon-relays", "https://one.example"}, "--beacon-relays must name two relays of different hosts at least"},
		{[]string{"--beacon-relays", "https://one.example,http://two.example"}, "--beacon-relays: number 2 is not an https:// address"},
		{[]string{"--beacon-relays", "https://one.example,local"}, "--beacon-relays: number 2 is not an https:// address"},
		{[]string{"--beacon-relays", "https://one.example,https://ONE.example.:443/"}, "--beacon-relays: number 2 is of the same host as another; each relay must be another, as one alone could keep rounds back"},
		{[]string{"--beacon-relays", "https://a.one.example,https://b.one.example,https://one.example"}, "--beacon-relays are all of one.example; name relays of two domains at least, as one party could keep rounds back"},
		{[]string{"--beacon-relays", "https://a.co.uk,https://b.co.uk"}, ""},
		{[]string{"--beacon-relays", "https://one.example,https://two.example"}, ""},
		{[]string{"--limit-reads", "0"}, "--limit-reads must be between 1 and 1000000; --rate-limits=false lifts all limits"},
		{[]string{"--limit-writes", "-1"}, "--limit-writes must be between 1 and 1000000; --rate-limits=false lifts all limits"},
		{[]string{"--limit-writes-burst", "1000001"}, "--limit-writes-burst must be between 1 and 1000000; --rate-limits=false lifts all limits"},
		{[]string{"--limit-sign-ins", "0"}, "--limit-sign-ins must be between 1 and 1000000; --rate-limits=false lifts all limits"},
		{[]string{"--limit-address", "0"}, "--limit-address must be between 1 and 1000000; --rate-limits=false lifts all limits"},
		{[]string{"--limit-writes", "61"}, "--limit-writes-burst must not be below --limit-writes, which is 61"},
	} {
		wantRefusal(t, Serve, serving, test.more, test.want)
	}
	for _, test := range []struct {
		more []string
		want string
	}{
		{[]string{"--erc20-rpc-urls", "https://other.example"}, "--erc20-rpc-urls names a single node, which would be believed in everything; name two of different hosts, better three, or say --single-node"},
		{[]string{"--erc20-treasury-signature", ""}, "--erc20-treasury-signature is missing; each chain's address is signed with a text of its own"},
		{[]string{"--erc20-treasury", a2}, same("funder-address", "erc20-treasury", a2)},
		{[]string{"--erc20-token-usdt", a1}, same("erc20-treasury", "erc20-token-usdt", a1)},
		{[]string{"--erc20-treasury", "0x00000000000000000000000000000000000000b1"}, same("erc20-treasury", "hot-wallet", "0x00000000000000000000000000000000000000b1")},
	} {
		wantRefusal(t, Serve, paying, test.more, test.want)
	}
}

// Check wants what a look at the chain needs, and only that.
func TestCheckRefusesHalfAChain(t *testing.T) {
	t.Parallel()
	whole := []string{"--rpc-urls", "https://node.example", "--treasury", "0x00000000000000000000000000000000000000a1", "--token-usdt", "0x00000000000000000000000000000000000000a3",
		"--token-etld", "0x00000000000000000000000000000000000000a4", "--token-eth", "0x00000000000000000000000000000000000000a5"}
	wantRefusal(t, Check, nil, nil, "")
	wantRefusal(t, Check, whole, nil, "")
	for _, test := range []struct {
		more []string
		want string
	}{
		{[]string{"--treasury", ""}, `--treasury "" is not an address`},
		{[]string{"--token-eth", "x"}, `--token-eth "x" is not an address`},
		{[]string{"--own-addresses", "x"}, `--own-addresses "x" is not an address`},
		{[]string{"--hot-wallet", "x"}, `--hot-wallet "x" is not an address`},
		{[]string{"--confirmations", "-3"}, "--confirmations must be between 1 and 1000"},
		{[]string{"--rpc-urls", "here"}, "--rpc-urls: number 1 is not an address of a node, https://…"},
		{[]string{"--rpc-urls", "", "--erc20-rpc-urls", "https://other.example"}, "--erc20-rpc-urls is set and --rpc-urls is not; name nodes of the first chain too"},
		{[]string{"--erc20-rpc-urls", "https://other.example"}, `--erc20-token-usdt "" is not an address`},
	} {
		wantRefusal(t, Check, whole, test.more, test.want)
	}
}

// A setting that has not its form is refused by every command that has it, whether it
// needs it or not.
func TestEveryCommandRefusesWhatIsMalformed(t *testing.T) {
	t.Parallel()
	for _, command := range []Command{Check, Migrate, Backup, Operator, Receipts, Seal} {
		wantRefusal(t, command, nil, nil, "")
		for _, test := range []struct{ setting, text, want string }{
			{"treasury", "x", `--treasury "x" is not an address`},
			{"own-addresses", "0x12", `--own-addresses "0x12" is not an address`},
			{"explorer", "", `--explorer "" is not an https:// address`},
			{"terms-url", "http://etld.example", `--terms-url "http://etld.example" is not an https:// address`},
			{"eth-price-min", "0", "--eth-price-min must be above 0"},
			{"payout-day-usdt", "many", `--payout-day-usdt "many": amount is not a plain decimal with at most 8 decimal places`},
			{"confirmations", "0", "--confirmations must be between 1 and 1000"},
		} {
			wantRefusal(t, command, []string{"--" + test.setting, test.text}, nil, test.want)
		}
	}
}

// wantRefusal parses settings with some of them changed; no sentence means that
// they are good.
func wantRefusal(t *testing.T, command Command, base, more []string, want string) {
	t.Helper()
	_, _, err := Parse(command, slices.Concat(base, more), io.Discard)
	got := ""
	if err != nil {
		got = err.Error()
	}
	if got != want {
		t.Errorf("%s %v:\n got %s\nwant %s", command, more, got, want)
	}
}

// The product's numbers are the defaults.
func TestLimitsByDefault(t *testing.T) {
	t.Parallel()
	c, _, err := Parse(Serve, serving, io.Discard)
	if want := (Limits{Reads: 120, Writes: 30, WriteBurst: 60, SignIns: 10, Address: 1_200}); err != nil || c.Limits != want {
		t.Errorf("%+v, %v", c.Limits, err)
	}
}
