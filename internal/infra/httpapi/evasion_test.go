package httpapi

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"etld/internal/infra/meter"
)

// Whoever has used up the limit gains nothing by sending each call many times
// at once: only repetitions of a call that was let through cost nothing.
func TestParallelRepetitionsDoNotEvadeTheLimit(t *testing.T) {
	t.Parallel()
	eachEngine(t, Limits{Write: meter.Limit{PerMinute: 1, Burst: 1}}, func(t *testing.T, w *world) {
		const parallel = 12
		token := w.signIn("user")
		path := commandPaths[0]
		if got := w.call(path, token, "requestId", requestID+"-first", "amount", "3"); got.Code != 200 {
			t.Fatalf("the first call: %s", got.body)
		}
		before := w.total("user")
		for round := range 15 {
			id := fmt.Sprintf("%s-%d", requestID, round)
			codes := make([]int, parallel)
			var all sync.WaitGroup
			for i := range codes {
				all.Go(func() { codes[i] = w.call(path, token, "requestId", id, "amount", "3").Code })
			}
			all.Wait()
			for _, code := range codes {
				if code != 1010 {
					t.Fatalf("round %d: answers %v beyond the limit", round, codes)
				}
			}
		}
		if after := w.total("user"); after != before {
			t.Errorf("the total went from %s to %s", before, after)
		}
		// What was let through repeats for nothing, also at once.
		var all sync.WaitGroup
		for range parallel {
			all.Go(func() {
				if got := w.call(path, token, "requestId", requestID+"-first", "amount", "3"); got.Code != 200 {
					t.Errorf("a repetition: %s", got.body)
				}
			})
		}
		all.Wait()
		if n := len(w.api.inFlight.count); n != 0 {
			t.Errorf("%d calls are still counted as running", n)
		}
	})
}

// Repetitions are free, and not without end: those that come too often, and other data
// under a known id, are refused before they take a turn of the writer.
func TestRepetitionsAreCounted(t *testing.T) {
	t.Parallel()
	const burst = 3
	eachEngine(t, Limits{Write: meter.Limit{PerMinute: 1, Burst: 10}, Replay: meter.Limit{PerMinute: 1, Burst: burst}}, func(t *testing.T, w *world) {
		sessions := countedFind{found: new(atomic.Int64)}
		w.api.Sessions = sessions
		path, token := commandPaths[0], w.signIn("ann")
		stored := []string{"requestId", requestID, "amount", "3"}
		for i, want := range []int{200, 200, 200, 1009, 1010, 1010} {
			params := stored
			if want == 1009 {
				params = []string{"requestId", requestID, "amount", "4"}
			}
			before := sessions.found.Load()
			if got := w.call(path, token, params...); got.Code != want || want == 1010 && sessions.found.Load() != before {
				t.Errorf("call %d: %s, and %d transactions", i+1, got.body, sessions.found.Load()-before)
			}
		}
		// What is new passes, and counts as no repetition.
		bob := w.signIn("bob")
		for _, id := range []string{"-a", "-b"} {
			if got := w.call(path, bob, "requestId", requestID+id, "amount", "3"); got.Code != 200 {
				t.Errorf("a new call: %s", got.body)
			}
		}
		for range burst {
			if got := w.call(path, bob, "requestId", requestID+"-a", "amount", "3"); got.Code != 200 {
				t.Errorf("a repetition of somebody else: %s", got.body)
			}
		}
		if n := len(w.api.inFlight.count); n != 0 {
			t.Errorf("%d calls are still counted as running", n)
		}
	})
}

// A copy of a command that runs counts as a repetition too: it waits for the first's turn.
func TestACopyOfARunningCommandCounts(t *testing.T) {
	t.Parallel()
	eachEngine(t, Limits{Write: meter.Limit{PerMinute: 1, Burst: 10}, Replay: meter.Limit{PerMinute: 1, Burst: 1}}, func(t *testing.T, w *world) {
		path, token := commandPaths[0], w.signIn("ann")
		key := "ann|" + path + "|" + requestID
		if _, err := w.api.inFlight.enter(key, func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		for i, want := range []int{200, 1010} {
			if got := w.call(path, token, "requestId", requestID, "amount", "3"); got.Code != want {
				t.Errorf("copy %d while the first runs: %s", i+1, got.body)
			}
		}
		w.api.inFlight.leave(key)
		if n := len(w.api.inFlight.count); n != 0 {
			t.Errorf("%d calls are still counted as running", n)
		}
	})
}

// Accounts cost nothing, so those of one address repeat together as often as four.
func TestRepetitionsOfAnAddress(t *testing.T) {
	t.Parallel()
	l := newLimiter(Limits{Replay: meter.Limit{PerMinute: 1, Burst: 2}})
	passed := 0
	for i := range 100 {
		if l.take(rateReplay, Caller{UserID: fmt.Sprint("user ", i), IP: "192.0.2.1"}) == nil {
			passed++
		}
	}
	if passed != replayersPerAddress*2 {
		t.Errorf("%d repetitions of one address pass", passed)
	}
}
