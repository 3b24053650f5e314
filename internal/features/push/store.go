package push

import (
	"time"

	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// device is a browser that asked to be told.
type device struct {
	id, userID, sessionID string
	// endpointHash finds the browser again, whoever asks.
	endpointHash string
	// sealed is its endpoint with the keys that messages are encrypted for.
	sealed, keyID string
	language      httpapi.Language
	agent         string
	createdAt     time.Time
	// waiting counts news that it was not told of, of which latest is the last.
	waiting int64
	latest  string
	DueAt   time.Time
	// tries are those of the message that is due, which failed.
	tries int64
}

// cursor is how far events were read.
type cursor struct {
	id    string
	place int64
}

const theCursor = "events"

var (
	deviceTable = sqldb.NewTable[device]("push_device", `id, user_id, session_id, endpoint_hash, sealed, key_id, language, agent, created_at,
		waiting, latest, due_at, tries`)
	cursorTable  = sqldb.NewTable[cursor]("push_cursor", "id, place")
	insertDevice = deviceTable.Insert()
	saveCursor   = cursorTable.Upsert()
	devicesOf    = sqldb.NewLookup("push devices", deviceTable.Select("WHERE user_id"),
		sqldb.Several(deviceTable.ByKey(func(d device) string { return d.userID })))
	selectCursor  = cursorTable.Select("WHERE id = $1")
	selectDevices = deviceTable.Select("WHERE user_id = $1 ORDER BY id DESC")
	selectDevice  = deviceTable.Select("WHERE id = $1")
	selectDue     = `SELECT id FROM push_device WHERE waiting > 0 AND due_at <= $1 AND ` +
		jobs.NotParked(jobSend, "push_device.id") + ` ORDER BY due_at, id LIMIT $2`
)

const (
	deleteBrowser   = `DELETE FROM push_device WHERE endpoint_hash = $1 OR session_id = $2`
	deleteDevice    = `DELETE FROM push_device WHERE id = $1`
	deleteOwn       = `DELETE FROM push_device WHERE user_id = $1 AND id = $2`
	deleteOfSession = `DELETE FROM push_device WHERE user_id = $1 AND session_id = $2`
	deleteAll       = `DELETE FROM push_device WHERE user_id = $1`
	addWaiting      = `UPDATE push_device SET waiting = waiting + $1, latest = $2,
		due_at = CASE WHEN waiting = 0 AND due_at < $3 THEN $3 ELSE due_at END WHERE id = $4`
	putOff        = `UPDATE push_device SET due_at = $1 WHERE id = $2`
	forgetWaiting = `UPDATE push_device SET waiting = 0, tries = 0 WHERE id = $1`
	// An instance that was paused while it sent comes after the one that sent the same.
	markSent     = `UPDATE push_device SET waiting = CASE WHEN waiting > $1 THEN waiting - $1 ELSE 0 END, tries = 0, due_at = $2 WHERE id = $3`
	markFailed   = `UPDATE push_device SET tries = tries + 1, due_at = $1 WHERE id = $2`
	countDevices = `SELECT COUNT(*), COALESCE(SUM(CASE WHEN waiting > 0 THEN 1 ELSE 0 END), 0) FROM push_device`
)

// deviceOwner is whom an endpoint is sealed for.
func deviceOwner(id string) string { return "push_device|" + id }

// cursorOf is how far events were read, and whether any were.
func cursorOf(tx *sqldb.Tx) (int64, bool, error) {
	c, found, err := sqldb.Find(tx, cursorTable.Scan, selectCursor, theCursor)
	return c.place, found, err
}

// Erase forgets a user's devices and preferences.
func (s *Service) Erase(tx *sqldb.Tx, userID string) error {
	for _, statement := range []string{deleteAll, deletePreference} {
		if err := tx.Do(statement, userID); err != nil {
			return err
		}
	}
	return nil
}
