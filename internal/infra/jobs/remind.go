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
				if _, err := tx.Exec(remindLater, now.Add(pause), p.ID); err != nil {
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
