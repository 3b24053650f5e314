package config

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"etld/internal/base/money"
)

var serving = []string{
	"--host", "etld.example", "--start-block", "1", "--rpc-urls", "https://node.example/key,https://second.example",
	"--treasury", "0x00000000000000000000000000000000000000a1", "--funder-address", "0x00000000000000000000000000000000000000a2",
	"--token-usdt", "0x00000000000000000000000000000000000000a3", "--token-etld", "0x00000000000000000000000000000000000000a4",
	"--token-eth", "0x00000000000000000000000000000000000000a5", "--eth-aggregator", "0x00000000000000000000000000000000000000a6",
	"--eth-pair", "0x00000000000000000000000000000000000000a7", "--public-rpc-url", "https://public.example", "--treasury-signature", "0x01",
}

var paying = append(append([]string{}, serving...), "--hot-wallet", "0x00000000000000000000000000000000000000b1", "--signer-socket", "/run/etld/signer",
	"--erc20-rpc-urls", "https://other.example/key,https://another.example", "--erc20-token-usdt", "0x00000000000000000000000000000000000000b2", "--erc20-start-block", "7", "--erc20-treasury-signature", "0x02")

func TestPayoutSettings(t *testing.T) {
	t.Parallel()
	c, _, err := Parse(Serve, paying, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if c.ERC20.Treasury != c.Treasury || c.Payouts.DayMax[money.ETLD] != money.Units(500_000) || c.ERC20.DayMax[money.ETH] != money.Units(30) || !c.Pay {
		t.Errorf("%+v", c)
	}
	if text := c.Masked(); strings.Contains(text, "other.example/key") {
		t.Errorf("masked: %s", text)
	}
	for _, test := range []struct {
		more []string
		want string
	}{
		{[]string{"--signer-socket", ""}, "--hot-wallet is set and --signer-socket is not; without a signer nothing can be paid"},
		{[]string{"--hot-wallet", ""}, "--signer-socket is set and --hot-wallet is not; name the address that the signer pays from"},
		{[]string{"--hot-wallet", "0x12"}, `--hot-wallet "0x12" is not an address`},
		{[]string{"--hot-wallet", "0x00000000000000000000000000000000000000A1"}, "--hot-wallet is the treasury; keep what pays out apart from what is kept"},
		{[]string{"--fee-cap-gwei", "0"}, "--fee-cap-gwei must be between 1 and 1000000"},
		{[]string{"--refill-within", "0s"}, "--refill-within must be above 0"},
		{[]string{"--payout-day-usdt", "0"}, "--payout-day-usdt must be above 0"},
		{[]string{"--payout-day-etld", "1e5"}, `--payout-day-etld "1e5": `},
		{[]string{"--erc20-token-usdt", ""}, `--erc20-token-usdt "" is not an address`},
		{[]string{"--erc20-treasury", "here"}, `--erc20-treasury "here" is not an address`},
		{[]string{"--erc20-start-block", "0"}, "--erc20-start-block is missing; name a final block before the treasury's first deposit there"},
		{[]string{"--erc20-fee-cap-gwei", "-1"}, "--erc20-fee-cap-gwei must be between 1 and 1000000"},
		{[]string{"--erc20-payout-day-eth", "0"}, "--erc20-payout-day-eth must be above 0"},
	} {
		_, _, err := Parse(Serve, append(append([]string{}, paying...), test.more...), io.Discard)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v", test.more, err)
		}
	}
}

func TestSignerSettings(t *testing.T) {
	folder := t.TempDir()
	passphrase := filepath.Join(folder, "passphrase")
	if err := os.WriteFile(passphrase, []byte("correct horse battery\r\nsecond line\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	good := []string{"--signer-policy", "policy.json", "--signer-keystore", "key.json", "--signer-journal", "journal", "--signer-socket", "socket"}
	c, _, err := Parse(Signer, append(append([]string{}, good...), "--signer-passphrase-file", passphrase), io.Discard)
	if err != nil || c.Signing.Passphrase != "correct horse battery" {
		t.Fatalf("%q, %v", c.Signing.Passphrase, err)
	}
	if text := c.Masked(); strings.Contains(text, "horse") {
		t.Errorf("masked: %s", text)
	}
	for i := 0; i < len(good); i += 2 {
		some := append(append([]string{}, good[:i]...), good[i+2:]...)
		_, _, err := Parse(Signer, append(some, "--signer-passphrase-file", passphrase), io.Discard)
		if err == nil || err.Error() != good[i]+" is missing" {
			t.Errorf("without %s: %v", good[i], err)
		}
	}
	if _, _, err := Parse(SignerCreate, []string{"--signer-keystore", "key.json", "--signer-passphrase-file", passphrase}, io.Discard); err != nil {
		t.Errorf("create: %v", err)
	}
	if _, _, err := Parse(Signer, good, io.Discard); err == nil || !strings.Contains(err.Error(), "passphrase is missing") {
		t.Errorf("no passphrase: %v", err)
	}
	if _, _, err := Parse(Signer, append(append([]string{}, good...), "--signer-passphrase", "secret"), io.Discard); err == nil {
		t.Error("a passphrase may stand in a flag")
	}
	t.Setenv(passphraseVariable, "from the environment")
	if c, _, err := Parse(Signer, good, io.Discard); err != nil || c.Signing.Passphrase != "from the environment" {
		t.Errorf("from the environment: %v", err)
	}
	if _, _, err := Parse(Signer, append(append([]string{}, good...), "--signer-passphrase-file", passphrase), io.Discard); err == nil || !strings.Contains(err.Error(), "keep one") {
		t.Errorf("from both: %v", err)
	}
}

func TestPassphraseFilesOfOthersAreRefused(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, test := range map[string]struct {
		text string
		mode os.FileMode
		want string
	}{
		"readable by others": {"correct horse battery\n", 0o644, "only its owner can read"},
		"empty":              {"\nsecond\n", 0o600, "its first line is empty"},
		"too long":           {strings.Repeat("x", passphraseMax+1), 0o600, "small file"},
	} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(test.text), test.mode); err != nil {
			t.Fatal(err)
		}
		if _, err := readPassphrase(path); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := readPassphrase(filepath.Join(folder, "none")); err == nil {
		t.Error("a missing file: accepted")
	}
}
