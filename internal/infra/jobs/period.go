package jobs

import (
	"errors"
	"fmt"
	"time"

	"etld/internal/infra/sqldb"
)

// ErrLost says that another instance moved the cursor first; the chunk must
// be undone and, later, tried from the new cursor.
var ErrLost = errors.New("another instance took this part of the work")

const (
	insertRun = `INSERT INTO job_run (id, job, period, cursor, done, updated_at) VALUES ($1, $2, $3, '', 0, $4) ON CONFLICT (id) DO NOTHING`
	selectRun = `SELECT cursor, done FROM job_run WHERE id = $1`
	moveRun   = `UPDATE job_run SET cursor = $1, done = $2, updated_at = $3 WHERE id = $4 AND cursor = $5 AND done = 0`
	lastDone  = `SELECT period FROM job_run WHERE job = $1 AND done = 1 ORDER BY period DESC LIMIT 1`
)

var (
	runs     = sqldb.NewTable[Run]("job_run", "job, period, cursor, done, updated_at = At")
	listRuns = runs.Select("WHERE job = $1 ORDER BY period DESC LIMIT $2")
)

// Run is the state of one period of a job.
type Run struct {
	Job    string
	Period int64
	Cursor string
	Done   bool
	At     time.Time
}

// Begin makes sure that the period's row exists and returns it.
func Begin(tx *sqldb.Tx, job string, period int64) (Run, error) {
	if err := tx.Do(insertRun, runID(job, period), job, period, tx.Now()); err != nil {
		return Run{}, err
	}
	r, _, err := Find(tx, job, period)
	return r, err
}

// Find is the period's state and whether its row exists.
func Find(tx *sqldb.Tx, job string, period int64) (Run, bool, error) {
	r := Run{Job: job, Period: period}
	found, err := tx.QueryOne(sqldb.Dest(&r.Cursor, &r.Done), selectRun, runID(job, period))
	return r, found, err
}

// Move sets the cursor from where the run stood, in the transaction of the
// chunk's effects. It fails with ErrLost when the run has moved meanwhile.
func Move(tx *sqldb.Tx, r Run, cursor string, done bool) error {
	changed, err := tx.Exec(moveRun, cursor, done, tx.Now(), runID(r.Job, r.Period), r.Cursor)
	if err != nil {
		return err
	}
	if changed != 1 {
		return ErrLost
	}
	return nil
}

// LastDone is the newest finished period and whether there is one. Jobs do
// their periods in order, so everything before it is finished as well.
func LastDone(tx *sqldb.Tx, job string) (int64, bool, error) {
	return sqldb.Find(tx, sqldb.One[int64], lastDone, job)
}

// Runs lists a job's newest periods, for operators.
func Runs(tx *sqldb.Tx, job string, limit int) ([]Run, error) {
	return sqldb.Collect(tx, runs.Scan, listRuns, job, limit)
}

func runID(job string, period int64) string { return fmt.Sprintf("%s|%d", job, period) }
