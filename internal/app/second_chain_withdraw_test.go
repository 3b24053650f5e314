package app

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/infra/chain/sending"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/listener"
	"etld/test/player"
)

// TestWithdrawOnASecondChain is a user's whole way with a second chain: USDT
// with 6 decimals paid in there, ETH paid in on the first chain, and both
// withdrawn to the second one, each approved by an operator.
func TestWithdrawOnASecondChain(t *testing.T) {
	t.Parallel()
	w := newTwoChains(t)
	u := w.newUser()
	w.payIn(w.second, erc20ChainID, w.usdt, baseUnits(t, 200, erc20Decimals))
	w.payIn(w.first, chainID, w.tokens[money.ETH], baseUnits(t, 1, tokenDecimals))
	w.pollUntil("credit of both deposits", func() bool {
		return u.holding(money.USDT) == money.Units(200) && u.holding(money.ETH) == money.Units(1)
	})
	coinsBefore := w.second.holds(common.Address{}, wallettest.Address(w.user))
	list := []string{
		u.withdraw(money.USDT, money.Units(100), money.Units(5)),
		u.withdraw(money.ETH, money.MustParse("0.1"), money.MustParse("0.003")),
	}
	w.pollUntil("confirmation of both", func() bool {
		for _, no := range list {
			if u.status(no) != "confirmed" {
				return false
			}
		}
		return true
	})
	if got := w.second.holds(w.usdt, wallettest.Address(w.user)); got.String() != "95000000" {
		t.Errorf("%s units of USDT arrived", got)
	}
	if got := new(big.Int).Sub(w.second.holds(common.Address{}, wallettest.Address(w.user)), coinsBefore); got.String() != "97000000000000000" {
		t.Errorf("%s wei arrived", got)
	}
	spent := w.balance(ledger.GasSpent, money.ETH)
	for _, one := range []struct {
		class ledger.Class
		asset money.Asset
		want  money.Amount
	}{
		{ledger.ChainERC20, money.USDT, money.Units(5_000 + 200 - 95)}, {ledger.ChainERC20, money.ETH, money.MustParse("19.903") - spent},
		{ledger.ChainBEP20, money.ETH, money.Units(1)}, {ledger.RevenueWithdraw, money.USDT, money.Units(5)}, {ledger.RevenueWithdraw, money.ETH, money.MustParse("0.003")},
	} {
		if got := w.balance(one.class, one.asset); got != one.want {
			t.Errorf("%s of %s is %s, want %s", one.class, one.asset, got, one.want)
		}
	}
	if u.holding(money.USDT) != money.Units(100) || u.holding(money.ETH) != money.MustParse("0.9") {
		t.Errorf("the user is left with %s and %s", u.holding(money.USDT), u.holding(money.ETH))
	}
	found, err := w.p.Violations(t.Context())
	if err != nil || len(found) > 0 {
		t.Errorf("afterwards: %v, %v", found, err)
	}
}

// chainUser is a user of the program's real calls.
type chainUser struct {
	*player.Player
	w     *twoChains
	calls int
}

// newUser serves the calls and signs the user in.
func (w *twoChains) newUser() *chainUser {
	t := w.t
	t.Helper()
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	server := listener.NewServer(listener.ServerConfig{API: w.p.api, Site: http.NewServeMux(), Log: slog.New(slog.DiscardHandler)})
	go func() { ended <- server.Serve(ctx, socket) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	p, err := player.New("http://" + socket.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	p.Key = w.user
	if err := p.SignIn(t.Context()); err != nil {
		t.Fatal(err)
	}
	return &chainUser{Player: p, w: w}
}

// payIn gives the user tokens, who sends them to the treasury.
func (w *twoChains) payIn(on *devChain, id uint64, token common.Address, units *big.Int) {
	w.t.Helper()
	on.gas(wallettest.Address(w.user), 10)
	on.send(on.rich, token, wallettest.Address(w.user), units)
	on.send(sending.NewSender(on.client.Eth(), id, w.user, big.NewInt(1e12)), token, wallettest.Address(w.treasury), units)
}

func (u *chainUser) holding(asset money.Asset) money.Amount {
	u.w.t.Helper()
	h, err := u.Holding(u.w.t.Context(), asset)
	if err != nil {
		u.w.t.Fatal(err)
	}
	return h.Available
}

// withdraw asks for a withdrawal to the second chain and has it approved.
func (u *chainUser) withdraw(asset money.Asset, quantity, fee money.Amount) (withdrawNo string) {
	t := u.w.t
	t.Helper()
	u.calls++
	asked := signer.Withdrawal{Quantity: quantity, Currency: asset, Network: erc20Name, Fee: fee, Arrival: quantity - fee, Address: u.Address(),
		RequestID: fmt.Sprintf("second-chain-request-%d", u.calls), At: u.w.p.settings.Clock.Now().Truncate(time.Millisecond)}
	text := signer.StatementText(testHost, asked)
	var out struct{ WithdrawNo, Status string }
	if err := u.Must(t.Context(), "/api/userAccount/withdraw", url.Values{"requestId": {asked.RequestID}, "currency": {string(asset)}, "network": {erc20Name},
		"quantity": {quantity.String()}, "message": {text}, "signature": {wallettest.Sign(u.Key, text)}}, &out); err != nil {
		t.Fatal(err)
	}
	if out.Status != "pending_review" {
		t.Fatalf("the withdrawal of a new account is %s", out.Status)
	}
	u.w.pollUntil("a review", func() bool { return u.w.pendingReview() != nil })
	if r := u.w.reviewer().approve(reply{Data: u.w.pendingReview()}); r.Code != http.StatusOK {
		t.Fatalf("approve: %+v", r)
	}
	return out.WithdrawNo
}

// reviewer is the operator whose wallet the signer knows.
func (w *twoChains) reviewer() *person {
	w.t.Helper()
	one := &person{t: w.t, p: w.p, address: wallettest.Address(w.checker).Hex(), sign: func(text string) string { return wallettest.Sign(w.checker, text) }}
	var err error
	if one.cookie, one.csrf, err = w.p.operator.DemoSession(w.t.Context(), operator.FinanceChecker, one.address, "Demo"); err != nil {
		w.t.Fatal(err)
	}
	return one
}

// pendingReview is the proposal that waits, or nil.
func (w *twoChains) pendingReview() json.RawMessage {
	w.t.Helper()
	var out struct{ List []json.RawMessage }
	r := w.reviewer().call("proposals/list", map[string]any{"state": "pending"})
	if err := json.Unmarshal(r.Data, &out); err != nil {
		w.t.Fatalf("%+v: %v", r, err)
	}
	if len(out.List) != 1 {
		return nil
	}
	return out.List[0]
}

func (u *chainUser) status(withdrawNo string) string {
	u.w.t.Helper()
	var page struct{ List []struct{ Status string } }
	if err := u.Must(u.w.t.Context(), "/api/userAccount/myWithDraw", url.Values{"withdrawNo": {withdrawNo}}, &page); err != nil {
		u.w.t.Fatal(err)
	}
	if len(page.List) != 1 {
		u.w.t.Fatalf("%d records of %s", len(page.List), withdrawNo)
	}
	return page.List[0].Status
}
