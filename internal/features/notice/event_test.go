package notice

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func newService(t *testing.T, db *sqldb.DB) *Service {
	t.Helper()
	s, err := New(db, entropy.System())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *Service) tell(t *testing.T, userID string, numbers ...int) {
	t.Helper()
	if err := s.db.Command(context.Background(), func(tx sqldb.Command) (err error) {
		for _, n := range numbers {
			err = errors.Join(err, s.Tell(tx, userID, PaymentSeen, map[string]string{"n": strconv.Itoa(n)}))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// spread puts what waits in order and hands it out, as the jobs and Run do.
func (s *Service) spread(t *testing.T) {
	t.Helper()
	for _, work := range []func(context.Context) (bool, error){s.order, s.poll} {
		for more := true; more; {
			var err error
			if more, err = work(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func (s *Service) feedOf(t *testing.T, userID, last string) *feed {
	t.Helper()
	f, err := s.openFeed(context.Background(), httpapi.Caller{UserID: userID, Language: httpapi.English}, EventsIn{LastEventID: last})
	if err != nil {
		t.Fatal(err)
	}
	return f.(*feed)
}

// take reads what a feed has now: the numbers or kinds of events, and the id of the
// last one.
func take(t *testing.T, f *feed, last string) (got []string, newest string) {
	t.Helper()
	for {
		frames, err := f.ready(t.Context())
		if err != nil {
			got = append(got, err.Error())
			return got, last
		}
		if len(frames) == 0 {
			return got, last
		}
		for _, one := range frames {
			if n := one.Data.Refs["n"]; n != "" {
				got = append(got, n)
			} else {
				got = append(got, one.Data.Kind)
			}
			last = one.ID
		}
	}
}

func expect(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestEventsReachWhoeverListens(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		s := newService(t, db)
		s.tell(t, "ann", 1)
		s.spread(t)
		ann, bob := s.feedOf(t, "ann", ""), s.feedOf(t, "bob", "")
		got, last := take(t, ann, "")
		expect(t, "a new stream", got, "hello")
		take(t, bob, "")
		s.tell(t, "ann", 2, 3)
		got, _ = take(t, ann, last)
		expect(t, "before it is spread", got)
		s.spread(t)
		got, last = take(t, ann, last)
		expect(t, "ann", got, "2", "3")
		got, _ = take(t, bob, "")
		expect(t, "bob", got)
		// Another stream of ann's beside, and one that resumes.
		second, resumed := s.feedOf(t, "ann", ""), s.feedOf(t, "ann", last)
		s.tell(t, "ann", 4)
		s.spread(t)
		for _, f := range []*feed{ann, resumed} {
			got, _ = take(t, f, "")
			expect(t, "each stream", got, "4")
		}
		got, _ = take(t, second, "")
		expect(t, "the new one", got, "hello", "4")
		for _, f := range []*feed{ann, bob, second, resumed} {
			f.Close()
		}
		if cursor, isHeard := s.live.position(); isHeard || cursor == 0 {
			t.Errorf("closed feeds are heard, cursor %d", cursor)
		}
		if err := s.db.Command(context.Background(), func(tx sqldb.Command) error { return s.Tell(tx, "ann", "gossip", nil) }); !errors.Is(err, ErrUnknownKind) {
			t.Errorf("an unknown kind: %v", err)
		}
	})
}

// A process to which apps come back before it first looks for events reads for them what
// is new, and not two days of everybody's.
func TestAStartReadsNoOldEvents(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		before := newService(t, db)
		before.tell(t, "ann", 1, 2, 3)
		before.spread(t)
		c.Advance(2 * time.Hour)
		s := newService(t, db)
		ann := s.feedOf(t, "ann", "")
		s.tell(t, "ann", 4)
		s.spread(t)
		if handed := len(ann.incoming); handed != 1 {
			t.Errorf("%d events were read for a stream that is new", handed)
		}
		got, _ := take(t, ann, "")
		expect(t, "the stream", got, "hello", "4")
	})
}

func TestAStreamResumesWithoutLossOrRepetition(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		s := newService(t, db)
		f := s.feedOf(t, "ann", "")
		_, last := take(t, f, "")
		f.Close()
		var want, seen []string
		for n := range 250 {
			s.tell(t, "ann", n)
			s.tell(t, "bob", -n)
			want = append(want, strconv.Itoa(n))
		}
		s.spread(t)
		for round := 0; len(seen) < 250+round; round++ {
			f := s.feedOf(t, "ann", last)
			s.tell(t, "ann", 1000+len(seen))
			want = append(want, strconv.Itoa(1000+len(seen)))
			s.spread(t)
			// What is read before the stream breaks.
			frames, err := f.ready(t.Context())
			if err != nil || len(frames) == 0 {
				t.Fatalf("after %d of %d: %v", len(seen), len(want), err)
			}
			for _, one := range frames {
				seen, last = append(seen, one.Data.Refs["n"]), one.ID
			}
			f.Close()
		}
		expect(t, "over many connections", seen, want[:len(seen)]...)
		if len(seen) < 250 {
			t.Errorf("only %d came", len(seen))
		}
	})
}

func TestASlowReaderIsDroppedAndResumes(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		s := newService(t, db)
		slow, quick := s.feedOf(t, "ann", ""), s.feedOf(t, "bob", "")
		_, last := take(t, slow, "")
		take(t, quick, "")
		var want []string
		for n := range queueMax + 10 {
			s.tell(t, "ann", n)
			want = append(want, strconv.Itoa(n))
		}
		s.tell(t, "bob", 7)
		s.spread(t)
		got, _ := take(t, quick, "")
		expect(t, "others", got, "7")
		seen, last := take(t, slow, last)
		if n := len(seen); seen[n-1] != errSlow.Error() {
			t.Fatalf("the slow one: %v", seen)
		}
		rest, _ := take(t, s.feedOf(t, "ann", last), last)
		expect(t, "with what follows", append(seen[:len(seen)-1], rest...), want...)
	})
}

// Two instances on one database put events in order together, while both write and
// both have readers, and each reader sees each of its events once, in one order.
func TestTwoInstancesSpreadEvents(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		address, c := dbtest.Address(t, engine), dbtest.NewClock()
		first := newService(t, dbtest.Open(t, address, c))
		second := first
		if engine == sqldb.Postgres {
			second = newService(t, dbtest.Open(t, address, c))
		}
		feeds := []*feed{first.feedOf(t, "ann", ""), second.feedOf(t, "ann", "")}
		const writers, each = 4, 30
		done := make(chan error)
		for w := range writers {
			go func() {
				s := []*Service{first, second}[w%2]
				var err error
				for n := range each {
					err = errors.Join(err, s.db.Command(context.Background(), func(tx sqldb.Command) error {
						return s.Tell(tx, "ann", PaymentSeen, map[string]string{"n": fmt.Sprint(w*each + n)})
					}))
				}
				done <- err
			}()
		}
		seen := make([][]string, len(feeds))
		read := func() {
			for i, s := range []*Service{first, second} {
				if _, err := s.order(context.Background()); err != nil {
					t.Error(err)
				}
				if _, err := s.poll(context.Background()); err != nil {
					t.Error(err)
				}
				ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
				for {
					frames, err := feeds[i].Next(ctx)
					if err != nil {
						t.Fatal(err)
					}
					if len(frames) == 0 {
						break
					}
					for _, one := range frames {
						if n := one.Data.Refs["n"]; n != "" {
							seen[i] = append(seen[i], n)
						}
					}
				}
				cancel()
			}
		}
		for running := writers; running > 0; {
			select {
			case err := <-done:
				if err != nil {
					t.Fatal(err)
				}
				running--
			default:
				read()
			}
		}
		for range 5 {
			read()
		}
		if !slices.Equal(seen[0], seen[1]) || len(seen[0]) != writers*each {
			t.Errorf("one sees %d, the other %d of %d: %v, %v", len(seen[0]), len(seen[1]), writers*each, seen[0], seen[1])
		}
		if distinct := slices.Compact(slices.Sorted(slices.Values(seen[0]))); len(distinct) != writers*each {
			t.Errorf("%d different ones", len(distinct))
		}
	})
}

func TestANoticeIsAnEventInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		s := newService(t, db)
		f := s.feedOf(t, "ann", "")
		take(t, f, "")
		if err := db.Command(t.Context(), func(tx sqldb.Command) error {
			return s.Send(tx, "ann", "machine_dug_out", map[string]string{"minerNo": "M7", "machine.en": "Small machine", "machine.zhtw": "小型礦機", "machine.ru": "Малый майнер"}, "/myMiner")
		}); err != nil {
			t.Fatal(err)
		}
		// A refused part leaves no event.
		if err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
			_ = tx.Try(func() error { return errors.Join(s.Tell(tx, "ann", PaymentSeen, nil), errSlow) })
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		s.spread(t)
		frames, err := f.Next(t.Context())
		if err != nil || len(frames) != 1 {
			t.Fatalf("%+v, %v", frames, err)
		}
		if e := frames[0].Data; e.Kind != "machine_dug_out" || e.NoticeID == "" || e.Link != "/myMiner" || e.Title == "" || len(e.Refs) != 1 || e.Refs["minerNo"] != "M7" || !e.ServerTime.Equal(db.Now()) {
			t.Errorf("%+v", e)
		}
		got, _ := take(t, f, "")
		expect(t, "beyond it", got)
	})
}

func TestEventsAreFoundByAnIndex(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		s := newService(t, db)
		s.tell(t, "ann", 1, 2, 3, 4, 5)
		for range 20 {
			for user := range 20 {
				s.tell(t, fmt.Sprint(user), 1, 2, 3, 4, 5)
			}
		}
		s.spread(t)
		for query, c := range map[string]struct {
			index string
			args  []any
		}{
			selectAfter:     {"notice_event_seq", []any{int64(5), 10}},
			selectOfUser:    {"notice_event_user", []any{"ann", int64(5), 10}},
			selectWaiting:   {"notice_event_waiting", []any{10}},
			selectOldEvents: {"notice_event_seq", []any{int64(5), 10}},
		} {
			if plan := dbtest.Plan(t, db, query, c.args...); !contains(plan, c.index) {
				t.Errorf("%s\n%s", query, plan)
			}
		}
	})
}

