package notice

import (
	"context"
	"strconv"
	"testing"
	"time"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// An id that was given out long ago, or never, cannot be resumed from: the app is
// told to read everything anew.
func TestWhatCannotBeResumedSaysSo(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		s := newService(t, db)
		s.tell(t, "ann", 1)
		s.spread(t)
		_, last := take(t, s.feedOf(t, "ann", ""), "")
		c.Advance(eventsKept + time.Hour)
		got, _ := take(t, s.feedOf(t, "ann", last), last)
		expect(t, "nothing happened since", got)
		_, last = take(t, s.feedOf(t, "ann", ""), "")
		c.Advance(eventsKept / 2)
		got, _ = take(t, s.feedOf(t, "ann", last), last)
		expect(t, "a quiet stream", got)
		c.Advance(eventsKept)
		s.tell(t, "ann", 2)
		s.spread(t)
		got, _ = take(t, s.feedOf(t, "ann", last), "")
		expect(t, "an old id", got, "reset")
		got, _ = take(t, s.feedOf(t, "ann", "999999999999999999"), "")
		expect(t, "an id of the future", got, "reset")
		got, _ = take(t, s.feedOf(t, "ann", "0"), "")
		expect(t, "none", got, "reset")
		neverGivenOut(t, s)
		for range 3 {
			if _, err := s.forget(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		var left int64
		if err := db.View(t.Context(), func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne(sqldb.Dest(&left), `SELECT COUNT(*) FROM notice_event`)
			return err
		}); err != nil || left != 1 {
			t.Errorf("%d events are kept, %v", left, err)
		}
	})
}

// neverGivenOut tries places around ann's event 2 that no stream was told, and one of
// a quiet time before it that a stream may have been told.
func neverGivenOut(t *testing.T, s *Service) {
	t.Helper()
	var newest int64
	if err := s.db.View(t.Context(), func(tx *sqldb.Tx) (err error) {
		newest, err = headOf(tx)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	minute := time.UnixMicro(newest).Truncate(time.Minute)
	for what, place := range map[string]int64{"just before an event": newest - 1, "just after the newest": newest + 1,
		"a whole minute with an event in the hour after it": minute.Add(-30 * time.Minute).UnixMicro(),
		"no whole minute": minute.Add(-2*time.Hour - time.Second).UnixMicro(), "a minute that is no hour ago": minute.Add(time.Minute).UnixMicro()} {
		got, _ := take(t, s.feedOf(t, "ann", strconv.FormatInt(place, 10)), "")
		expect(t, what, got, "reset")
	}
	got, _ := take(t, s.feedOf(t, "ann", strconv.FormatInt(minute.Add(-2*time.Hour).UnixMicro(), 10)), "")
	expect(t, "a whole minute of a quiet time", got, "2")
}
