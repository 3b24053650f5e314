package crash

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/ethclient"

	"etld/internal/base/money"
	"etld/internal/infra/chain/contracts"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
	"etld/test/player"
)

const (
	withdrawPath  = "/api/userAccount/withdraw"
	drawers       = 3
	payoutKills   = 6
	payoutsWithin = 90 * time.Second
	demoHost      = "localhost"
	agedSeconds   = 25 * 60 * 60
)

// TestKilledWhilePaying kills the program again and again, first while an empty
// hot wallet has withdrawals wait, then while they are on their way. Each arrives
// on the chain exactly once, the record names the transaction that did it, and no
// signer outlives its program. The signer is killed alone as well.
func TestKilledWhilePaying(t *testing.T) {
	eachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		chance := newRandom(t)
		w := newWorld(t, engine)
		list := w.newDrawers()
		w.hotWallet("drain")
		var requests []*withdrawal
		for i, d := range list {
			// The last one's takes a reviewer.
			quantities := []string{"60.5", "90"}
			if i == len(list)-1 {
				quantities = []string{"250"}
			}
			for _, q := range quantities {
				requests = append(requests, d.withdraw(money.MustParse(q)))
			}
		}
		w.approveAll()
		for range 2 {
			for _, r := range requests {
				r.await("that a refill is expected", isRefillExpected)
			}
			w.running().Kill()
			w.start()
		}
		w.hotWallet("refill")
		for i := range payoutKills {
			time.Sleep(time.Duration(100+chance.IntN(1_800)) * time.Millisecond)
			if i%3 == 1 {
				w.killSigner()
				continue
			}
			w.running().Kill()
			w.start()
		}
		for _, r := range requests {
			r.await("confirmation", isConfirmed)
		}
		for _, d := range list {
			d.verify()
		}
		w.check()
		w.await("the end of every signer", 10*time.Second, func() bool { return len(w.signers()) == 0 })
	})
}

// drawer is a player whose account is old enough for automatic approvals.
type drawer struct {
	world    *world
	wallet   *player.Player
	token    common.Address
	before   *big.Int
	arriving money.Amount
	calls    int
}

func (w *world) newDrawers() []*drawer {
	w.t.Helper()
	list := make([]*drawer, drawers)
	for i := range list {
		list[i] = &drawer{world: w, wallet: w.fundedPlayer(1_000)}
	}
	if err := w.running().Operate(w.t.Context(), fmt.Sprintf("/demo/advance?seconds=%d", agedSeconds)); err != nil {
		w.t.Fatal(err)
	}
	for _, d := range list {
		if err := d.wallet.SignIn(w.t.Context()); err != nil {
			w.t.Fatal(err)
		}
		var facts struct {
			Networks []struct {
				Tokens []struct {
					Currency money.Asset
					Contract common.Address
				}
			}
		}
		if err := d.wallet.Must(w.t.Context(), "/api/open/app", nil, &facts); err != nil {
			w.t.Fatal(err)
		}
		for _, token := range facts.Networks[0].Tokens {
			if token.Currency == money.USDT {
				d.token = token.Contract
			}
		}
		d.before = d.holds()
	}
	return list
}

// holds is what the wallet holds of USDT on the chain.
func (d *drawer) holds() *big.Int {
	d.world.t.Helper()
	client, err := ethclient.Dial(d.world.running().RPCURL)
	if err != nil {
		d.world.t.Fatal(err)
	}
	defer client.Close()
	held, err := contracts.ERC20{Address: d.token}.BalanceOf(d.world.t.Context(), client, d.wallet.Address(), nil)
	if err != nil {
		d.world.t.Fatal(err)
	}
	return held
}

// withdrawal is a request that was taken.
type withdrawal struct {
	drawer *drawer
	no     string
}

// withdraw signs the statement and asks.
func (d *drawer) withdraw(quantity money.Amount) *withdrawal {
	t := d.world.t
	t.Helper()
	d.calls++
	asked := signer.Withdrawal{Quantity: quantity, Currency: money.USDT, Network: "BEP-20", Fee: money.Unit, Arrival: quantity - money.Unit, Address: d.wallet.Address(),
		RequestID: fmt.Sprintf("withdrawal-%s-%d", d.wallet.Address().Hex()[2:10], d.calls), At: d.world.now(d.wallet)}
	text := signer.StatementText(demoHost, asked)
	signature, err := d.wallet.Sign(text)
	if err != nil {
		t.Fatal(err)
	}
	var out struct{ WithdrawNo string }
	if err := d.wallet.Must(t.Context(), withdrawPath, url.Values{"requestId": {asked.RequestID}, "currency": {"USDT"}, "network": {"BEP-20"},
		"quantity": {quantity.String()}, "message": {text}, "signature": {signature}}, &out); err != nil {
		t.Fatal(err)
	}
	d.arriving += asked.Arrival
	return &withdrawal{drawer: d, no: out.WithdrawNo}
}

// now is the platform's time.
func (w *world) now(p *player.Player) time.Time {
	w.t.Helper()
	var facts struct{ ServerTime time.Time }
	if err := w.at(p).Must(w.t.Context(), "/api/open/app", nil, &facts); err != nil {
		w.t.Fatal(err)
	}
	return facts.ServerTime.Truncate(time.Millisecond)
}

