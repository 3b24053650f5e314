package sqldb

import (
	"context"
	"sync/atomic"
)

const (
	// logPagesMax is how long the log becomes before it is copied into the
	// database file: 200 MB. A long log is copied less often, and a page that
	// changed many times only once.
	logPagesMax = 50_000
	// copiesMax bounds how often a growing log is copied before the writer does
	// the rest, and restMax is a rest that it does in a few milliseconds.
	copiesMax = 3
	restMax   = 1_000
	// retryPart of the log's bound is what is appended between two attempts
	// while somebody still reads an old state.
	retryPart = 16
	// aheadMax times the bound is how long the log becomes before the writer
	// waits for a copy that is slower than itself.
	aheadMax = 3

	ownCheckpoints = "PRAGMA wal_autocheckpoint = 0"
	// copyLog copies what no reader needs the old state of; it waits for nobody.
	copyLog = "PRAGMA wal_checkpoint(PASSIVE)"
	// measureLog copies nothing.
	measureLog = "PRAGMA wal_checkpoint(NOOP)"
)

// checkpoints copy SQLite's log into the database file, so that the log starts
// anew. While the writer goes on a connection of its own copies all but what is
// appended meanwhile; the writer copies that rest between two transactions,
// because only then can nobody append. A reader of an old state holds the log
// up for as long as it reads.
type checkpoints struct {
	log *sqliteLog
	// length is the log's, in pages, and lengthMax when it is copied.
	length    atomic.Int64
	lengthMax int64
	// tried is the length at the last attempt; only the writer uses it.
	tried int64
	stage atomic.Int32
	// due starts the copying beside the writer, ended holds a token after it.
	due, ended chan struct{}
	done       chan struct{}
}

// The stages of a checkpoint: nothing to do, beside the writer, by the writer.
const (
	stageIdle int32 = iota
	stageBeside
	stageWriter
)

func newCheckpoints(log *sqliteLog) *checkpoints {
	c := &checkpoints{log: log, lengthMax: logPagesMax,
		due: make(chan struct{}, 1), ended: make(chan struct{}, 1), done: make(chan struct{})}
	go c.run()
	return c
}

// committed is told by the writer after each of its transactions.
func (c *checkpoints) committed(writer *sqliteSession) {
	length, _, err := checkpoint(context.Background(), writer, measureLog)
	if err != nil {
		return
	}
	c.length.Store(length)
	isOld := length >= c.tried && length < c.tried+c.lengthMax/retryPart
	if length < c.lengthMax || isOld || c.stage.Load() != stageIdle {
		return
	}
	c.tried = length
	select {
	case <-c.ended:
	default:
	}
	c.stage.Store(stageBeside)
	c.due <- struct{}{}
}

// turn lets the writer do its part, between two transactions.
func (c *checkpoints) turn(writer *sqliteSession) {
	if c.stage.Load() == stageBeside && c.length.Load() > aheadMax*c.lengthMax {
		<-c.ended
	}
	if c.stage.Load() != stageWriter {
		return
	}
	c.tried = c.length.Load()
	// Whatever prevents it also meets the transactions, which report it; and
	// the next attempt is not far.
	_, _, _ = checkpoint(context.Background(), writer, copyLog)
	c.stage.Store(stageIdle)
}

func (c *checkpoints) run() {
	defer close(c.done)
	for range c.due {
		c.stage.Store(c.beside())
		select {
		case c.ended <- struct{}{}:
		default:
			// The writer has begun another attempt meanwhile, and an early end
			// of its waiting does no harm.
		}
	}
}

// beside copies until little is left. After a failure the writer does not go
// on: the log must not start anew before all of it is safe.
func (c *checkpoints) beside() (next int32) {
	for range copiesMax {
		copied, err := c.log.copy()
		if err != nil {
			return stageIdle
		}
		if c.length.Load()-copied <= restMax {
			break
		}
	}
	return stageWriter
}

func (c *checkpoints) stop() {
	close(c.due)
	<-c.done
}

// checkpoint runs one of the engine's checkpoints and tells how many pages the
// log has, and how many of them are in the database file.
func checkpoint(ctx context.Context, s *sqliteSession, query string) (length, copied int64, err error) {
	var busy bool
	err = s.run(ctx, []statement{{query: query, each: func(row *Row) error { return row.Scan(&busy, &length, &copied) }}})
	if err == nil && busy {
		err = errLogBusy
	}
	return length, copied, err
}
