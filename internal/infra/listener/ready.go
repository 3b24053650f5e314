package listener

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"
)

const (
	checkTimeout = 2 * time.Second
	// readyFor is how long an outcome of the checks stands.
	readyFor = 500 * time.Millisecond
)

// readiness is what the checks said last. Anybody may ask, and they read the database: one
// caller makes them for all who ask meanwhile and a moment later.
type readiness struct {
	checks []Check
	log    *slog.Logger

	mu   sync.Mutex
	lack []string
	at   time.Time
}

// missing names what is not ready. A change is logged, once.
func (r *readiness) missing(ctx context.Context) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.at.IsZero() && time.Since(r.at) < readyFor {
		return slices.Clone(r.lack)
	}
	// It is everybody's outcome: a caller who leaves must not be the reason for it.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), checkTimeout)
	defer cancel()
	var lack []string
	var problems []error
	for _, check := range r.checks {
		if err := check.Run(ctx); err != nil {
			lack, problems = append(lack, check.Name), append(problems, fmt.Errorf("%s: %w", check.Name, err))
		}
	}
	switch {
	case slices.Equal(lack, r.lack):
	case len(lack) == 0:
		r.log.Info("ready again")
	default:
		r.log.Warn("not ready", "error", errors.Join(problems...))
	}
	r.lack, r.at = lack, time.Now()
	return slices.Clone(lack)
}
