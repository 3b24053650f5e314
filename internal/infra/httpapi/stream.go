package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"sync"
	"time"

	"etld/internal/base/fault"
	"etld/internal/infra/listener"
	"etld/internal/infra/sqldb"
)

const (
	streamContentType = "text/event-stream"
	// heartBeat is how often a silent stream says that it is there, which is also how
	// often its session is looked at.
	heartBeat = 15 * time.Second
	// frameWithin is how long a reader may take for what it is sent.
	frameWithin = 10 * time.Second
	// streamsMax bounds the open streams of a process, streamsPerAddress those of one
	// address, so that its other calls still find a connection, streamsPerSite those
	// of one network of many, and streamsPerUser those of a user.
	streamsMax        = 12_000
	streamsPerAddress = 32
	streamsPerSite    = 8 * streamsPerAddress
	streamsPerUser    = 5
	// streamRetry is after how long one who found no place should try again.
	streamRetry = 30 * time.Second
)

// Frame is one event of a stream. Its ID is what the stream can be resumed from, if it can.
type Frame[Out any] struct {
	ID   string
	Data Out
}

// Feed yields the events of a stream.
type Feed[Out any] interface {
	// Next waits for events until there are some or the context ends; with its end it
	// yields none and no error. An error ends the stream, which the app resumes.
	Next(ctx context.Context) ([]Frame[Out], error)
	// Close is called once, when the stream has ended.
	Close()
}

// Stream registers a call that is answered with server-sent events, which end when
// the session does. Open runs after the checks of every call; a refusal of its own
// is answered as any call's.
func Stream[In, Out any](api *API, op Op, open func(ctx context.Context, c Caller, in In) (Feed[Out], error)) {
	if op.Public {
		panic("httpapi: a stream cannot be public: " + op.Path)
	}
	api.mustBeNew(op.Path)
	b := newBinder(reflect.TypeFor[In]())
	api.documentStream(op, b, reflect.TypeFor[Out]())
	api.calls[op.Path] = api.query(op, func(ctx context.Context, x *Exchange) (answer, error) {
		if err := api.letIn(ctx, x, op, RateRead); err != nil {
			return answer{}, err
		}
		var in In
		if _, err := b.bind(x.Request.URL.RawQuery, &in); err != nil {
			return answer{}, err
		}
		err := AnswerByStream(ctx, api, x, Streaming[Out]{
			Open:     func(ctx context.Context) (Feed[Out], error) { return open(ctx, x.Caller, in) },
			StillMay: func(ctx context.Context) error { return api.stillSignedIn(ctx, x) },
		})
		return answer{Code: codeOK}, err
	})
}

// Streaming is what a stream is made of: its feed, and what ends it by failing.
type Streaming[Out any] struct {
	Open     func(ctx context.Context) (Feed[Out], error)
	StillMay func(ctx context.Context) error
}

// AnswerByStream answers a call with the events of a feed. It fails, and has answered
// nothing, where the caller finds no place or Open refuses.
func AnswerByStream[Out any](ctx context.Context, api *API, x *Exchange, s Streaming[Out]) error {
	ctx, leave, err := api.streams.join(ctx, x.Caller)
	if err != nil {
		return err
	}
	defer leave()
	feed, err := s.Open(ctx)
	if err != nil {
		return err
	}
	defer feed.Close()
	x.answered, x.isStream = true, true
	next := func(ctx context.Context) ([]Frame[Out], error) {
		waiting, cancel := context.WithTimeout(ctx, api.heartBeat)
		defer cancel()
		events, err := feed.Next(waiting)
		if err != nil {
			return nil, err
		}
		return events, s.StillMay(ctx)
	}
	if err := stream(ctx, api, x, next); err != nil && ctx.Err() == nil {
		api.Log.Debug("a stream ended", "path", x.Request.URL.Path, "error", err)
	}
	return nil
}

