package crash

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/test/player"
)

const (
	stoppedFor = 3 * 24 * time.Hour
	coolingOff = 24 * time.Hour
	// apart is between two purchases, and so between two starts a day later.
	apart = 20 * time.Minute
	// beforeMonthEnd is how many of the purchases start before the month's end.
	beforeMonthEnd = 12
	// nodePrice is what a diamond node costs.
	nodePrice = 500
)

// TestAStoppedProgramPostsTheSame holds the journal of a program that stood for
// three days against that of one that ran, on copies of one world. Meanwhile the
// machines of eleven people of one referrer start one after the other, days end
// and the month does, whose dividend somebody's node gets; the referrer's cap of the
// month leaves something for the first of them. The running program lives through it in steps in which at most
// one machine starts.
func TestAStoppedProgramPostsTheSame(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		ran := newWorld(t, engine)
		now := ran.serverTime(ran.newPlayer())
		monthEnd := monthAfter(now.Add(2 * coolingOff))
		ran.advance(monthEnd.Sub(now) - coolingOff - beforeMonthEnd*apart + apart/2)
		ran.buyNode(ran.fundedPlayer(nodePrice))
		referrer, people := ran.referred(11)
		// These use up 450 of the 500 USDT of the month.
		for i := range 3 {
			ran.buyAt(people[i], "machineLarge", "true")
		}
		// The eight people who buy first are read together when they catch up; the
		// first of them starts a second machine before the others start theirs.
		for i, order := range []struct {
			who     int
			product string
		}{
			{0, "Small"}, {1, "Small"}, {2, "Small"}, {3, "Small"}, {4, "Small"}, {5, "Small"}, {6, "Small"}, {7, "Small"},
			{0, "Medium"}, {8, "Medium"}, {9, "Medium"}, {1, "Medium"},
			// These start in the new month.
			{2, "Medium"}, {10, "Medium"}, {0, "Medium"}, {8, "Small"},
		} {
			if i > 0 {
				ran.advance(apart)
			}
			ran.buyAt(people[order.who], "machine"+order.product, "")
		}
		until := ran.serverTime(people[0]).Add(stoppedFor)
		if code := ran.running().Stop(); code != 0 {
			t.Fatalf("the program ended with %d", code)
		}
		before := len(ran.postings(until))
		stopped := ran.copied()
		stopped.moveClock(stoppedFor)
		ran.start()
		for rest := stoppedFor; rest > 0; {
			step := 3 * time.Hour
			if passed := stoppedFor - rest; passed >= 18*time.Hour && passed < coolingOff {
				step = apart
			}
			ran.advance(step)
			rest -= step
		}
		stopped.open()
		stopped.settle()
		ran.check()
		stopped.check()
		want := ran.postings(until)
		comparePostings(t, stopped.postings(until), want)
		old, fresh := rewards(t, want, referrer, monthEnd)
		if old != money.Units(500) || fresh != money.MustParse("46.5") {
			t.Errorf("the referrer got %s in the month that ended and %s in the next", old, fresh)
		}
		if n := dividends(want); n != 1 {
			t.Errorf("%d dividends of the one node", n)
		}
		t.Logf("%d postings in %s", len(want)-before, stoppedFor)
	})
}

// monthAfter is when the month ends in which an instant lies.
func monthAfter(at time.Time) time.Time {
	local := at.In(clock.Zone)
	return time.Date(local.Year(), local.Month()+1, 1, 0, 0, 0, 0, clock.Zone)
}

// referred are people with a deposit each, whom one more brought.
func (w *world) referred(n int) (referrer string, people []*player.Player) {
	w.t.Helper()
	first := w.newPlayer()
	var info struct{ ID string }
	if err := first.Must(w.t.Context(), "/api/user/getUserInfo", nil, &info); err != nil {
		w.t.Fatal(err)
	}
	people = make([]*player.Player, n)
	funding, ctx := errgroup.WithContext(w.t.Context())
	for i := range people {
		p, err := player.New(w.url())
		if err != nil {
			w.t.Fatal(err)
		}
		p.Referrer, people[i] = first.Address().Hex(), p
		if err := p.SignIn(ctx); err != nil {
			w.t.Fatal(err)
		}
		funding.Go(func() error {
			return p.Fund(ctx, w.running().RPCURL, player.Sums{money.USDT: money.Units(15_000)})
		})
	}
	if err := funding.Wait(); err != nil {
		w.t.Fatal(err)
	}
	return info.ID, people
}

// buyAt buys a machine from the balance.
func (w *world) buyAt(p *player.Player, product, startNow string) {
	w.t.Helper()
	params := purchase("a-machine-at-"+fmt.Sprint(time.Now().UnixNano()), product, w.terms(p)[product], 1)
	params.Set("startNow", startNow)
	if err := p.Must(w.t.Context(), purchasePath, params, nil); err != nil {
		w.t.Fatal(err)
	}
}

// buyNode buys a node from the balance, which works at once.
func (w *world) buyNode(p *player.Player) {
	w.t.Helper()
	var level struct{ TermsVersion string }
	if err := p.Must(w.t.Context(), "/api/node/detail", url.Values{"id": {"nodeDiamond"}}, &level); err != nil {
		w.t.Fatal(err)
	}
	params := url.Values{"nodeId": {"nodeDiamond"}, "quantity": {"1"}, "payType": {"balance"}, "startNow": {"true"},
		"termsVersion": {level.TermsVersion}, "requestId": {"a-node-before-the-end-of-the-month"}}
	if err := p.Must(w.t.Context(), "/api/node/purchase", params, nil); err != nil {
		w.t.Fatal(err)
	}
}

// dividends counts those of nodes.
func dividends(postings []string) (n int) {
	for _, line := range postings {
		if strings.Split(line, " ")[1] == "node_dividends" {
			n++
		}
	}
	return n
}

// rewards adds up what a referrer got before and after an instant.
func rewards(t *testing.T, postings []string, referrer string, split time.Time) (before, after money.Amount) {
	t.Helper()
	for _, line := range postings {
		columns := strings.Split(line, " ")
		if columns[1] != "referral_rewards" {
			continue
		}
		if !strings.Contains(line, referrer) {
			t.Errorf("a reward of somebody else: %s", line)
		}
		var at, atoms int64
		if _, err := fmt.Sscan(columns[0]+" "+columns[5], &at, &atoms); err != nil {
			t.Fatal(err)
		}
		if at < split.UnixMicro() {
			before += money.Amount(atoms)
		} else {
			after += money.Amount(atoms)
		}
	}
	return before, after
}
