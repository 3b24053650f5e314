package sqldb

import "time"

const saveNote = `INSERT INTO sqldb_meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`

// KeepNote keeps what is known about the database itself, in the place of what was known
// before.
func KeepNote(tx *Tx, name, value string) error {
	_, err := tx.Exec(saveNote, name, value)
	return err
}

// ReadNote is what is known; empty where nothing is.
func ReadNote(tx *Tx, name string) (value string, err error) {
	_, err = tx.QueryOne(Dest(&value), selectMeta, name)
	return value, err
}

// HighestTime is the highest time that the database holds: it was made then or later.
func HighestTime(tx *Tx) (at time.Time, err error) {
	_, err = tx.QueryOne(Dest(&at), selectTime)
	return at, err
}
