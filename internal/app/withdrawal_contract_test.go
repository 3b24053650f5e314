package app

import (
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"net/url"
	"strconv"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/withdrawal"
	"etld/internal/infra/chain/chaintest"
	"etld/internal/infra/chain/contracts"
	"etld/internal/infra/chain/sending"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/test/player"
)

// contractUser is a user whose wallet is a contract on the first chain.
type contractUser struct {
	*chainUser
	wallet chaintest.ContractWallet
	// key is its owner's, whose transactions owner sends.
	key   *ecdsa.PrivateKey
	owner *sending.Sender
}

// newContractUser deploys the wallet, pays 200 USDT in from it, and signs in.
func (w *twoChains) newContractUser() *contractUser {
	t := w.t
	t.Helper()
	plain := w.newUser()
	// The owner has no account: a user's own signature opens no other.
	key := wallettest.New()
	owner := sending.NewSender(w.first.client.Eth(), chainID, key, big.NewInt(1e12))
	w.first.gas(wallettest.Address(key), 10)
	wallet, err := chaintest.DeployContractWallet(t.Context(), owner, wallettest.Address(key), chaintest.WalletHonest)
	if err != nil {
		t.Fatal(err)
	}
	u := &contractUser{key: key, chainUser: &chainUser{Player: &player.Player{}, w: w}, wallet: wallet, owner: owner}
	*u.Player = *plain.Player
	message := plain.phrase() + strconv.FormatInt(w.p.settings.Clock.Now().UnixMilli(), 10)
	var out struct{ Token string }
	if err := u.Must(t.Context(), "/api/user/logining", url.Values{"username": {wallet.Address.Hex()}, "type": {"ANDROID"}, "message": {message},
		"signature": {wallettest.Sign(key, message)}}, &out); err != nil {
		t.Fatal(err)
	}
	u.Token = out.Token
	units := baseUnits(t, 200, tokenDecimals)
	w.first.send(w.first.rich, w.tokens[money.USDT], wallet.Address, units)
	data, err := contracts.EncodeTransfer(wallettest.Address(w.treasury), units)
	if err == nil {
		_, err = wallet.ExecuteAll(t.Context(), owner, []chaintest.Call{{Target: w.tokens[money.USDT], Data: data}})
	}
	if err != nil {
		t.Fatal(err)
	}
	w.pollUntil("credit of the contract's deposit", func() bool { return u.holding(money.USDT) == money.Units(200) })
	return u
}

// phrase is what a sign-in begins with.
func (u *chainUser) phrase() string {
	u.w.t.Helper()
	var facts struct{ SignInPhrase string }
	if err := u.Must(u.w.t.Context(), "/api/open/app", nil, &facts); err != nil {
		u.w.t.Fatal(err)
	}
	return facts.SignInPhrase
}

// ask asks for 50 USDT, signed by a key, on a network.
func (u *contractUser) ask(network string, fee money.Amount, key *ecdsa.PrivateKey) player.Answer {
	t := u.w.t
	t.Helper()
	u.calls++
	quantity := money.Units(50)
	asked := signer.Withdrawal{Quantity: quantity, Currency: money.USDT, Network: network, Fee: fee, Arrival: quantity - fee, Address: u.wallet.Address,
		RequestID: fmt.Sprintf("contract-wallet-request-%d", u.calls), At: u.w.p.settings.Clock.Now().Truncate(time.Millisecond)}
	text := signer.StatementText(testHost, asked)
	a, err := u.Call(t.Context(), "/api/userAccount/withdraw", url.Values{"requestId": {asked.RequestID}, "currency": {string(asked.Currency)}, "network": {network},
		"quantity": {quantity.String()}, "message": {text}, "signature": {wallettest.Sign(key, text)}})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// taken asks on the first chain and names the withdrawal.
func (u *contractUser) taken(key *ecdsa.PrivateKey) (withdrawNo string) {
	u.w.t.Helper()
	a := u.ask(networkName, money.Unit, key)
	var out struct{ WithdrawNo string }
	if err := json.Unmarshal(a.Data, &out); err != nil || a.Code != http.StatusOK {
		u.w.t.Fatalf("%+v: %v", a, err)
	}
	return out.WithdrawNo
}

func (u *contractUser) become(mode chaintest.WalletMode) {
	u.w.t.Helper()
	if _, err := u.wallet.SetMode(u.w.t.Context(), u.owner, mode); err != nil {
		u.w.t.Fatal(err)
	}
}

// A contract wallet is asked on its own chain: what it confirms is paid to it,
// what it does not confirm is returned, and on another chain, where its address
// may be somebody else's, it withdraws nothing.
func TestAContractWalletWithdraws(t *testing.T) {
	t.Parallel()
	w := newTwoChains(t)
	u := w.newContractUser()
	if a := u.ask(erc20Name, money.Units(5), u.key); a.Code != withdrawal.ErrNetwork.Code {
		t.Errorf("on another chain: %+v", a)
	}
	var offers struct {
		Networks []struct {
			Network, Reason string
			Enabled         bool
		}
	}
	if err := u.Must(t.Context(), "/api/userAccount/withdrawConfig", url.Values{"currency": {"USDT"}}, &offers); err != nil {
		t.Fatal(err)
	}
	for _, one := range offers.Networks {
		if isHome := one.Network == networkName; one.Enabled != isHome || !isHome && one.Reason != "contract_wallet" {
			t.Errorf("offered: %+v", one)
		}
	}
	stranger := wallettest.New()
	for _, one := range []struct {
		name string
		mode chaintest.WalletMode
		key  *ecdsa.PrivateKey
	}{
		{"a stranger's signature", chaintest.WalletHonest, stranger}, {"refusing", chaintest.WalletRefusing, u.key}, {"reverting", chaintest.WalletReverting, u.key},
		{"endless", chaintest.WalletEndless, u.key}, {"malformed", chaintest.WalletMalformed, u.key},
	} {
		u.become(one.mode)
		id := u.taken(one.key)
		if left := u.holding(money.USDT); left != money.Units(150) {
			t.Errorf("%s: %s are left while it is asked", one.name, left)
		}
		w.pollUntil(one.name+" is rejected", func() bool { return u.status(id) == "review_rejected" })
		if left := u.holding(money.USDT); left != money.Units(200) {
			t.Errorf("%s: %s came back", one.name, left)
		}
	}
	u.become(chaintest.WalletHonest)
	id := u.taken(u.key)
	w.pollUntil("a review", func() bool { return w.pendingReview() != nil })
	if r := w.reviewer().approve(reply{Data: w.pendingReview()}); r.Code != http.StatusOK {
		t.Fatalf("approve: %+v", r)
	}
	w.pollUntil("it is confirmed", func() bool { return u.status(id) == "confirmed" })
	if got := w.first.holds(w.tokens[money.USDT], u.wallet.Address); got.Cmp(baseUnits(t, 49, tokenDecimals)) != 0 {
		t.Errorf("%s units arrived at the contract", got)
	}
	for _, address := range []common.Address{wallettest.Address(u.key), wallettest.Address(stranger)} {
		if got := w.first.holds(w.tokens[money.USDT], address); got.Sign() != 0 {
			t.Errorf("%s units went to %s", got, address)
		}
	}
	if left, fee := u.holding(money.USDT), w.balance(ledger.RevenueWithdraw, money.USDT); left != money.Units(150) || fee != money.Unit {
		t.Errorf("%s are left, %s were fees", left, fee)
	}
	if found, err := w.p.Violations(t.Context()); err != nil || len(found) > 0 {
		t.Errorf("afterwards: %v, %v", found, err)
	}
}