func contains(plan, index string) bool { return strings.Contains(plan, index) }

// What is read on one device is unread on no other one.
func TestReadingIsToldToEveryDevice(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		s := newService(t, db)
		first, second, bob := s.feedOf(t, "ann", ""), s.feedOf(t, "ann", ""), s.feedOf(t, "bob", "")
		for _, f := range []*feed{first, second, bob} {
			take(t, f, "")
		}
		read := func() {
			t.Helper()
			if _, err := s.read(t.Context(), httpapi.Caller{UserID: "ann"}, ReadIn{All: true}); err != nil {
				t.Fatal(err)
			}
			s.spread(t)
		}
		read()
		got, _ := take(t, first, "")
		expect(t, "nothing was unread", got)
		if err := db.Command(t.Context(), func(tx sqldb.Command) error {
			return s.Send(tx, "ann", "machine_dug_out", map[string]string{"minerNo": "M7", "machine.en": "a", "machine.zhtw": "b", "machine.ru": "c"}, "/myMiner")
		}); err != nil {
			t.Fatal(err)
		}
		read()
		for _, f := range []*feed{first, second} {
			got, _ = take(t, f, "")
			expect(t, "ann", got, "machine_dug_out", noticesRead)
		}
		got, _ = take(t, bob, "")
		expect(t, "bob", got)
		if paths := outdatedBy(noticesRead); !slices.Equal(paths, inboxPaths) {
			t.Errorf("makes old %v", paths)
		}
	})
}
