package notice

import (
	"context"
	"fmt"
	"time"

	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	// PaymentSeen is that a transfer was seen on the chain and is not final yet.
	PaymentSeen = "payment_seen"
	// WithdrawalStep is that a payout went a step further, or waits for another cause.
	WithdrawalStep = "withdrawal_step"
	// RoundDrawn is that a round of the game was drawn.
	RoundDrawn = "round_drawn"
	// noticesRead is that notices were read, on one of perhaps several devices.
	noticesRead = "notices_read"

	orderEvery = 300 * time.Millisecond
	// orderPause leaves callers the writer while many events wait.
	orderPause = 50 * time.Millisecond
	orderMax   = 500

	// eventsKept is how long a stream can be resumed.
	eventsKept = 48 * time.Hour
	// quietFor and markEvery make the places of which a quiet stream begins.
	quietFor  = time.Hour
	markEvery = time.Minute
)

// eventKinds are those of events without a notice; every kind of notice is one too.
var eventKinds = map[string]bool{PaymentSeen: true, WithdrawalStep: true, RoundDrawn: true, noticesRead: true, settingsChanged: true}

// event is something that open apps of a user are told at once.
type event struct {
	id, userID string
	// seq is its place among all events: the time at which it got it, in microseconds,
	// or a little more. It is 0 before.
	seq    int64
	kind   string
	params map[string]string
	link   string
	// isNotice says that the notice of the same id tells of it in words.
	isNotice  bool
	createdAt time.Time
}

// head is the newest seq.
type head struct {
	id  string
	seq int64
}

const theHead = "event"

var (
	events      = sqldb.NewTable[event]("notice_event", "id, user_id, seq, kind, params, link, is_notice, created_at")
	heads       = sqldb.NewTable[head]("notice_head", "id, seq")
	insertEvent = events.Insert()
	orderEvent  = events.Update("seq")
	saveHead    = heads.Upsert()

	selectHead   = heads.Select("WHERE id = $1")
	selectAfter  = events.Select("WHERE seq > 0 AND seq > $1 ORDER BY seq LIMIT $2")
	selectOfUser = events.Select("WHERE user_id = $1 AND seq > 0 AND seq > $2 ORDER BY seq LIMIT $3")
)

const (
	selectFrom      = `SELECT seq FROM notice_event WHERE seq > 0 AND seq >= $1 ORDER BY seq LIMIT 1`
	selectWaiting   = `SELECT id FROM notice_event WHERE seq = 0 ORDER BY id LIMIT $1`
	selectOldEvents = `SELECT COALESCE(MAX(seq), 0), COUNT(*) FROM (SELECT seq FROM notice_event WHERE seq > 0 AND seq < $1 ORDER BY seq LIMIT $2) AS old`
	deleteOldEvents = `DELETE FROM notice_event WHERE seq > 0 AND seq <= $1`
)

// Tell tells a user's open apps of something that leaves no notice, with ids and
// figures in refs, never texts. It takes effect with the transaction.
func (s *Service) Tell(tx sqldb.Command, userID, kind string, refs map[string]string) error {
	if !eventKinds[kind] {
		return fmt.Errorf("%q: %w", kind, ErrUnknownKind)
	}
	insertEvent.Add(tx, event{id: s.ids.ID(s.chance, tx.Now()), userID: userID, kind: kind, params: refs, createdAt: tx.Now()})
	return nil
}

// headOf is the newest seq, 0 before the first event.
func headOf(tx *sqldb.Tx) (int64, error) {
	h, _, err := sqldb.Find(tx, heads.Scan, selectHead, theHead)
	return h.seq, err
}

// markOf is the last whole minute that is an hour ago, as a place. Where nothing has
// one since, nothing will have one before it: so a quiet stream begins there, and can
// be resumed for as long as a busy one.
func markOf(now time.Time) int64 {
	return now.Add(-quietFor).Truncate(markEvery).UnixMicro()
}

// isGivenOut says that a stream may have been told a place, and that all after it is
// kept: it is an event's, or a mark, and then nothing happened in the hour after it.
func isGivenOut(tx *sqldb.Tx, place, newest int64) (bool, error) {
	now := tx.Now()
	if place < min(newest, now.Add(-eventsKept).UnixMicro()) {
		return false, nil
	}
	if place == newest {
		return newest > 0, nil
	}
	next, found, err := sqldb.Find(tx, sqldb.One[int64], selectFrom, place)
	if err != nil || found && next == place {
		return err == nil, err
	}
	isMark := place == time.UnixMicro(place).Truncate(markEvery).UnixMicro() && place <= markOf(now)
	return isMark && (!found || next > place+quietFor.Microseconds()), nil
}

// order gives the next events that wait their places. An id is taken before its
// transaction ends, so ids do not stand in the order in which events become visible;
// places, given by one transaction after another, do, and whoever has read up to one
// misses nothing.
func (s *Service) order(ctx context.Context) (more bool, err error) {
	waiting, err := sqldb.Value(ctx, s.db.View, func(tx *sqldb.Tx) ([]string, error) {
		return sqldb.Collect(tx, sqldb.One[string], selectWaiting, 1)
	})
	if err != nil || len(waiting) == 0 {
		return false, err
	}
	err = s.db.Update(ctx, func(tx *sqldb.Tx) error {
		newest, err := headOf(tx)
		if err != nil {
			return err
		}
		if waiting, err = sqldb.Collect(tx, sqldb.One[string], selectWaiting, orderMax); err != nil || len(waiting) == 0 {
			return err
		}
		newest = max(newest, tx.Now().UnixMicro())
		for _, id := range waiting {
			newest++
			orderEvent.Add(tx, event{id: id, seq: newest})
		}
		saveHead.Add(tx, head{theHead, newest})
		return nil
	})
	return len(waiting) == orderMax, err
}

// forget deletes events that no stream is resumed from any more.
func (s *Service) forget(ctx context.Context) (more bool, err error) {
	err = s.db.Background(ctx, func(tx *sqldb.Tx) error {
		var last, n int64
		if _, err := tx.QueryOne(sqldb.Dest(&last, &n), selectOldEvents, tx.Now().Add(-eventsKept).UnixMicro(), purgeMax); err != nil || n == 0 {
			return err
		}
		more = n == purgeMax
		return tx.Do(deleteOldEvents, last)
	})
	return more, err
}

func (s *Service) eventJobs() []jobs.Job {
	return []jobs.Job{{Name: "notice_order", Every: orderEvery, Pause: orderPause, Work: s.order}, {Name: "notice_forget", Every: purgeEvery, Work: s.forget}}
}