// hotWallet empties or fills the wallet that pays.
func (w *world) hotWallet(action string) {
	w.t.Helper()
	if err := w.running().Operate(w.t.Context(), "/demo/hot-wallet?currency=USDT&action="+action); err != nil {
		w.t.Fatal(err)
	}
}

// record is a withdrawal as its user reads it.
type record struct {
	Status, TxHash string
	NextStep       struct {
		Code string
		At   *time.Time
	}
}

func isRefillExpected(r record) bool {
	return r.Status == "approved" && r.NextStep.Code == "queued_refill" && r.NextStep.At != nil && r.TxHash == ""
}

func isConfirmed(r record) bool { return r.Status == "confirmed" && strings.HasPrefix(r.TxHash, "0x") }

func (r *withdrawal) await(what string, holds func(record) bool) {
	t := r.drawer.world.t
	t.Helper()
	var last json.RawMessage
	defer func() {
		if t.Failed() {
			t.Logf("the record of %s: %s", r.no, last)
		}
	}()
	r.drawer.world.await(what+" of "+r.no, payoutsWithin, func() bool {
		a, err := r.drawer.world.at(r.drawer.wallet).Call(t.Context(), "/api/userAccount/myWithDraw", url.Values{"withdrawNo": {r.no}})
		if err != nil {
			return false
		}
		last = a.Data
		var page struct{ List []record }
		return decode(a, &page) == nil && len(page.List) == 1 && holds(page.List[0])
	})
}

// verify holds what arrived on the chain, and what is left here, to what was
// asked for.
func (d *drawer) verify() {
	t := d.world.t
	t.Helper()
	want, err := money.ToBaseUnits(d.arriving, 18)
	if err != nil {
		t.Fatal(err)
	}
	if got := new(big.Int).Sub(d.holds(), d.before); got.Cmp(want) != 0 {
		t.Errorf("%s arrived on the chain, want %s", got, want)
	}
	left := money.Units(1_000) - d.arriving - money.Amount(d.calls)*money.Unit
	h, err := d.world.at(d.wallet).Holding(t.Context(), money.USDT)
	if err != nil || h.Available != left || h.Total != left {
		t.Errorf("the wallet is left with %+v, want %s (%v)", h, left, err)
	}
}

// approveAll has one of the demo's people approve every pending review.
func (w *world) approveAll() {
	t := w.t
	t.Helper()
	var session struct{ CSRFToken string }
	cookie := w.post("/demo/operator-session?role=finance_checker&person=2", nil, nil, "", &session)
	var pending struct {
		Data struct {
			List []struct{ ID, PayloadHash, ApprovalPhrase string }
		}
	}
	w.post("/operator/api/proposals/list", map[string]any{"state": "pending", "kind": "withdrawal_review"}, cookie, session.CSRFToken, &pending)
	if len(pending.Data.List) != 1 {
		t.Fatalf("%d withdrawals wait for a reviewer", len(pending.Data.List))
	}
	asked := pending.Data.List[0]
	p, err := player.New(w.url())
	if err != nil {
		t.Fatal(err)
	}
	at := w.now(p).UnixMilli()
	var signed struct{ Signature string }
	w.post("/demo/operator-sign?"+url.Values{"role": {"finance_checker"}, "person": {"2"}, "text": {asked.ApprovalPhrase + strconv.FormatInt(at, 10)}}.Encode(), nil, nil, "", &signed)
	var approved struct {
		Code    int
		Message string
	}
	w.post("/operator/api/proposals/approve", map[string]any{"proposalId": asked.ID, "payloadHash": asked.PayloadHash, "signedAt": at, "signature": signed.Signature},
		cookie, session.CSRFToken, &approved)
	if approved.Code != http.StatusOK {
		t.Fatalf("approve: %+v", approved)
	}
}

// post makes a call to the operator listener.
func (w *world) post(path string, body any, with []*http.Cookie, csrf string, into any) []*http.Cookie {
	t := w.t
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.running().OperatorURL+path, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-CSRF-Token", csrf)
	for _, cookie := range with {
		request.AddCookie(cookie)
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	if err := json.NewDecoder(reply.Body).Decode(into); err != nil || reply.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d, %v", path, reply.StatusCode, err)
	}
	return reply.Cookies()
}

// signers are the process ids of the signers that run on the world's folder.
func (w *world) signers() (list []int) {
	paths, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil || !bytes.HasPrefix(text, []byte(program+"\x00signer\x00")) || !bytes.Contains(text, []byte(w.dir)) {
			continue
		}
		if id, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
			list = append(list, id)
		}
	}
	return list
}

// killSigner ends the signer as a power cut would; the program starts another.
func (w *world) killSigner() {
	w.t.Helper()
	var list []int
	// That of a program killed before may take a moment to end.
	w.await("one signer", 10*time.Second, func() bool {
		list = w.signers()
		return len(list) == 1
	})
	if err := syscall.Kill(list[0], syscall.SIGKILL); err != nil {
		w.t.Fatal(err)
	}
	w.await("another signer", 10*time.Second, func() bool {
		now := w.signers()
		return len(now) == 1 && now[0] != list[0]
	})
}
