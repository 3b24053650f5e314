package jobs

import (
	"errors"
	"log/slog"
	"time"

	"etld/internal/base/fault"
)

const (
	remindFirst = time.Minute
	remindMax   = time.Hour
)

// trouble logs the failures of one job: the first in a row, then seldom.
type trouble struct {
	log      *slog.Logger
	job      string
	failures int
	reminder Reminder
}

func newTrouble(log *slog.Logger, job string) trouble {
	return trouble{log: log, job: job, reminder: Reminder{First: remindFirst, Max: remindMax}}
}

func (t *trouble) failed(now time.Time, err error) {
	t.failures++
	tell, lasting := t.reminder.Tell(now)
	attributes := []any{"job", t.job, "error", err}
	if panicked, ok := errors.AsType[*fault.PanicError](err); ok {
		attributes = append(attributes, "stack", panicked.Stack)
	}
	switch {
	case !tell:
	case t.failures == 1:
		t.log.Error("job failed", attributes...)
	default:
		t.log.Error("job still fails", append(attributes, "failures", t.failures, "for", lasting.Round(time.Second))...)
	}
}

// over logs the end of failures.
func (t *trouble) over(now time.Time) {
	if lasted, wasTold := t.reminder.Over(now); wasTold {
		t.log.Info("job works again", "job", t.job, "failures", t.failures, "after", lasted.Round(time.Second))
	}
	t.failures = 0
}
