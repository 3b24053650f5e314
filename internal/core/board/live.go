package board

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// lookEvery is how often a process looks at what operators wait for, while any of them
// listens. Several instances on one database need nothing else of each other.
const lookEvery = time.Second

// alwaysOutdated is what every change makes old, and actOutdates what an operator's act
// does besides.
const alwaysOutdated = "boards/today"

var actOutdates = []string{"proposals/", "audit/"}

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

// marks are other ones when something is. Queues are by the call that lists them.
type marks struct {
	acts   int64
	stops  string
	queues map[string]string
}

func marksOf(tx *sqldb.Tx, stops []Stop) (m marks, err error) {
	head, err := audit.HeadOf(tx)
	if err != nil {
		return m, err
	}
	m = marks{acts: head.Seq, stops: fmt.Sprint(stops), queues: make(map[string]string)}
	for _, q := range queues() {
		w, err := waitingOf(tx, q.name, tx.Now().Add(-q.promise))
		if err != nil {
			return m, err
		}
		var oldest int64
		if w.OldestAt != nil {
			oldest = w.OldestAt.UnixMicro()
		}
		m.queues[q.call] = fmt.Sprint(w.Waiting, w.Late, oldest)
	}
	return m, nil
}

func (p *pulse) now(ctx context.Context) (marks, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.seenAt) < lookEvery/2 {
		return p.seen, nil
	}
	var m marks
	err := p.db.View(ctx, func(tx *sqldb.Tx) (err error) {
		m, err = p.look(tx)
		return err
	})
	if err == nil {
		p.seen, p.seenAt = m, time.Now()
	}
	return m, err
}

// feed is one console's side.
type feed struct {
	pulse  *pulse
	caller *operator.Caller
	last   *marks
	told   int64
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
		f.last = &m
		if before != nil {
			if outdates := outdatedFor(*f.caller, *before, m); len(outdates) > 0 {
				f.told++
				return []httpapi.Frame[Change]{{ID: strconv.FormatInt(f.told, 10), Data: Change{Outdates: outdates}}}, nil
			}
		}
		select {
		case <-ctx.Done():
			return nil, nil
		case <-time.After(lookEvery):
		}
	}
}

// Close does nothing: a feed holds nothing.
func (*feed) Close() {}

// outdatedFor is what a change makes old of what somebody may read. Nobody is told of a
// queue of others' work.
func outdatedFor(c operator.Caller, before, after marks) (list []string) {
	for _, q := range queues() {
		if before.queues[q.call] != after.queues[q.call] && (c.May(q.roles) || c.May([]operator.Role{operator.Auditor})) {
			list = append(list, q.call)
		}
	}
	if before.acts != after.acts {
		list = append(list, actOutdates...)
	}
	if len(list) > 0 || before.stops != after.stops {
		list = append(list, alwaysOutdated)
	}
	return list
}

// registerLive adds the stream that tells open consoles what is another than it was.
func (s Sources) registerLive(o *operator.Service) {
	listenTo(o, func(tx *sqldb.Tx) (marks, error) {
		stops, err := s.stops(tx)
		if err != nil {
			return marks{}, err
		}
		return marksOf(tx, stops)
	})
}

func listenTo(o *operator.Service, look func(tx *sqldb.Tx) (marks, error)) {
	p := &pulse{db: o.DB, look: look}
	operator.Stream(o, operator.Route{Path: "boards/changes"}, func(c *operator.Caller) httpapi.Feed[Change] { return &feed{pulse: p, caller: c} })
}
