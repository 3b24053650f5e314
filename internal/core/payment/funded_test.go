package payment_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/sqldb"
)

// A claim tells which accounts claimed deposits of its sender, each once, and
// nothing of it remains when that fails.
func TestClaimsTellWhomOneWalletFunded(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		var told []string
		var refuse error
		w.funded = func(_ *sqldb.Tx, sender string, accounts []string) error {
			told = append(told, sender+" "+strings.Join(accounts, " "))
			return refuse
		}
		key, other := wallettest.New(), wallettest.New()
		claims := 0
		claim := func(user string) error {
			claims++
			w.line.land(w.line.pay(wallettest.Address(key), money.Units(2)), w.line.pay(wallettest.Address(key), money.Units(3)))
			w.work()
			account, err := w.users.AddressOf(nil, user)
			if err != nil {
				t.Fatal(err)
			}
			sender := wallettest.Address(key).Hex()
			text := fmt.Sprint(w.service.ClaimPhrase(sender, account), w.Clock.Now().Add(time.Duration(claims)*time.Second).UnixMilli())
			_, err = w.claims().Claim(context.Background(), user, sender, text, wallettest.Sign(key, text))
			return err
		}
		for _, user := range []string{"bob", "ann", "bob"} {
			if err := claim(user); err != nil {
				t.Fatal(err)
			}
		}
		// Another wallet's accounts are no part of it.
		first := wallettest.Address(key).Hex()
		key = other
		if err := claim("ann"); err != nil {
			t.Fatal(err)
		}
		want := []string{first + " bob", first + " ann bob", first + " ann bob", wallettest.Address(other).Hex() + " ann"}
		if !slices.Equal(told, want) {
			t.Errorf("told %q, want %q", told, want)
		}
		refuse = errors.New("no")
		before := w.Balance(ledger.AvailableOf("ann", money.USDT))
		if err := claim("ann"); !errors.Is(err, refuse) {
			t.Errorf("a refused claim: %v", err)
		}
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): before, suspense: money.Units(5)})
	})
}
