package jobs

import (
	"context"
	"log/slog"
	"time"

	"etld/internal/infra/sqldb"
)

const (
	remindEvery = 5 * time.Second
	// itemRemindFirst and itemRemindMax are the first and the longest pause
	// between two reminders of one item.
	itemRemindFirst = time.Hour
	itemRemindMax   = 24 * time.Hour
	// remindChunk bounds the lines of one run.
	remindChunk = 100
)

// Remind is the job that logs each parked item: once, then after an hour, then
// each time after as long as it has been parked, at least once a day. When to
// log next is in the item's row, so that of several instances one does.
func Remind(db *sqldb.DB, log *slog.Logger) Job {
	return Job{Name: "job_remind", Every: remindEvery, Work: func(ctx context.Context) (more bool, err error) {
		var list []ParkedItem
		var now time.Time
		read := func(tx *sqldb.Tx) (err error) {
			now = tx.Now()
			list, err = sqldb.Collect(tx, ParkedItems.Scan, selectToRemindOf, now, remindChunk)
			return err
		}
		if err := db.View(ctx, read); err != nil || len(list) == 0 {
			return false, err
		}
		err = db.Background(ctx, func(tx *sqldb.Tx) error {
			if err := read(tx); err != nil {
				return err
			}
			for _, p := range list {
				pause := min(max(now.Sub(p.Since), itemRemindFirst), itemRemindMax)
				if err := tx.Do(remindLater, now.Add(pause), p.ID); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return false, err
		}
		for _, p := range list {
			log.Error("parked: an item fails and is tried again later", "job", p.Job, "subject", p.Subject, "cause", p.Cause,
				"for", now.Sub(p.Since).Round(time.Second), "tries", p.Tries, "next", p.RetryAt)
		}
		return len(list) == remindChunk, nil
	}}
}

// Reminder says when to tell of something that goes on: at once, then after
// First, then after twice as long each time, up to Max. Who got up for the
// first line needs no other. Its times are those of one clock or stopwatch.
type Reminder struct {
	First, Max      time.Duration
	since, remindAt time.Time
	pause           time.Duration
}

// Tell asks whether to tell now, and for how long it has gone on; 0 the first
// time.
func (r *Reminder) Tell(now time.Time) (tell bool, lasting time.Duration) {
	switch {
	case r.since.IsZero():
		r.since, r.pause = now, r.First
	case now.Before(r.remindAt):
		return false, now.Sub(r.since)
	default:
		r.pause = min(2*r.pause, r.Max)
	}
	r.remindAt = now.Add(r.pause)
	return true, now.Sub(r.since)
}

// Over ends it and tells for how long it went on, if it did.
func (r *Reminder) Over(now time.Time) (lasted time.Duration, wasTold bool) {
	if r.since.IsZero() {
		return 0, false
	}
	lasted = now.Sub(r.since)
	*r = Reminder{First: r.First, Max: r.Max}
	return lasted, true
}
