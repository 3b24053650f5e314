package board

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"etld/internal/base/clock"
	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// lookEvery is how often a process looks at what operators wait for, while any of them
// listens. Several instances on one database need nothing else of each other.
const lookEvery = time.Second

// restOf is how long a board that changed stays as told: the journal moves all the time,
// and a board is read in one go. Queues of work are told at each look.
const restOf = 5 * time.Second

// todayCall is the board that every change of what waits makes old.
const todayCall = "boards/today"

// withRows are the queues beside whose rows stands what is old with their list.
var withRows = map[string]string{"withdrawals": "withdrawals/"}

// topic is something of which open consoles are told: what makes its mark another one
// makes answers old.
type topic struct {
	// outdates are the beginnings of their paths, readers who may ask for them; without
	// any everybody may.
	outdates string
	readers  []operator.Role
	mark     string
	// waits says that it is work, which the board of today counts.
	waits bool
	// rests says that it is a board whose mark moves with everything that is done.
	rests bool
	// at is when the mark became this one.
	at time.Time
}

// Change is what an open console is told.
type Change struct {
	Outdates []string `json:"outdates" nullable:"false" doc:"The beginnings of the paths of the calls whose answers are old"`
}

// pulse is what operators wait for, in short, as a process last saw it: however many
// listen, it looks once.
type pulse struct {
	db   *sqldb.DB
	look func(tx *sqldb.Tx) (marks, error)

	mu     sync.Mutex
	seen   marks
	seenAt time.Time
}

// marks are the topics as they stand.
type marks []topic

// marksOf are the topics as they stand. What came and went between two looks may have been
// read by a console that asked between them: where people decide, their newest act is part
// of the mark.
func marksOf(tx *sqldb.Tx, stops []Stop) (m marks, err error) {
	head, err := audit.HeadOf(tx)
	if err != nil {
		return nil, err
	}
	acts := fmt.Sprint(head.Seq)
	for _, q := range queues() {
		w, err := waitingOf(tx, q.name, tx.Now().Add(-q.promise))
		if err != nil {
			return nil, err
		}
		var oldest int64
		if w.OldestAt != nil {
			oldest = w.OldestAt.UnixMicro()
		}
		m = append(m, topic{outdates: cmp.Or(withRows[q.name], q.call), readers: q.roles, waits: true, mark: fmt.Sprint(w.Waiting, w.Late, oldest, acts)})
	}
	for _, b := range boards() {
		if _, err := tx.QueryOne(sqldb.Dest(&b.mark), b.look); err != nil {
			return nil, err
		}
		m = append(m, b.topic)
	}
	return append(m,
		topic{outdates: "proposals/", waits: true, mark: acts},
		topic{outdates: "audit/", readers: []operator.Role{operator.Administrator}, mark: acts},
		topic{outdates: "emergency/", mark: fmt.Sprint(stops, acts)},
		topic{outdates: todayCall, mark: fmt.Sprint(stops)}), nil
}

func (p *pulse) now(ctx context.Context) (marks, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.seenAt) < lookEvery/2 {
		return p.seen, nil
	}
	m, err := sqldb.Value(ctx, p.db.View, p.look)
	if err != nil {
		return nil, err
	}
	p.seenAt = time.Now()
	p.seen = rested(p.seen, m, p.seenAt)
	return p.seen, nil
}

// rested are the marks of a look, but for boards which changed shortly before it: these
// keep the mark that they had, and take the newest once they have rested.
func rested(before, after marks, at time.Time) marks {
	for i := range after {
		switch t := &after[i]; {
		case before == nil:
		case t.rests && at.Sub(before[i].at) < restOf:
			*t = before[i]
		case t.mark == before[i].mark:
			t.at = before[i].at
		default:
			t.at = at
		}
	}
	return after
}

// feed is one console's side.
type feed struct {
	pulse  *pulse
	caller *operator.Caller
	last   marks
}

// Next waits until something is another than it was. The first look only says from where:
// a console has just asked for what it shows.
func (f *feed) Next(ctx context.Context) ([]httpapi.Frame[Change], error) {
	for {
		m, err := f.pulse.now(ctx)
		if ctx.Err() != nil {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		before := f.last
		f.last = m
		if before != nil {
			if outdates := outdatedFor(*f.caller, before, m); len(outdates) > 0 {
				return []httpapi.Frame[Change]{{Data: Change{Outdates: outdates}}}, nil
			}
		}
		if clock.Pause(ctx, lookEvery) != nil {
			return nil, nil
		}
	}
}

// Close does nothing: a feed holds nothing.
func (*feed) Close() {}

// outdatedFor is what a change makes old of what somebody may read. Nobody is told of a
// queue of others' work.
func outdatedFor(c operator.Caller, before, after marks) (list []string) {
	waits := false
	for i, t := range after {
		isAnother := before[i].mark != t.mark
		if t.outdates == todayCall {
			isAnother = isAnother || waits
		}
		if isAnother && (c.May(t.readers) || c.May([]operator.Role{operator.Auditor})) {
			list = append(list, t.outdates)
			waits = waits || t.waits
		}
	}
	return list
}

// registerLive adds the stream that tells open consoles what is another than it was.
func (s Sources) registerLive(o *operator.Service) {
	listenTo(o, func(tx *sqldb.Tx) (marks, error) {
		stops, err := s.stops(tx)
		if err != nil {
			return nil, err
		}
		return marksOf(tx, stops)
	})
}

func listenTo(o *operator.Service, look func(tx *sqldb.Tx) (marks, error)) {
	p := &pulse{db: o.DB, look: look}
	operator.Stream(o, operator.Route{Path: "boards/changes"}, func(c *operator.Caller) httpapi.Feed[Change] { return &feed{pulse: p, caller: c} })
}
