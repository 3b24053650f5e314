package withdraw

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/base/skip"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/anvil"
	"etld/internal/infra/chain/contracts"
	"etld/test/player"
)

const (
	within    = 8 * time.Minute
	pollPause = 200 * time.Millisecond
	patience  = 60 * time.Second
)

// scene is a demo world with a user whose account is two days old.
type scene struct {
	*player.Player
	t       *testing.T
	ctx     context.Context
	program string
	dataDir string
	process *player.Process
	calls   int
}

func newScene(t *testing.T) *scene {
	t.Helper()
	if _, err := anvil.Find("", player.Root()); err != nil {
		skip.Missing(t, "this test needs a development chain: %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), within)
	t.Cleanup(cancel)
	s := &scene{t: t, ctx: ctx, dataDir: filepath.Join(t.TempDir(), "world")}
	var err error
	s.program, err = player.Build(t.TempDir())
	s.must(err)
	s.process, err = player.Launch(ctx, s.program, os.Stderr, player.DemoArguments(s.dataDir)...)
	s.must(err)
	t.Cleanup(func() { s.process.Stop() })
	s.Player, err = player.New(s.process.URL)
	s.must(err)
	s.must(s.SignIn(ctx))
	s.deposit(money.USDT, money.Units(5_000))
	s.must(s.process.Operate(ctx, "/demo/advance?seconds=172800"))
	s.must(s.SignIn(ctx))
	return s
}

func (s *scene) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// deposit brings the faucet's gift to the treasury and waits for its credit.
func (s *scene) deposit(asset money.Asset, amount money.Amount) {
	s.t.Helper()
	s.must(s.Faucet(s.ctx))
	wallet, err := s.OpenWallet(s.ctx, s.process.RPCURL)
	s.must(err)
	defer wallet.Close()
	_, err = wallet.Deposit(s.ctx, asset, amount)
	s.must(err)
	s.until("the deposit is credited", func() bool { return s.available(asset) >= amount })
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
	values := url.Values{"requestId": {fmt.Sprintf("withdraw-test-%010d", s.calls)}}
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
	if a := s.call("/api/userAccount/withdrawConfig", &c, "currency", string(asset), "quantity", quantity); a.Code != http.StatusOK {
		s.t.Fatalf("config: %+v", a)
	}
	offer := c.Networks[0]
	requestID := fmt.Sprintf("withdraw-press-%010d", s.calls)
	message := fmt.Sprintf("%sWithdraw %s %s on %s, fee %s, arrival %s, to %s. Request %s. Time: %d", c.StatementPhrase, quantity, asset, offer.Network, offer.Fee,
		offer.Arrival, c.Address, requestID, c.ServerTime.UnixMilli())
	signature, err := s.Sign(message)
	s.must(err)
	var out struct{ WithdrawNo string }
	if a := s.call("/api/userAccount/withdraw", &out, "currency", string(asset), "network", offer.Network, "quantity", quantity, "message", message, "signature", signature,
		"requestId", requestID); a.Code != http.StatusOK {
		s.t.Fatalf("withdraw %s %s: %+v", quantity, asset, a)
	}
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
	if a := s.call("/api/userAccount/myWithDraw", &list, "withdrawNo", withdrawNo); a.Code != http.StatusOK || len(list.List) != 1 {
		s.t.Fatalf("record: %+v", a)
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
	var facts struct {
		Networks []struct {
			Tokens []struct {
				Currency money.Asset
				Contract common.Address
			}
		}
	}
	s.must(s.Must(s.ctx, "/api/open/app", nil, &facts))
	client, err := chain.Dial(s.ctx, "test", s.process.RPCURL)
	s.must(err)
	defer client.Close()
	for _, token := range facts.Networks[0].Tokens {
		if token.Currency != asset {
			continue
		}
		raw, err := contracts.ERC20{Address: token.Contract}.BalanceOf(s.ctx, client, s.Address(), nil)
		s.must(err)
		amount, _, err := money.FromBaseUnits(raw, 18)
		s.must(err)
		return amount
	}
	s.t.Fatalf("no token of %s", asset)
	return 0
}

// colleague is one of the demo's operators.
type colleague struct {
	s      *scene
	role   string
	person string
	csrf   string
	cookie *http.Cookie
}

func (s *scene) colleague(role string, person int) *colleague {
	s.t.Helper()
	c := &colleague{s: s, role: role, person: strconv.Itoa(person)}
	reply := c.post("/demo/operator-session?"+url.Values{"role": {role}, "person": {c.person}}.Encode(), nil)
	defer reply.Body.Close()
	var out struct{ CSRFToken string }
	s.must(json.NewDecoder(reply.Body).Decode(&out))
	for _, cookie := range reply.Cookies() {
		c.cookie = cookie
	}
	if c.csrf = out.CSRFToken; c.cookie == nil || c.csrf == "" {
		s.t.Fatalf("no session for %s %d", role, person)
	}
	return c
}

func (c *colleague) post(path string, body []byte) *http.Response {
	c.s.t.Helper()
	request, err := http.NewRequestWithContext(c.s.ctx, http.MethodPost, c.s.process.OperatorURL+path, bytes.NewReader(body))
	c.s.must(err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("lan", "en_US")
	if c.cookie != nil {
		request.AddCookie(c.cookie)
		request.Header.Set("X-CSRF-Token", c.csrf)
	}
	reply, err := http.DefaultClient.Do(request)
	c.s.must(err)
	if reply.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(reply.Body)
		c.s.t.Fatalf("%s: status %d: %s", path, reply.StatusCode, text)
	}
	return reply
}

func (c *colleague) call(path string, in, into any) player.Answer {
	c.s.t.Helper()
	body, err := json.Marshal(in)
	c.s.must(err)
	reply := c.post("/operator/api/"+path, body)
	defer reply.Body.Close()
	var a player.Answer
	c.s.must(json.NewDecoder(reply.Body).Decode(&a))
	if a.Code == http.StatusOK && into != nil {
		c.s.must(json.Unmarshal(a.Data, into))
	}
	return a
}

// approve signs the open review of a withdrawal as this person.
func (c *colleague) approve(withdrawNo string) player.Answer {
	c.s.t.Helper()
	var list struct {
		List []struct{ ID, Subject, PayloadHash, ApprovalPhrase string }
	}
	if a := c.call("proposals/list", map[string]any{"state": "pending", "kind": "withdrawal_review"}, &list); a.Code != http.StatusOK {
		c.s.t.Fatalf("proposals: %+v", a)
	}
	for _, p := range list.List {
		if p.Subject != withdrawNo {
			continue
		}
		at := c.s.serverTime().UnixMilli()
		reply := c.post("/demo/operator-sign?"+url.Values{"role": {c.role}, "person": {c.person}, "text": {p.ApprovalPhrase + strconv.FormatInt(at, 10)}}.Encode(), nil)
		defer reply.Body.Close()
		var out struct{ Signature string }
		c.s.must(json.NewDecoder(reply.Body).Decode(&out))
		return c.call("proposals/approve", map[string]any{"proposalId": p.ID, "payloadHash": p.PayloadHash, "signedAt": at, "signature": out.Signature}, nil)
	}
	c.s.t.Fatalf("no review of %s is open", withdrawNo)
	return player.Answer{}
}

func (s *scene) serverTime() time.Time {
	s.t.Helper()
	var facts struct{ ServerTime time.Time }
	s.must(s.Must(s.ctx, "/api/open/app", nil, &facts))
	return facts.ServerTime
}
