package jobs

import (
	"log/slog"
	"time"
)

const (
	// A job that goes on failing is told of again after a minute, then after
	// twice as long each time: who got up for the first line needs no other.
	remindFirst = time.Minute
	remindMax   = time.Hour
)

// trouble logs the failures of one job.
type trouble struct {
	log *slog.Logger
	job string
	// since is when the failures began; zero while all is well.
	since    time.Time
	failures int
	remindAt time.Time
	pause    time.Duration
}

// failed logs the first failure in a row, and then reminders at growing
// intervals.
func (t *trouble) failed(now time.Time, err error) {
	t.failures++
	switch {
	case t.since.IsZero():
		t.since, t.pause = now, remindFirst
		t.log.Error("job failed", "job", t.job, "error", err)
	case now.Before(t.remindAt):
		return
	default:
		t.pause = min(2*t.pause, remindMax)
		t.log.Error("job still fails", "job", t.job, "error", err, "failures", t.failures, "for", now.Sub(t.since).Round(time.Second))
	}
	t.remindAt = now.Add(t.pause)
}

// over logs the end of failures.
func (t *trouble) over(now time.Time) {
	if t.since.IsZero() {
		return
	}
	t.log.Info("job works again", "job", t.job, "failures", t.failures, "after", now.Sub(t.since).Round(time.Second))
	*t = trouble{log: t.log, job: t.job}
}
