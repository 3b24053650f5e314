package jobs

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"
)

// lines collects what is logged.
type lines struct {
	slog.Handler
	list *[]string
}

func (l lines) Enabled(context.Context, slog.Level) bool { return true }
func (l lines) Handle(_ context.Context, r slog.Record) error {
	text := r.Level.String() + " " + r.Message
	r.Attrs(func(a slog.Attr) bool {
		text += " " + a.String()
		return true
	})
	*l.list = append(*l.list, text)
	return nil
}

func TestTroubleIsToldOnceThenSeldom(t *testing.T) {
	t.Parallel()
	var logged []string
	trouble := newTrouble(slog.New(lines{list: &logged}), "pay")
	began := time.Date(2026, 3, 2, 4, 0, 0, 0, time.UTC)
	at := began
	trouble.over(at)
	for at.Before(began.Add(10 * time.Hour)) {
		trouble.failed(at, errors.New("the database is away"))
		at = at.Add(retryPause)
	}
	trouble.over(at)
	trouble.over(at)
	trouble.failed(at, errors.New("something else"))
	var short []string
	for _, line := range logged {
		level, rest, _ := strings.Cut(line, " ")
		_, after, _ := strings.Cut(rest, "for=")
		short = append(short, strings.TrimSpace(level+" "+after))
	}
	want := []string{"ERROR", "ERROR 1m0s", "ERROR 3m0s", "ERROR 7m0s", "ERROR 15m0s", "ERROR 31m0s", "ERROR 1h3m0s", "ERROR 2h3m0s", "ERROR 3h3m0s",
		"ERROR 4h3m0s", "ERROR 5h3m0s", "ERROR 6h3m0s", "ERROR 7h3m0s", "ERROR 8h3m0s", "ERROR 9h3m0s", "INFO", "ERROR"}
	if !slices.Equal(short, want) {
		t.Errorf("logged %q", logged)
	}
	if first, end := logged[0], logged[len(logged)-2]; first != "ERROR job failed job=pay error=the database is away" ||
		end != "INFO job works again job=pay failures=7200 after=10h0m0s" {
		t.Errorf("first %q, end %q", first, end)
	}
}
