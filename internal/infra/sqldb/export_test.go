package sqldb

import "time"

// GiveUpAfter sets how long conflicts are repeated.
func (db *DB) GiveUpAfter(d time.Duration) { db.conflictTime = d }
