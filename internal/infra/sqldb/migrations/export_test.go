package migrations

import "context"

// UpTo is Up for a program whose former release had a schema.
var UpTo = upTo

// Lock keeps other programs from migrating.
func (db *Database) Lock(ctx context.Context) (giveBack func() error, err error) { return db.lock(ctx) }
