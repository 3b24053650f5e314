package httpapi

import (
	"fmt"
	"sync"
	"testing"
)

// Whoever has used up the limit gains nothing by sending each call many times
// at once: only repetitions of a call that was let through cost nothing.
func TestParallelRepetitionsDoNotEvadeTheLimit(t *testing.T) {
	t.Parallel()
	eachEngine(t, Limits{Write: Limit{PerMinute: 1, Burst: 1}}, func(t *testing.T, w *world) {
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
