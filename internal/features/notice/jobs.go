package notice

import (
	"context"
	"sync"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	// A notice that was read is kept for 400 days, so that a year can be looked
	// back on; one that was not waits three times as long. What it tells of
	// stays in the records it links to.
	keptRead   = 400 * 24 * time.Hour
	keptUnread = 1200 * 24 * time.Hour

	purgeEvery = 6 * time.Hour
	// purgeMax bounds the rows that one chunk looks at.
	purgeMax = 1000

	selectChunk = `SELECT COALESCE(MAX(id), ''), COUNT(*) FROM (SELECT id FROM notice_item WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3) AS chunk`
	deleteChunk = `DELETE FROM notice_item WHERE id > $1 AND id <= $2 AND (read_at > 0 OR id < $3)`
)

// purging is how far the old notices have been looked through; those that stay
// are passed once in a run. Two instances delete the same rows, which harms
// nobody.
type purging struct {
	mu    sync.Mutex
	after string
}

// Jobs delete old notices, put events in order and delete old ones.
func (s *Service) Jobs() []jobs.Job {
	return append([]jobs.Job{{Name: "notice_purge", Every: purgeEvery, Work: s.purge}}, s.eventJobs()...)
}

// purge deletes from the next chunk of old notices. Ids begin with the time.
func (s *Service) purge(ctx context.Context) (more bool, err error) {
	s.purging.mu.Lock()
	defer s.purging.mu.Unlock()
	last := ""
	err = s.db.Background(ctx, func(tx *sqldb.Tx) error {
		var n int64
		now := tx.Now()
		if _, err := tx.QueryOne(sqldb.Dest(&last, &n), selectChunk, s.purging.after, entropy.FirstID(now.Add(-keptRead)), purgeMax); err != nil {
			return err
		}
		if more = n == purgeMax; n == 0 {
			return nil
		}
		return tx.Do(deleteChunk, s.purging.after, last, entropy.FirstID(now.Add(-keptUnread)))
	})
	if err != nil {
		return false, err
	}
	if s.purging.after = last; !more {
		s.purging.after = ""
	}
	return more, nil
}
