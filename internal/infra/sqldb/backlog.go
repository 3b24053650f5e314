package sqldb

import (
	"context"
	"errors"
	"time"
)

const (
	// spellTime is how long the backlog works, beside callers, before it rests. In
	// a spell callers come together in larger batches, which cost less.
	spellTime = 50 * time.Millisecond
	// pauseMax is how long the backlog may wait between two bodies of one spell.
	pauseMax = 50 * time.Millisecond
	// longestRest bounds a rest, whatever it was that took so long before it.
	longestRest = time.Second
	// Callers may lose one in lostShare of their calls to the backlog, as far as
	// they lose them in its spells. What goes on in its rests as well, like the
	// copying of the log, is not counted here.
	lostShare = 8
	// Beside many callers the backlog works one in workShare of the time at most:
	// what it leaves behind, like pages to be flushed, slows them down in its rests
	// too. A rest is one in restShare of the work at least, so that there is one to
	// measure.
	workShare = 4
	restShare = 8
	// busyBatches are so many batches without time between them that the disk
	// can hardly be what callers wait for.
	busyBatches = 8
	// Each new spell or rest makes those before it count for keptShare - 1 in
	// keptShare.
	keptShare = 8
	// fewCalls are too few in the rests remembered to be held up by the backlog.
	fewCalls = 8
	// turnMax is how long a body of the backlog may go on once a caller waits.
	turnMax = 4 * time.Millisecond
	// owedAfter is how long the disk may lag behind the backlog.
	owedAfter = time.Second
)

// turns shares the writer's time between callers and the backlog, the bodies
// that nobody waits for. Only the write loop uses it. It measures how long work
// takes, so its times are the machine's, not those of the platform's clock,
// which the demo and tests move.
type turns struct {
	// calls counts the callers served so far.
	calls int
	// began is when the backlog's last body began, and ceased when it ended.
	began, ceased time.Time
	// spent is what the current spell took, and called says that callers came
	// in it.
	spent  time.Duration
	called bool
	// busy counts the batches since the writer last had time for the backlog.
	busy int
	// gathered is how many callers of the next batch the writer has taken already.
	gathered int
	// until is when the backlog's rest is over.
	until time.Time
	// phase is the current spell or rest, and resting says which.
	phase   phase
	resting bool
	// spells and rests are what is remembered of those with callers, and worked
	// is the backlog's time in the spells.
	spells, rests served
	worked        time.Duration
}

// phase is where a spell or a rest began.
type phase struct {
	at    time.Time
	calls int
}

// served is how many callers were served in what time.
type served struct {
	calls float64
	took  time.Duration
}

func (s *served) add(p phase, now time.Time, calls int) {
	s.calls = s.calls*(keptShare-1)/keptShare + float64(calls-p.calls)
	s.took = s.took*(keptShare-1)/keptShare + now.Sub(p.at)
}

func (s served) rate() float64 { return s.calls / s.took.Seconds() }

// rest is how long the backlog still rests; zero or less when it need not.
func (t *turns) rest(now time.Time) time.Duration { return t.until.Sub(now) }

// begin begins the backlog's turn.
func (t *turns) begin(now time.Time) {
	t.began = now
	if t.spent > 0 && now.Sub(t.ceased) < pauseMax {
		return
	}
	// A rest that went on because nothing was left to do says little of how
	// busy callers are now.
	if planned := t.until.Sub(t.phase.at); t.resting && now.Sub(t.phase.at) < 2*planned {
		t.rests.add(t.phase, now, t.calls)
	}
	t.phase, t.resting, t.spent = phase{now, t.calls}, false, 0
}

// ended ends the backlog's turn. With nobody calling there are no rests.
func (t *turns) ended(now time.Time) {
	t.ceased = now
	t.spent += now.Sub(t.began)
	switch {
	case !t.called:
		t.spent = 0
	case t.spent >= spellTime:
		t.spells.add(t.phase, now, t.calls)
		t.worked = t.worked*(keptShare-1)/keptShare + t.spent
		// What callers lose in the spell is to be one in lostShare of what they do
		// in the spell and the rest together.
		lost := time.Duration(t.cost() * float64(t.spent))
		took := now.Sub(t.phase.at)
		rest := max(lostShare*lost-took, workShare*t.spent-took, t.spent/restShare)
		if t.areFew() {
			rest = t.spent
		}
		t.until = now.Add(min(rest, longestRest))
		t.phase, t.resting = phase{now, t.calls}, true
		t.spent, t.called = 0, false
	}
}

