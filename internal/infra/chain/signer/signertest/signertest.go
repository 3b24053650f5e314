// Package signertest gives tests what a signer is made of: the hot wallet's key
// and a policy.
package signertest

import (
	"crypto/ecdsa"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
)

// Host is the site that the policies of tests are for.
const Host = "etld.example"

// HotPrivate is the hot wallet's key in the open: tests also play the thief who
// has it.
func HotPrivate() *ecdsa.PrivateKey { return wallettest.Key("hot wallet") }

// Hot is the hot wallet's key as signers hold it. It goes through a keystore
// once per test process, as opening one is slow on purpose.
func Hot(t testing.TB) *signer.Key {
	t.Helper()
	key, err := hot()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

var hot = sync.OnceValues(func() (*signer.Key, error) {
	dir, err := os.MkdirTemp("", "etld-hot-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	return signer.ImportKeystore(filepath.Join(dir, "hot.json"), "a long passphrase", signer.Light, HotPrivate())
})

// Limits are a currency's limits in whole units, as texts.
type Limits struct{ PayoutMax, DayMax, OneDayMax, TwoFrom, Automatic, AutomaticDay string }

// Currency is a currency of a policy, of which any amount is paid out at least.
func Currency(asset money.Asset, token common.Address, l Limits) signer.Currency {
	return signer.Currency{Name: asset, Token: token, Decimals: 18, PayoutMin: 1, PayoutMax: units(l.PayoutMax), DayMax: units(l.DayMax),
		OneDayMax: units(l.OneDayMax), TwoFrom: units(l.TwoFrom), AutomaticMax: units(l.Automatic), AutomaticDayMax: units(l.AutomaticDay)}
}

// units is an amount; an empty text is none.
func units(text string) money.Amount {
	if text == "" {
		return 0
	}
	return money.MustParse(text)
}

// Policy lets operators have payouts made on one network.
func Policy(network signer.Network, operators ...*ecdsa.PrivateKey) signer.Policy {
	p := signer.Policy{Host: Host, Networks: []signer.Network{network}}
	for _, key := range operators {
		p.Operators = append(p.Operators, wallettest.Address(key))
	}
	return p
}

// AnchorText is what a round's anchor carries.
func AnchorText(period, root string, beaconRound uint64) string {
	return fmt.Sprintf("ETLDBOX1|%s|%s|%d", period, root, beaconRound)
}

// IsRefusal asks whether an error is the signer's no: nothing was signed for the
// request.
func IsRefusal(err error) bool {
	var r *signer.Refusal
	return errors.As(err, &r)
}
