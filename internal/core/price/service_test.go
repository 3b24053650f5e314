package price

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
)

type scriptedFeed struct {
	reading Reading
	err     error
}

func (f *scriptedFeed) Name() string                          { return "script" }
func (f *scriptedFeed) Read(context.Context) (Reading, error) { return f.reading, f.err }

func TestAReadingGoesStaleAndRecovers(t *testing.T) {
	t.Parallel()
	c := clock.NewManual(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	feed := &scriptedFeed{reading: Reading{Price: money.MustParse("3510.5"), At: c.Now()}}
	s := NewService(feed, c, slog.New(slog.DiscardHandler))
	if !s.ETH().Stale {
		t.Error("before the first reading the price is not stale")
	}
	s.Poll(context.Background())
	for _, step := range []struct {
		price string
		err   error
		after time.Duration
		stale bool
	}{
		{"3511", nil, 60 * time.Second, false},
		{"3511", errors.New("no answer"), 60 * time.Second, false},
		{"3511", errors.New("no answer"), time.Second, true},
		{"0", nil, time.Second, true},
		{"3512", nil, time.Second, false},
	} {
		c.Advance(step.after)
		feed.reading.Price, feed.err = money.MustParse(step.price), step.err
		before := s.ETH().Stale
		s.Poll(context.Background())
		if got := s.ETH().Stale; got != step.stale {
			t.Errorf("%+v: stale %v (before the poll %v)", step, got, before)
		}
	}
}

func TestValueRoundsDown(t *testing.T) {
	t.Parallel()
	c := clock.NewManual(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	s := NewService(&scriptedFeed{reading: Reading{Price: money.MustParse("3510.5"), At: c.Now()}}, c, slog.New(slog.DiscardHandler))
	s.Poll(context.Background())
	if got, _ := s.Value(money.ETH, money.MustParse("0.00000003")); got != money.MustParse("0.00010531") {
		t.Errorf("3 atoms of ETH are %s", got)
	}
	if got, at := s.Value(money.ETLD, money.Unit); got != 0 || !at.IsZero() {
		t.Errorf("ETLD without bids is worth %s at %s", got, at)
	}
}

func TestNumberIsBareAndExact(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(map[string]any{"data": Number(money.MustParse("3510.50000001"))})
	if err != nil || string(text) != `{"data":3510.50000001}` {
		t.Errorf("%s, %v", text, err)
	}
}
