package crash

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"etld/internal/base/long"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/test/player"
)

const (
	withdrawPath  = "/api/userAccount/withdraw"
	drawers       = 3
	payoutsWithin = 90 * time.Second
	agedSeconds   = 25 * 60 * 60
)

// payoutKills is how often the program or its signer is killed while it pays.
var payoutKills = long.Or(4, 6)

// TestKilledWhilePaying kills the program again and again, first while an empty
// hot wallet has withdrawals wait, then while they are on their way. Each arrives
// on the chain exactly once, the record names the transaction that did it, and no
// signer outlives its program. The signer is killed alone as well.
func TestKilledWhilePaying(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
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
		requests[len(requests)-1].approve()
		for range 2 {
			for _, r := range requests {
				r.await("that a refill is expected", isRefillExpected)
			}
			w.running().Kill()
			w.start()
		}
		w.hotWallet("refill")
		interrupted := 0
		for i := range payoutKills {
			time.Sleep(time.Duration(100+chance.IntN(1_800)) * time.Millisecond)
			if i%3 == 1 {
				w.killSigner()
				continue
			}
			w.running().Kill()
			if len(w.rows(`SELECT id FROM withdrawal_request WHERE status <> 'confirmed'`)) > 0 {
				interrupted++
			}
			w.start()
		}
		// A block is final after some seconds, and the first kill comes before.
		if interrupted == 0 {
			t.Error("no kill met a payout")
		}
		for _, r := range requests {
			r.await("confirmation", isConfirmed)
		}
		for _, d := range list {
			d.verify()
		}
		w.check()
		w.await("the end of every signer", time.Minute, func() bool { return len(w.signers()) == 0 })
	})
}

// drawer is a player whose account is old enough for automatic approvals.
type drawer struct {
	world            *world
	wallet           *player.Player
	calls            int
	before, arriving money.Amount
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
		d.before = d.holds()
	}
	return list
}

// holds is what the wallet holds of USDT on the chain.
func (d *drawer) holds() money.Amount {
	d.world.t.Helper()
	held, err := d.world.at(d.wallet).OnChain(d.world.t.Context(), d.world.running().RPCURL, money.USDT)
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
	params, err := d.wallet.Withdrawal(t.Context(), fmt.Sprintf("withdrawal-%s-%d", d.wallet.Address().Hex()[2:10], d.calls), quantity)
	if err != nil {
		t.Fatal(err)
	}
	var out struct{ WithdrawNo string }
	if err := d.wallet.Must(t.Context(), withdrawPath, params, &out); err != nil {
		t.Fatal(err)
	}
	d.arriving += quantity - money.Unit
	return &withdrawal{drawer: d, no: out.WithdrawNo}
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
	if got := d.holds() - d.before; got != d.arriving {
		t.Errorf("%s arrived on the chain, want %s", got, d.arriving)
	}
	left := money.Units(1_000) - d.arriving - money.Amount(d.calls)*money.Unit
	h, err := d.world.at(d.wallet).Holding(t.Context(), money.USDT)
	if err != nil || h.Available != left || h.Total != left {
		t.Errorf("the wallet is left with %+v, want %s (%v)", h, left, err)
	}
}

// approve has one of the demo's people approve a withdrawal.
func (r *withdrawal) approve() {
	t := r.drawer.world.t
	t.Helper()
	checker, err := r.drawer.world.running().Colleague(t.Context(), "finance_checker", 2)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := checker.Approve(t.Context(), r.no); err != nil || a.Code != http.StatusOK {
		t.Fatalf("approve: %+v, %v", a, err)
	}
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
	w.await("one signer", time.Minute, func() bool {
		list = w.signers()
		return len(list) == 1
	})
	if err := syscall.Kill(list[0], syscall.SIGKILL); err != nil {
		w.t.Fatal(err)
	}
	w.await("another signer", time.Minute, func() bool {
		now := w.signers()
		return len(now) == 1 && now[0] != list[0]
	})
}
