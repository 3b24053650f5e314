package notice

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	// pollEvery is how often a process looks for new events. Several instances on one
	// database need nothing else of each other, and it costs one look at an index.
	pollEvery = 300 * time.Millisecond
	pollMax   = 1_000
	// backlogMax is how many missed events are read at once.
	backlogMax = 100
	// startBack is far longer than a stream can have been open when a process first looks
	// for events.
	startBack = time.Hour
	// queueMax is how many events wait for a slow reader before it has to resume.
	queueMax = 256

	kindHello = "hello"
	kindReset = "reset"
)

// errSlow ends a stream whose reader takes events slower than they come.
var errSlow = errors.New("the reader is too slow")

// live hands new events to the open streams of one process.
type live struct {
	mu sync.Mutex
	// cursor is the seq up to which events were handed out.
	cursor int64
	byUser map[string]map[*feed]bool
}

func newLive() *live { return &live{byUser: make(map[string]map[*feed]bool)} }

// Event is what an open app is told.
type Event struct {
	Kind       string            `json:"kind" doc:"A notice's kind, or one that leaves no notice; hello begins; after reset all is to be read anew"`
	Refs       map[string]string `json:"refs" doc:"Ids and figures by name, as in the notice"`
	NoticeID   string            `json:"noticeId" doc:"The notice that tells of it in words; empty if there is none"`
	Title      string            `json:"title" doc:"The notice's, in the stream's language"`
	Text       string            `json:"text"`
	Link       string            `json:"link" doc:"A path of the app"`
	ShowAtOnce bool              `json:"showAtOnce" doc:"It is news, and the user wants to be told of this kind at once"`
	Outdates   []string          `json:"outdates" nullable:"false" doc:"The beginnings of the paths of the calls whose answers it makes old"`
	CreatedAt  time.Time         `json:"createdAt"`
	ServerTime time.Time         `json:"serverTime"`
}

// EventsIn resumes a stream.
type EventsIn struct {
	LastEventID string `query:"lastEventId" optional:"true" maxLength:"18" pattern:"^[0-9]+$" doc:"The id of the last event that was received"`
}

// feed is one stream's side.
type feed struct {
	service  *Service
	caller   httpapi.Caller
	incoming chan *event
	// isSlow is closed when the reader has to resume.
	isSlow chan struct{}
	once   sync.Once
	// sent is the seq of the last event sent.
	sent int64
	// isBehind says that the database may have events that the feed has not seen.
	isBehind bool
	// off are the topics that the user silenced.
	off map[string]bool
	// first is what begins a stream that resumes nothing.
	first []httpapi.Frame[Event]
}

