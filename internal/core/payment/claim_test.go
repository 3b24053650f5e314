package payment_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/core/payment/claim"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/sqldb"
)

func TestClaimSuspense(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		key, other := wallettest.New(), wallettest.New()
		sender := wallettest.Address(key)
		w.line.land(w.line.pay(sender, money.Units(7)), w.line.pay(sender, money.Units(3)), w.line.pay(stranger, money.Units(2)))
		w.work()
		// The sender signs up later.
		w.users.byAddress[sender.Hex()] = "carl"
		info := w.info("carl")
		if len(info.Claimable) != 2 || info.ClaimPhrase != w.service.ClaimPhrase(sender.Hex(), sender.Hex()) {
			t.Errorf("claimable %+v, phrase %q", info.Claimable, info.ClaimPhrase)
		}
		at := func(by time.Duration) string {
			return fmt.Sprintf("%s%d", info.ClaimPhrase, w.Clock.Now().Add(by).UnixMilli())
		}
		try := func(user, message, signature string) error {
			_, err := w.claims().Claim(context.Background(), user, sender.Hex(), message, signature)
			return err
		}
		for _, refused := range []struct {
			name, user, message, signature string
			want                           fault.Fault
		}{
			{"another account's text", "ann", at(0), wallettest.Sign(key, at(0)), claim.ErrSignature},
			{"another phrase", "carl", "x" + at(0), wallettest.Sign(key, "x"+at(0)), claim.ErrSignature},
			{"stale", "carl", at(-5*time.Minute - time.Second), wallettest.Sign(key, at(-5*time.Minute-time.Second)), claim.ErrExpired},
			{"from the future", "carl", at(6 * time.Minute), wallettest.Sign(key, at(6*time.Minute)), claim.ErrExpired},
			{"no signature", "carl", at(0), "0x", claim.ErrSignature},
			{"another wallet's signature", "carl", at(0), wallettest.Sign(other, at(0)), claim.ErrSignature},
			{"a signature of another text", "carl", at(0), wallettest.Sign(key, at(time.Second)), claim.ErrSignature},
		} {
			if err := try(refused.user, refused.message, refused.signature); !is(err, refused.want) {
				t.Errorf("%s: %v, want %v", refused.name, err, refused.want)
			}
		}
		w.wantBalances(map[ledger.Account]money.Amount{suspense: money.Units(12), ledger.AvailableOf("carl", money.USDT): 0})
		if err := try("carl", at(0), wallettest.Sign(key, at(0))); err != nil {
			t.Fatal(err)
		}
		w.wantBalances(map[ledger.Account]money.Amount{suspense: money.Units(2), ledger.AvailableOf("carl", money.USDT): money.Units(10), onChain: money.Units(12)})
		wantList(t, "notices", w.notices.take(), "carl suspense_claimed 10")
		if err := try("carl", at(0), wallettest.Sign(key, at(0))); !is(err, claim.ErrUsed) {
			t.Errorf("the same claim again: %v", err)
		}
		if err := try("carl", at(time.Second), wallettest.Sign(key, at(time.Second))); !is(err, claim.ErrNothing) {
			t.Errorf("with nothing left: %v", err)
		}
		if info := w.info("carl"); len(info.Claimable) != 0 || len(info.Recent) != 2 || info.Recent[0].State != "claimed" {
			t.Errorf("afterwards %+v", info)
		}
	})
}

// What nobody can sign for is credited once, to whom operators name, and flags nobody.
func TestAssignOutOfSuspense(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		w.line.land(w.line.pay(stranger, money.Units(2)))
		w.work()
		assign := func() error {
			return w.DB.Update(context.Background(), func(tx *sqldb.Tx) error {
				found, err := fault.Known(sqldb.Find(tx, payment.Transfers().Scan, payment.Transfers().Select("WHERE state = 'suspense'")))
				if err != nil {
					return err
				}
				return w.service.Assign(tx, found, "ann")
			})
		}
		if err := assign(); err != nil {
			t.Fatal(err)
		}
		w.wantBalances(map[ledger.Account]money.Amount{suspense: 0, ledger.AvailableOf("ann", money.USDT): money.Units(2), onChain: money.Units(2)})
		if err := assign(); !is(err, fault.NotFound) {
			t.Errorf("once more: %v", err)
		}
	})
}
