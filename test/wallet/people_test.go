// Package wallet has people swap, sell and withdraw in the real program, on a real
// chain, with operators who approve and the signer that checks them.
package wallet

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/test/player"
)

const (
	within    = 8 * time.Minute
	pollPause = 200 * time.Millisecond
	patience  = 60 * time.Second
)

// program is the built binary.
var program string

func TestMain(m *testing.M) {
	player.Main("test/wallet", func(_, built string) int {
		program = built
		return m.Run()
	})
}

// scene is a demo world with a user in it.
type scene struct {
	*player.Player
	t       *testing.T
	ctx     context.Context
	process *player.Demo
	calls   int
}

func newScene(t *testing.T, funds player.Sums) *scene {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), within)
	t.Cleanup(cancel)
	s := &scene{t: t, ctx: ctx, process: player.NewDemo(t, program, "")}
	var err error
	s.Player, err = player.Join(ctx, s.process.URL)
	s.must(err)
	s.must(s.Fund(ctx, s.process.RPCURL, funds))
	return s
}

// pass lets time pass, and signs in again.
func (s *scene) pass(seconds int) {
	s.t.Helper()
	s.must(s.process.Operate(s.ctx, fmt.Sprintf("/demo/advance?seconds=%d", seconds)))
	s.must(s.SignIn(s.ctx))
}

func (s *scene) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *scene) available(asset money.Asset) money.Amount {
	s.t.Helper()
	h, err := s.Holding(s.ctx, asset)
	s.must(err)
	return h.Available
}

func (s *scene) until(what string, is func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(pollPause) {
		if is() {
			return
		}
	}
	s.t.Fatalf("it never happened that %s", what)
}

func (s *scene) call(path string, into any, pairs ...string) player.Answer {
	s.t.Helper()
	s.calls++
	values := url.Values{"requestId": {fmt.Sprintf("wallet-test-%010d", s.calls)}}
	for i := 0; i < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	a, err := s.Call(s.ctx, path, values)
	s.must(err)
	if a.Code == http.StatusOK && into != nil {
		s.must(json.Unmarshal(a.Data, into))
	}
	return a
}

// data makes a call that has to succeed.
func (s *scene) data(path string, into any, pairs ...string) {
	s.t.Helper()
	if a := s.call(path, into, pairs...); a.Code != http.StatusOK {
		s.t.Fatalf("%s: %+v", path, a)
	}
}

// config is what the app knows before it asks for a withdrawal.
type config struct {
	Address, StatementPhrase string
	ServerTime               time.Time
	Networks                 []struct {
		Currency      money.Asset
		Network       string
		Fee, Maximum  money.Amount
		Enabled       bool
		MedianMinutes *int64
		Arrival       *money.Amount
	}
}

// withdraw signs a statement as the app does and sends it.
func (s *scene) withdraw(quantity string, asset money.Asset) (withdrawNo string) {
	s.t.Helper()
	var c config
	s.data("/api/userAccount/withdrawConfig", &c, "currency", string(asset), "quantity", quantity)
	offer := c.Networks[0]
	requestID := fmt.Sprintf("withdraw-press-%010d", s.calls)
	message := fmt.Sprintf("%sWithdraw %s %s on %s, fee %s, arrival %s, to %s. Request %s. Time: %d", c.StatementPhrase, quantity, asset, offer.Network, offer.Fee,
		offer.Arrival, c.Address, requestID, c.ServerTime.UnixMilli())
	signature, err := s.Sign(message)
	s.must(err)
	var out struct{ WithdrawNo string }
	s.data("/api/userAccount/withdraw", &out, "currency", string(asset), "network", offer.Network, "quantity", quantity, "message", message, "signature", signature,
		"requestId", requestID)
	return out.WithdrawNo
}

// record is a withdrawal as the user sees it.
type record struct {
	Status, PayoutState, TxHash string
	Arrival                     money.Amount
	Reason                      *struct{ Code, Text, Note string }
	NextStep                    struct {
		Code, Text string
		At         *time.Time
	}
	Timeline []struct{ Code string }
}

func (s *scene) record(withdrawNo string) record {
	s.t.Helper()
	var list struct{ List []record }
	s.data("/api/userAccount/myWithDraw", &list, "withdrawNo", withdrawNo)
	if len(list.List) != 1 {
		s.t.Fatalf("records: %+v", list)
	}
	return list.List[0]
}

func (s *scene) untilStatus(withdrawNo, status string) record {
	s.t.Helper()
	var last record
	s.until("it is "+status, func() bool {
		last = s.record(withdrawNo)
		return last.Status == status
	})
	return last
}

// onChain reads what the user's wallet holds of a token.
func (s *scene) onChain(asset money.Asset) money.Amount {
	s.t.Helper()
	amount, err := s.OnChain(s.ctx, s.process.RPCURL, asset)
	s.must(err)
	return amount
}

// colleague is one of the demo's operators.
type colleague struct {
	*player.Colleague
	s *scene
}

func (s *scene) colleague(role string, person int) *colleague {
	s.t.Helper()
	c, err := s.process.Colleague(s.ctx, role, person)
	s.must(err)
	return &colleague{c, s}
}

func (c *colleague) call(path string, in, into any) player.Answer {
	c.s.t.Helper()
	a, err := c.Call(c.s.ctx, path, in)
	c.s.must(err)
	if a.Code == http.StatusOK {
		c.s.must(a.Read(into))
	}
	return a
}

func (c *colleague) approve(withdrawNo string) player.Answer {
	c.s.t.Helper()
	a, err := c.Approve(c.s.ctx, withdrawNo)
	c.s.must(err)
	return a
}
