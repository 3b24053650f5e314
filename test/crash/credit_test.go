package crash

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
	"etld/test/player"
)

const creditsEach = 25

// TestCreditsOfADemo: what the demo gives is there when it answers, whoever asks at
// the same time; it is a deposit like any other, the chain's clock stays with the
// platform's, and chain and books agree.
func TestCreditsOfADemo(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sqldb.SQLite)
	people := []*player.Player{w.newPlayer(), w.newPlayer()}
	var group sync.WaitGroup
	for _, p := range people {
		group.Go(func() {
			for i := range creditsEach {
				for _, asset := range []money.Asset{money.USDT, money.ETLD, money.ETH} {
					if err := w.running().Credit(t.Context(), p, asset, money.MustParse("1.25")); err != nil {
						t.Error(err)
					}
					if got, want := w.holds(p, asset), money.MustParse("1.25")*money.Amount(i+1); got != want {
						t.Errorf("after credit %d there are %s %s, want %s", i+1, got, asset, want)
					}
				}
			}
		})
	}
	group.Wait()
	// The chain is asked first: what passes until the platform is asked makes nobody ahead.
	chain := w.chainTime(-1)
	if ahead := chain.Sub(w.serverTime(people[0])); ahead > 2*time.Second {
		t.Errorf("after %d credits the chain is %s ahead of the platform", 2*3*creditsEach, ahead)
	}
	if left, err := people[0].OnChain(t.Context(), w.running().RPCURL, money.USDT); err != nil || left != 0 {
		t.Errorf("%s USDT stayed in the wallet (%v)", left, err)
	}
	// The hourly comparison of books and chain alarms as soon as they differ.
	if err := w.running().Operate(t.Context(), "/demo/advance?seconds=7200"); err != nil {
		t.Fatal(err)
	}
	w.metric(`etld_chain_difference{asset="USDT",network="BEP-20"}`, "0")
	w.check()
}

// TestCreditsThatAreRefused leave no money anywhere it should not be.
func TestCreditsThatAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sqldb.SQLite)
	p, stranger := w.newPlayer(), w.newKey()
	usdt, good := "&currency=USDT&amount=5", "address="+p.Address().Hex()
	for query, want := range map[string]string{
		"address=" + stranger.Address().Hex() + usdt: "409: nobody signed in with this wallet",
		"address=0x12" + usdt:                        "400: credits are for this machine only",
		good + "&currency=BNB&amount=5":              "400: ",
		good + "&currency=USDT&amount=0":             "400: ",
		good + "&currency=USDT&amount=-5":            "400: ",
		good + "&currency=USDT&amount=10000001":      "400: ",
		good + "&currency=USDT":                      "400: ",
		good + "&currency=USDT&amount=0.001":         "409: the transfer is final and not available",
	} {
		if got := w.post(w.running().OperatorURL + "/demo/credit?" + query); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	if got := w.post(w.url() + "/demo/credit?" + good + usdt); !strings.HasPrefix(got, "404") {
		t.Errorf("the public listener gives money: %s", got)
	}
	if got := w.holds(p, money.USDT); got != 0 {
		t.Errorf("there are %s USDT after refusals", got)
	}
	w.check()
}

func (w *world) newKey() *player.Player {
	w.t.Helper()
	p, err := player.New(w.url())
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// holds is what a player has available.
func (w *world) holds(p *player.Player, asset money.Asset) money.Amount {
	held, err := w.at(p).Holding(w.t.Context(), asset)
	if err != nil {
		w.t.Error(err)
	}
	return held.Available
}

// post makes a call and yields the status and the error of its answer.
func (w *world) post(address string) string {
	w.t.Helper()
	reply, err := http.Post(address, "", nil)
	if err != nil {
		w.t.Fatal(err)
	}
	defer reply.Body.Close()
	body, err := io.ReadAll(reply.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	text := string(body)
	if _, after, found := strings.Cut(text, `"error":"`); found {
		text, _, _ = strings.Cut(after, `"`)
	}
	return fmt.Sprintf("%d: %s", reply.StatusCode, text)
}

// metric holds one of the program's metrics to a value.
func (w *world) metric(name, want string) {
	w.t.Helper()
	if value := w.readMetric(name); value != want {
		w.t.Errorf("%s is %q, want %s", name, value, want)
	}
}

// readMetric gives one of the program's metrics as it is now; empty where there is none.
func (w *world) readMetric(name string) string {
	w.t.Helper()
	reply, err := http.Get(w.running().OperatorURL + "/metrics")
	if err != nil {
		w.t.Fatal(err)
	}
	defer reply.Body.Close()
	body, err := io.ReadAll(reply.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	for line := range strings.Lines(string(body)) {
		if value, found := strings.CutPrefix(strings.TrimSpace(line), name+" "); found {
			return value
		}
	}
	return ""
}