// openFeed begins to listen before it looks at what was missed, so that nothing
// falls between the two.
func (s *Service) openFeed(ctx context.Context, c httpapi.Caller, in EventsIn) (httpapi.Feed[Event], error) {
	f := &feed{service: s, caller: c, incoming: make(chan *event, queueMax), isSlow: make(chan struct{})}
	if in.LastEventID != "" {
		last, err := strconv.ParseInt(in.LastEventID, 10, 64)
		if err != nil {
			return nil, fault.Invalid("lastEventId")
		}
		f.sent, f.isBehind = last, true
	}
	s.live.join(f)
	err := s.db.View(ctx, func(tx *sqldb.Tx) error {
		newest, err := headOf(tx)
		if err != nil {
			return err
		}
		if f.off, err = silenced(tx, c.UserID); err != nil {
			return err
		}
		now := tx.Now()
		if f.isBehind {
			isOurs, err := isGivenOut(tx, f.sent, newest)
			if err != nil || isOurs {
				return err
			}
		}
		newest = max(newest, markOf(now))
		begins := Event{Kind: kindHello, Refs: map[string]string{}, Outdates: []string{}, CreatedAt: now, ServerTime: now}
		if f.isBehind {
			begins.Kind, begins.Outdates = kindReset, outdatedBy(kindReset)
		}
		f.sent, f.isBehind = newest, false
		f.first = []httpapi.Frame[Event]{{ID: strconv.FormatInt(newest, 10), Data: begins}}
		return nil
	})
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Next yields what comes next, missed events first.
func (f *feed) Next(ctx context.Context) ([]httpapi.Frame[Event], error) {
	frames, err := f.ready(ctx)
	for err == nil && len(frames) == 0 {
		select {
		case <-ctx.Done():
			return nil, nil
		case <-f.isSlow:
			return nil, errSlow
		case e := <-f.incoming:
			frames, err = f.newer(ctx, e)
		}
	}
	return frames, err
}

// ready is what there is to tell at this moment, without waiting for anything.
func (f *feed) ready(ctx context.Context) ([]httpapi.Frame[Event], error) {
	if first := f.first; first != nil {
		f.first = nil
		return first, nil
	}
	if f.isBehind {
		missed, err := f.missed(ctx)
		if err != nil {
			return nil, err
		}
		if len(missed) > 0 {
			return f.told(ctx, missed)
		}
	}
	for {
		select {
		case <-f.isSlow:
			return nil, errSlow
		case e := <-f.incoming:
			if frames, err := f.newer(ctx, e); err != nil || len(frames) > 0 {
				return frames, err
			}
		default:
			return nil, nil
		}
	}
}

// newer is an event for the reader, unless it was read from the database before.
func (f *feed) newer(ctx context.Context, e *event) ([]httpapi.Frame[Event], error) {
	if e.seq <= f.sent {
		return nil, nil
	}
	return f.told(ctx, []event{*e})
}

func (f *feed) missed(ctx context.Context) ([]event, error) {
	list, err := sqldb.Value(ctx, f.service.db.View, func(tx *sqldb.Tx) ([]event, error) {
		return sqldb.Collect(tx, events.Scan, selectOfUser, f.caller.UserID, f.sent, backlogMax)
	})
	f.isBehind = len(list) == backlogMax
	return list, err
}

// told are events as the reader gets them, by the settings as they are now.
func (f *feed) told(ctx context.Context, list []event) ([]httpapi.Frame[Event], error) {
	if slices.ContainsFunc(list, func(e event) bool { return e.kind == settingsChanged }) {
		err := f.service.db.View(ctx, func(tx *sqldb.Tx) (err error) {
			f.off, err = silenced(tx, f.caller.UserID)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return f.frames(list), nil
}

// frames puts events into the reader's language.
func (f *feed) frames(list []event) []httpapi.Frame[Event] {
	frames := make([]httpapi.Frame[Event], len(list))
	for i, e := range list {
		out := Event{Kind: e.kind, Refs: refsOf(e.params), Link: e.link, ShowAtOnce: isNews(e.kind) && !f.off[topicOf(e.kind)],
			Outdates: outdatedBy(e.kind), CreatedAt: e.createdAt, ServerTime: f.service.db.Now()}
		if e.isNotice {
			t := f.service.catalogue.render(f.caller.Language, e.kind, e.params)
			out.NoticeID, out.Title, out.Text = e.id, t.Title, t.Text
		}
		frames[i] = httpapi.Frame[Event]{ID: strconv.FormatInt(e.seq, 10), Data: out}
		f.sent = e.seq
	}
	return frames
}

// refsOf are parameters without the translations of names.
func refsOf(params map[string]string) map[string]string {
	refs := make(map[string]string, len(params))
	for name, value := range params {
		if !strings.Contains(name, ".") {
			refs[name] = value
		}
	}
	return refs
}

// Close stops listening.
func (f *feed) Close() { f.service.live.leave(f) }

func (l *live) join(f *feed) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byUser[f.caller.UserID] == nil {
		l.byUser[f.caller.UserID] = make(map[*feed]bool)
	}
	l.byUser[f.caller.UserID][f] = true
}

func (l *live) leave(f *feed) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.byUser[f.caller.UserID], f)
	if len(l.byUser[f.caller.UserID]) == 0 {
		delete(l.byUser, f.caller.UserID)
	}
}

// position is where to read on, and whether anybody listens.
func (l *live) position() (cursor int64, isHeard bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cursor, len(l.byUser) > 0
}

// skipTo moves on past events that nobody listened to. Who began to listen meanwhile
// may not have seen them, so then it stays.
func (l *live) skipTo(newest int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.byUser) == 0 {
		l.cursor = newest
	}
}

// hand gives events to those who listen. It waits for nobody: a feed that is full is
// ended.
func (l *live) hand(list []event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range list {
		e := &list[i]
		for f := range l.byUser[e.userID] {
			select {
			case f.incoming <- e:
			default:
				f.once.Do(func() { close(f.isSlow) })
			}
		}
		l.cursor = e.seq
	}
}

// Run hands events out until the context ends.
func (s *Service) Run(ctx context.Context, log *slog.Logger) {
	failed := false
	for ctx.Err() == nil {
		more, err := s.poll(ctx)
		if err != nil && ctx.Err() == nil && !failed {
			log.Warn("events cannot be read", "error", err)
		}
		if failed = err != nil; more {
			continue
		}
		_ = clock.Pause(ctx, pollEvery)
	}
}

// poll hands the next events out.
func (s *Service) poll(ctx context.Context) (more bool, err error) {
	cursor, isHeard := s.live.position()
	if !isHeard {
		newest, err := sqldb.Value(ctx, s.db.View, headOf)
		if err == nil {
			s.live.skipTo(newest)
		}
		return false, err
	}
	list, err := sqldb.Value(ctx, s.db.View, func(tx *sqldb.Tx) ([]event, error) {
		after := cursor
		if after == 0 {
			// Apps were faster than the first look of a process that has just begun.
			after = tx.Now().Add(-startBack).UnixMicro()
		}
		return sqldb.Collect(tx, events.Scan, selectAfter, after, pollMax)
	})
	if err != nil {
		return false, err
	}
	s.live.hand(list)
	return len(list) == pollMax, nil
}