// stream sends what comes next until the reader, the session or the server goes.
func stream[Out any](ctx context.Context, api *API, x *Exchange, next func(ctx context.Context) ([]Frame[Out], error)) error {
	header := x.Writer.Header()
	header.Set("Content-Type", streamContentType)
	// Proxies that collect answers would hold events back.
	header.Set("X-Accel-Buffering", "no")
	connection := http.NewResponseController(x.Writer)
	// Reading on the connection only tells that the reader went.
	if err := connection.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	send := func(frames []byte) error {
		if err := connection.SetWriteDeadline(time.Now().Add(frameWithin)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return err
		}
		if _, err := x.Writer.Write(frames); err != nil {
			return err
		}
		return connection.Flush()
	}
	if err := send([]byte(": open\n\n")); err != nil {
		return err
	}
	for ctx.Err() == nil {
		events, err := next(ctx)
		if err != nil {
			return err
		}
		frames := []byte(": heart-beat\n\n")
		if len(events) > 0 {
			if frames, err = encodeFrames(events); err != nil {
				return err
			}
		}
		if err := send(frames); err != nil {
			return err
		}
	}
	return nil
}

// stillSignedIn fails once the session has ended.
func (api *API) stillSignedIn(ctx context.Context, x *Exchange) error {
	return api.DB.View(ctx, func(tx *sqldb.Tx) error {
		_, err := api.Sessions.Find(tx, tokenHashOf(x.Request))
		return err
	})
}

// encodeFrames writes events as the event stream format has them. JSON has no line
// breaks, so one data line holds an event.
func encodeFrames[Out any](events []Frame[Out]) ([]byte, error) {
	var b bytes.Buffer
	for _, e := range events {
		data, err := json.Marshal(e.Data)
		if err != nil {
			return nil, fmt.Errorf("encode an event: %w", err)
		}
		fmt.Fprintf(&b, "id: %s\ndata: %s\n\n", e.ID, data)
	}
	return b.Bytes(), nil
}

// streams are those that are open.
type streams struct {
	mu       sync.Mutex
	isClosed bool
	open     int
	byUser   map[string][]*openStream
	// byNetwork counts those of an address, and those of a site.
	byNetwork map[string]int
}

type openStream struct{ end context.CancelFunc }

func newStreams() *streams {
	return &streams{byUser: make(map[string][]*openStream), byNetwork: make(map[string]int)}
}

// join takes a place for a stream. A user's oldest makes room for one too many; all
// others who find no place are told when to try again.
func (s *streams) join(ctx context.Context, c Caller) (joined context.Context, leave func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	address, site := listener.AddressGroup(c.IP), listener.SiteOf(c.IP)
	if s.isClosed || s.open >= streamsMax || s.byNetwork[address] >= streamsPerAddress || site != "" && s.byNetwork[site] >= streamsPerSite {
		return nil, nil, fault.TooMany.With(retryAfterParam, strconv.Itoa(int(streamRetry/time.Second)))
	}
	joined, end := context.WithCancel(ctx)
	one := &openStream{end: end}
	list := append(s.byUser[c.UserID], one)
	if len(list) > streamsPerUser {
		list[0].end()
		list = list[1:]
	}
	s.byUser[c.UserID] = list
	s.byNetwork[address]++
	s.byNetwork[site]++
	s.open++
	return joined, func() { end(); s.leave(c.UserID, one, address, site) }, nil
}

func (s *streams) leave(userID string, one *openStream, networks ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.byUser[userID]
	for i, other := range list {
		if other == one {
			list = append(list[:i:i], list[i+1:]...)
			break
		}
	}
	if s.byUser[userID] = list; len(list) == 0 {
		delete(s.byUser, userID)
	}
	for _, network := range networks {
		if s.byNetwork[network]--; s.byNetwork[network] == 0 {
			delete(s.byNetwork, network)
		}
	}
	s.open--
}

// OpenStreams is how many streams are open.
func (api *API) OpenStreams() int {
	api.streams.mu.Lock()
	defer api.streams.mu.Unlock()
	return api.streams.open
}

// EndStreams ends every open stream and lets none begin, and a while later the long
// answers: the server stops.
func (api *API) EndStreams() {
	time.AfterFunc(api.longAfterStop, api.stop)
	s := api.streams
	s.mu.Lock()
	defer s.mu.Unlock()
	s.isClosed = true
	for _, list := range s.byUser {
		for _, one := range list {
			one.end()
		}
	}
}