// areFew says that so few call that it cannot be measured what they lose.
func (t *turns) areFew() bool { return t.rests.took > 0 && t.rests.calls < fewCalls }

// cost is how much of their time callers lose for a second of the backlog's
// work: about one where they keep the writer busy, none where they are few. They
// lose less than the work takes when the batches behind it do more at once.
func (t *turns) cost() float64 {
	if t.rests.took == 0 {
		return 1
	}
	if t.areFew() {
		return 0
	}
	lost := t.spells.took.Seconds() * (1 - t.spells.rate()/t.rests.rate())
	return max(0, lost/t.worked.Seconds())
}

// Behind runs a body like Update, behind all others: while callers wait for the
// disk and when there are none. The body should end soon after callers
// press (Tx.Pressing). Behind returns when the body is committed, which reaches
// the disk a moment later: a crash may undo it as a whole. So it is for
// scheduled work that finds out from the database what is left to do. Hints name
// what it will read.
func (db *DB) Behind(ctx context.Context, body func(*Tx) error, hints ...Hint) error {
	return db.RepeatBehind(ctx, body, nil, hints...)
}

// RepeatBehind runs a body like Behind, in one transaction after the other for
// as long as again, which is asked after each commit, says so. The next one is
// there when the writer has a moment, without a word from the caller in
// between. It ends at the first failure; what was committed before stays.
func (db *DB) RepeatBehind(ctx context.Context, body func(*Tx) error, again func() bool, hints ...Hint) error {
	for {
		err := db.submit(db.backlog, &request{ctx: ctx, mode: updating, body: body, hints: hints, result: make(chan error, 1), again: again})
		if !errors.Is(err, errUnfinished) {
			return err
		}
	}
}

// errUnfinished says that a body is to run again and had no room to wait.
var errUnfinished = errors.New("to be run again")

// pressing says that callers wait whom the writer should serve now. While the
// disk works for more of them than wait here it need not: see gather.
func (db *DB) pressing() bool {
	n := db.turns.gathered + len(db.queue)
	return n > 0 && (int64(n) >= db.waiting.Load() || time.Since(db.turns.began) > turnMax)
}

// runBehind commits a body of the backlog. Its caller goes on at once; the disk
// follows with the next flush.
func (db *DB) runBehind(r *request) {
	if err := r.ctx.Err(); err != nil {
		r.result <- err
		return
	}
	db.turns.begin(time.Now())
	results, err := db.tryBatch([]*request{r}, db.backend.canFlush())
	if err == nil {
		err = results[0]
		db.owed.Store(true)
	}
	db.turns.ended(time.Now())
	if err == nil && r.again != nil && r.again() {
		// Others of the backlog come before its next one.
		select {
		case db.backlog <- r:
			return
		default:
			err = errUnfinished
		}
	}
	r.result <- err
}

// oneBehind runs one body of the backlog, if there is one and it may, while a
// batch of which some callers are gathered waits for the disk.
func (db *DB) oneBehind(gathered int) (ran bool) {
	db.turns.busy = 0
	if db.turns.rest(time.Now()) > 0 {
		return false
	}
	select {
	case r := <-db.backlog:
		db.turns.gathered = gathered
		db.runBehind(r)
		db.turns.gathered = 0
		return true
	default:
		return false
	}
}

// afterBatch gives the backlog its turn where the disk is so fast that no batch
// ever waits for it.
func (db *DB) afterBatch() {
	if db.turns.busy++; db.turns.busy >= busyBatches {
		db.oneBehind(0)
	}
}

// next waits for a caller and lets the backlog go on meanwhile.
func (db *DB) next() (first *request, open bool) {
	for {
		select {
		case first, open = <-db.queue:
			return first, open
		default:
		}
		backlog, wake := db.backlog, (<-chan time.Time)(nil)
		if rest := db.turns.rest(time.Now()); rest > 0 {
			backlog, wake = nil, time.After(rest)
		}
		select {
		case first, open = <-db.queue:
			return first, open
		case r := <-backlog:
			db.runBehind(r)
		case <-wake:
		}
	}
}

// refuseBacklog answers what is left of the backlog when the database closes.
func (db *DB) refuseBacklog() {
	for {
		select {
		case r := <-db.backlog:
			r.result <- errClosed
		default:
			return
		}
	}
}
