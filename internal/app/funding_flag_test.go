package app

import (
	"fmt"
	"maps"
	"net/http"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/features/team"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// claimFor credits an account with what the depositor's wallet sent.
func (d *depositor) claimFor(account *drawer, after time.Duration) {
	d.t.Helper()
	sender := crypto.PubkeyToAddress(d.key.PublicKey).Hex()
	phrase := d.p.payment.ClaimPhrase(sender, crypto.PubkeyToAddress(account.key.PublicKey).Hex())
	text := fmt.Sprint(phrase, d.p.settings.Clock.Now().Add(after).UnixMilli())
	r := d.p.callers(d.t).Call("/api/pay/claimSuspense", account.id, "sender", sender, "message", text, "signature", wallettest.Sign(d.key, text))
	if r.Code != http.StatusOK {
		d.t.Fatalf("claim: %s", r.Body)
	}
}

// A ring that one wallet funds is under a flag from its fifth account on, by the
// program itself; a family of four is not.
func TestARingThatOneWalletFundsIsFlagged(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		support := p.staff(t, operator.Support)
		funder := &depositor{drawer: &drawer{t: t, p: p, key: wallettest.New()}}
		var ring []*drawer
		for i := range 5 {
			ring = append(ring, p.drawer(t))
			funder.pay(money.Units(7))
			p.settleDeposits(t)
			funder.claimFor(ring[i], time.Duration(i)*time.Second)
			for _, d := range ring {
				err := p.db.View(t.Context(), func(tx *sqldb.Tx) error {
					isFlagged, err := p.team.Flags.HasOpen(tx, d.id)
					if isFlagged != (i == 4) {
						t.Errorf("after %d accounts %s is under a flag: %v", i+1, d.id, isFlagged)
					}
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		want := fmt.Sprintf("Automatic: %s funded 5 accounts", crypto.PubkeyToAddress(funder.key.PublicKey).Hex())
		if seen := dataOf[team.StaffTeam](t, support.call("users/team", map[string]any{"userId": ring[0].id})); seen.Flag != want {
			t.Errorf("operators read %q, want %q", seen.Flag, want)
		}
		listed := make(map[string]string)
		for _, f := range dataOf[httpapi.List[team.Flagged]](t, support.call("users/flagged", map[string]any{})).List {
			for _, one := range f.Accounts {
				listed[one.UserID] = f.OpenedBy + ": " + f.Reason
				if want := user.Mask(p.addressOf(t, one.UserID)); one.UserName != want {
					t.Errorf("%s is called %q, want %q", one.UserID, one.UserName, want)
				}
			}
			if f.UserID != "" || f.AccountCount != len(ring) || f.EndsAt == nil {
				t.Errorf("the flag: %+v", f)
			}
		}
		for _, d := range ring {
			if listed[d.id] != "system: "+want || len(listed) != len(ring) {
				t.Errorf("listed of %s: %q of %d", d.id, listed[d.id], len(listed))
			}
		}
		// Two operators lift it as any other; the next account does not set it again.
		risk, checker := p.staff(t, operator.Risk), p.staff(t, operator.FinanceChecker)
		lift := map[string]any{"payload": map[string]any{"userId": ring[0].id}, "reason": "a club with one purse"}
		lifting := risk.call("users/liftFlag", lift)
		if got, want := dataOf[operator.Proposal](t, lifting).UserName, user.Mask(p.addressOf(t, ring[0].id)); got != want {
			t.Errorf("the proposal is about %q, want %q", got, want)
		}
		if r := checker.approve(lifting); r.Code != http.StatusOK {
			t.Fatalf("lift: %+v", r)
		}
		sixth := p.drawer(t)
		funder.pay(money.Units(7))
		p.settleDeposits(t)
		funder.claimFor(sixth, 5*time.Second)
		for account, want := range map[string]bool{ring[0].id: false, sixth.id: true} {
			seen := dataOf[team.StaffTeam](t, support.call("users/team", map[string]any{"userId": account}))
			if isFlagged := seen.Flag != ""; isFlagged != want {
				t.Errorf("after a sixth account %s is under a flag: %v", account, isFlagged)
			}
		}
		wantFlagsByName(t, risk, ring[0].id, map[string]string{"a hint from the exchange": "Demo", want: ""})
	})
}

// wantFlagsByName sets a flag, and reads in the list who set each: nobody where the program did.
func wantFlagsByName(t *testing.T, risk *person, userID string, want map[string]string) {
	t.Helper()
	if r := risk.call("users/flag", map[string]any{"payload": map[string]any{"userId": userID}, "reason": "a hint from the exchange"}); r.Code != http.StatusOK {
		t.Fatalf("flag: %+v", r)
	}
	names := make(map[string]string)
	for _, f := range dataOf[httpapi.List[team.Flagged]](t, risk.call("users/flagged", map[string]any{})).List {
		names[f.Reason] = f.OpenedByName
	}
	if !maps.Equal(names, want) {
		t.Errorf("flags by whom: %v, want %v", names, want)
	}
}
