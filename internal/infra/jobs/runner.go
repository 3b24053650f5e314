package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"etld/internal/base/fault"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

const (
	// retryPause is the wait after a failed chunk.
	retryPause = 5 * time.Second
	// drainMax bounds the chunks of one Drain, so that a job that always
	// reports more work cannot hang it.
	drainMax = 1_000_000
)

// Job is a kind of scheduled work.
type Job struct {
	Name string
	// Every is how often the runner looks for work.
	Every time.Duration
	// Pause is the least time between two chunks, for work that asks somebody
	// else's server.
	Pause time.Duration
	// Work does one bounded chunk of what is due and tells whether more is. Bulk
	// work goes through sqldb.DB.Background, which lets callers through.
	Work func(ctx context.Context) (more bool, err error)
	// Owed says that balances lag until the job has done what fell due while
	// nobody worked.
	Owed bool
}

// Observer is told about every chunk, for metrics. A turn that another instance took, and
// one that the end of the program cut off, have not failed.
type Observer func(job string, took time.Duration, err error)

// Runner runs jobs, one goroutine each.
type Runner struct {
	jobs    []Job
	log     *slog.Logger
	observe Observer
	last    last
	// draining keeps the jobs' own loops, which hold it to read, from working
	// while a drain does: what one of them finished meanwhile, the drain would miss.
	draining sync.RWMutex
	// owed guards idle, isCaughtUp and finished.
	owed sync.Mutex
	// idle counts for each owed job how often it had nothing left since one of
	// them last had. They make work for each other, and one that waits for another
	// has nothing either, so once is not enough.
	idle       map[string]int
	isCaughtUp bool
	// finished is closed, and made anew, when an owed job has done what it had, and
	// when the last of them had nothing left for the first time: all look again.
	finished chan struct{}
}

// NewRunner builds a runner; observe may be nil.
func NewRunner(log *slog.Logger, observe Observer, list ...Job) *Runner {
	if observe == nil {
		observe = func(string, time.Duration, error) {}
	}
	return &Runner{jobs: list, log: log, observe: observe, idle: make(map[string]int), last: last{of: make(map[string]Last)}, finished: make(chan struct{})}
}

// Run works until the context ends.
func (r *Runner) Run(ctx context.Context) {
	var wg sync.WaitGroup
	for _, job := range r.jobs {
		wg.Go(func() { r.loop(ctx, job) })
	}
	wg.Wait()
}

func (r *Runner) loop(ctx context.Context, job Job) {
	trouble := newTrouble(r.log, job.Name)
	worked := false
	for ctx.Err() == nil {
		finished := r.nextFinished(job)
		r.draining.RLock()
		more, err := r.chunk(ctx, job)
		r.draining.RUnlock()
		wait := job.Every
		switch {
		case err != nil && !errors.Is(err, ErrLost) && ctx.Err() == nil:
			trouble.failed(time.Now(), err)
			wait = retryPause
		case more || errors.Is(err, ErrLost):
			wait = job.Pause
		}
		if err == nil {
			trouble.over(time.Now())
		} else {
			finished = nil
		}
		if job.Owed && worked && !more {
			r.owed.Lock()
			r.wakeOwed()
			r.owed.Unlock()
		}
		worked = more
		select {
		case <-ctx.Done():
		case <-finished:
		case <-time.After(wait):
		}
	}
}

// nextFinished is closed when the next owed job has done what it had: what
// another owed job waited for may be there. For other jobs it never is.
func (r *Runner) nextFinished(job Job) <-chan struct{} {
	if !job.Owed {
		return nil
	}
	r.owed.Lock()
	defer r.owed.Unlock()
	return r.finished
}

// wakeOwed has the owed jobs look again; its caller holds the lock.
func (r *Runner) wakeOwed() {
	close(r.finished)
	r.finished = make(chan struct{})
}

func (r *Runner) chunk(ctx context.Context, job Job) (bool, error) {
	began := time.Now()
	var more bool
	err := fault.Protect(func() (err error) {
		more, err = job.Work(ctx)
		return err
	})
	told := err
	if errors.Is(err, ErrLost) || ctx.Err() != nil {
		// Another instance was faster, or the program ends.
		told = nil
	}
	r.observe(job.Name, time.Since(began), told)
	r.last.note(job, began, more, err)
	if job.Owed && !errors.Is(err, ErrLost) {
		r.noteOwed(job.Name, more)
	}
	return more, err
}

// idleTimes is how often in a row jobs must have had nothing left.
const idleTimes = 2

// noteOwed keeps what a chunk of an owed job says. A job that fails is told of
// elsewhere and must not keep callers out: it counts as one with nothing left.
func (r *Runner) noteOwed(name string, more bool) {
	r.owed.Lock()
	defer r.owed.Unlock()
	if more {
		clear(r.idle)
		return
	}
	r.idle[name]++
	if !r.isCaughtUp && r.idle[name] == 1 && len(r.idleLessThan(1)) == 0 {
		r.wakeOwed()
	}
}

// idleLessThan names the owed jobs that had nothing left less often; its caller holds
// the lock.
func (r *Runner) idleLessThan(times int) (names []string) {
	for _, job := range r.jobs {
		if job.Owed && r.idle[job.Name] < times {
			names = append(names, job.Name)
		}
	}
	return names
}

// NotCaughtUp names the owed jobs that may still have to do what fell due while
// nobody worked. Once there is none, there is none until the program ends.
func (r *Runner) NotCaughtUp() (names []string) {
	r.owed.Lock()
	defer r.owed.Unlock()
	if !r.isCaughtUp {
		names = r.idleLessThan(idleTimes)
		r.isCaughtUp = len(names) == 0
	}
	return names
}

// Drain works until no job has anything due; the jobs' own loops stand still
// meanwhile. Jobs make work for each other, also by the last they do, so it goes
// round until nothing was left twice in a row.
func (r *Runner) Drain(ctx context.Context) error {
	r.draining.Lock()
	defer r.draining.Unlock()
	idle := 0
	for range drainMax {
		idle++
		for _, job := range r.jobs {
			more, err := r.chunk(ctx, job)
			if err != nil && !errors.Is(err, ErrLost) {
				return fmt.Errorf("job %s: %w", job.Name, err)
			}
			if more {
				idle = 0
			}
		}
		if idle == idleTimes {
			return nil
		}
	}
	return errors.New("jobs still report work; giving up")
}

// Figures count the parked items. A job without any has no line.
func Figures(tx *sqldb.Tx, set *metrics.Set) error {
	counts, err := CountParked(tx)
	for job, n := range counts {
		set.Gauge("etld_jobs_parked", "Items that failed and are tried again later.", float64(n), "job", job)
	}
	return err
}
