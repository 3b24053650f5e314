package walletsig

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestNodesAreAskedAboutSoManySignaturesAtOnce(t *testing.T) {
	b := NewBounds(func() time.Time { return time.Time{} })
	var leave func()
	for i := range AskedAtOnceMax {
		var err error
		if leave, err = b.enter(t.Context()); err != nil {
			t.Fatalf("signature %d: %v", i, err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := b.enter(ended); !errors.Is(err, ErrBusy) {
		t.Errorf("one more is asked about beside %d: %v", AskedAtOnceMax, err)
	}
	leave()
	if _, err := b.enter(t.Context()); err != nil {
		t.Errorf("a place that was left is not given again: %v", err)
	}
}

func TestTheBudgetOfQuestionsGrowsWithTime(t *testing.T) {
	now := time.Now()
	b := NewBounds(func() time.Time { return now })
	takes := func() (n int) {
		for b.take() {
			n++
		}
		return n
	}
	if got := takes(); got != AskedBurst {
		t.Errorf("%d at first, want %d", got, AskedBurst)
	}
	now = now.Add(10 * time.Second)
	if got, want := takes(), AskedPerMinute/6; got != want {
		t.Errorf("%d after ten seconds, want %d", got, want)
	}
	now = now.Add(time.Hour)
	if got := takes(); got != AskedBurst {
		t.Errorf("%d after an hour, want %d", got, AskedBurst)
	}
}
