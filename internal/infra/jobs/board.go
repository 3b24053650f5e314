package jobs

import (
	"errors"
	"sync"
	"time"
)

// Last is how a job's last chunk went, on this instance since it started.
type Last struct {
	Job   string
	Every time.Duration
	// At is when it began; zero before the first.
	At   time.Time
	Took time.Duration
	// Next is when the job looks for work again.
	Next time.Time
	// IsBehind says that there was more to do.
	IsBehind bool
	// Failures counts the chunks in a row that failed, and Cause says why the last did.
	Failures int64
	Cause    string
}

// last keeps how jobs went.
type last struct {
	sync.Mutex
	of map[string]Last
}

// note keeps how a chunk went. Another instance's turn is no failure.
func (l *last) note(job Job, began time.Time, more bool, err error) {
	l.Lock()
	defer l.Unlock()
	was := l.of[job.Name]
	now := Last{Job: job.Name, Every: job.Every, At: began, Took: time.Since(began), IsBehind: more}
	wait := job.Every
	switch {
	case err != nil && !errors.Is(err, ErrLost):
		now.Failures, now.Cause = was.Failures+1, err.Error()
		wait = retryPause
	case more:
		wait = job.Pause
	}
	now.Next = began.Add(now.Took + wait)
	l.of[job.Name] = now
}

// Board says of each job how its last chunk went, in the order in which they were
// given.
func (r *Runner) Board() []Last {
	r.last.Lock()
	defer r.last.Unlock()
	list := make([]Last, len(r.jobs))
	for i, job := range r.jobs {
		list[i] = r.last.of[job.Name]
		list[i].Job, list[i].Every = job.Name, job.Every
	}
	return list
}
