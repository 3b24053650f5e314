package jobs

import (
	"time"

	"etld/internal/base/fault"
	"etld/internal/infra/sqldb"
)

const (
	// ParkedShown bounds what Parked lists.
	ParkedShown = 500
	causeBytes  = 500
)

// Item is what a job works on: a user, a transfer, a withdrawal.
type Item struct {
	Job string `json:"job"`
	// Subject is the item's id among those of the job.
	Subject string `json:"subject" doc:"The item's id: of a user, a transfer, a withdrawal, as the job works on them"`
}

// id is the key of an item's row. NotParked makes it of a column.
func (i Item) id() string { return i.Job + "|" + i.Subject }

// ParkedItem is an item that failed and is tried again later, so that it holds
// up no other.
type ParkedItem struct {
	ID string `json:"id"`
	Item
	Since   time.Time `json:"since"`
	RetryAt time.Time `json:"retryAt" doc:"When it is tried next"`
	Tries   int64     `json:"tries" doc:"How often it has failed since then"`
	Cause   string    `json:"cause" doc:"What the last try failed with"`
}

var (
	// ParkedItems are all, of every job.
	ParkedItems      = sqldb.NewTable[ParkedItem]("job_parked", "id, job, subject, since, retry_at, tries, cause")
	selectParked     = ParkedItems.Select("WHERE id = $1")
	selectLongest    = ParkedItems.Select("WHERE $1 = '' OR job = $1 ORDER BY since, id LIMIT $2")
	selectToRemindOf = ParkedItems.Select("WHERE remind_at <= $1 ORDER BY remind_at, id LIMIT $2")
)

const (
	park = `INSERT INTO job_parked (id, job, subject, since, retry_at, tries, cause, remind_at) VALUES ($1, $2, $3, $4, $5, 1, $6, $4)
		ON CONFLICT (id) DO UPDATE SET retry_at = excluded.retry_at, tries = job_parked.tries + 1, cause = excluded.cause`
	unpark        = `DELETE FROM job_parked WHERE id = $1`
	unparkBetween = `DELETE FROM job_parked WHERE id >= $1 AND id <= $2`
	selectDueItem = `SELECT subject FROM job_parked WHERE job = $1 AND retry_at <= $2 ORDER BY retry_at, id LIMIT $3`
	countParked   = `SELECT job, COUNT(*) FROM job_parked GROUP BY job`
	retryParked   = `UPDATE job_parked SET retry_at = $1 WHERE id = $2 AND retry_at > $1`
	retryAll      = `UPDATE job_parked SET retry_at = $1 WHERE retry_at > $1`
	remindLater   = `UPDATE job_parked SET remind_at = $1 WHERE id = $2`
)

// Park records that a try of an item failed, and when its job tries again. It
// runs in a db.Update, after a part that failed alone (Tx.Try) or in a
// transaction of its own. Whoever parks an item leaves it out until Due names
// it.
func Park(tx *sqldb.Tx, item Item, cause error, retryAt time.Time) error {
	return tx.Do(park, item.id(), item.Job, item.Subject, tx.Now(), retryAt, fault.Text(cause, causeBytes))
}

// Unpark ends that, in the transaction that does the item, or finds that
// nothing is left to do. It tells whether the item was parked.
func Unpark(tx *sqldb.Tx, item Item) (wasParked bool, err error) {
	changed, err := tx.Exec(unpark, item.id())
	return changed > 0, err
}

// UnparkBetween unparks the items of a job from one subject to another, both included,
// in the transaction that does all of them.
func UnparkBetween(tx *sqldb.Tx, job, first, last string) error {
	return tx.Do(unparkBetween, Item{job, first}.id(), Item{job, last}.id())
}

// Due lists the subjects of a job's parked items that are to be tried now. Each
// stays due until it is parked again or unparked.
func Due(tx *sqldb.Tx, job string, limit int) ([]string, error) {
	return sqldb.Collect(tx, sqldb.One[string], selectDueItem, job, tx.Now(), limit)
}

// NotParked is the condition that a row of a job's table is not parked. The
// column has the subject, and is named with its table.
func NotParked(job, column string) string {
	return `NOT EXISTS (SELECT 1 FROM job_parked WHERE job_parked.id = '` + Item{Job: job}.id() + `' || ` + column + `)`
}

// IsParked is the condition that a row of a job's table is parked.
func IsParked(job, column string) string {
	return column + ` IN (SELECT subject FROM job_parked WHERE job = '` + job + `')`
}

// IsDue is the condition that a row of a job's table is parked and to be tried at the
// time that a parameter has.
func IsDue(job, column, at string) string {
	return column + ` IN (SELECT subject FROM job_parked WHERE job = '` + job + `' AND retry_at <= ` + at + `)`
}

// FindParked is a parked item, and whether it is one.
func FindParked(tx *sqldb.Tx, item Item) (ParkedItem, bool, error) {
	list, err := sqldb.Collect(tx, ParkedItems.Scan, selectParked, item.id())
	if err != nil || len(list) == 0 {
		return ParkedItem{}, false, err
	}
	return list[0], true, nil
}

// Parked lists the parked items of a job, or of all where job is empty: the
// longest parked first, at most ParkedShown.
func Parked(tx *sqldb.Tx, job string) ([]ParkedItem, error) {
	return sqldb.Collect(tx, ParkedItems.Scan, selectLongest, job, ParkedShown)
}

// CountParked counts the parked items by their jobs.
func CountParked(tx *sqldb.Tx) (map[string]int64, error) {
	return sqldb.Map[string, int64](tx, countParked)
}

// Retry has a parked item tried at once, and tells whether that changed
// anything: an item that is not parked, or due already, is left as it is.
func Retry(tx *sqldb.Tx, item Item) (isSooner bool, err error) {
	changed, err := tx.Exec(retryParked, tx.Now(), item.id())
	return changed > 0, err
}

// RetryAll has all parked items tried at once: a new release may have mended the
// causes.
func RetryAll(tx *sqldb.Tx) error {
	return tx.Do(retryAll, tx.Now())
}
