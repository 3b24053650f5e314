package sqldb

import (
	"context"
	"errors"

	"etld/internal/base/fault"
)

// Glance is View for a body that only looks up. Where the engine is a server, what hints
// name is read in one exchange, which is the whole snapshot. A body that looks up more
// runs again in a View.
func (db *DB) Glance(ctx context.Context, body func(Command) error, hints ...Hint) error {
	over := &overSession{}
	tx := db.viewing(ctx, over)
	if list := tx.fetches(hints); len(list) > 0 {
		whole := append(list, db.backend.commit(false)...)
		if err := db.backend.read(ctx, func(s session) error { return s.run(ctx, whole) }); err != nil {
			return mapError(err)
		}
		tx.now = db.clock.Now()
		if err := fault.Protect(func() error { return body(command{tx}) }); !over.wasAsked {
			return err
		}
	}
	return db.View(ctx, func(tx *Tx) error {
		if err := Fetch(tx, hints...); err != nil {
			return err
		}
		return body(command{tx})
	})
}

var errOver = errors.New("the snapshot is over")

// overSession is that of a snapshot that is over. It knows whether more was asked of it.
type overSession struct{ wasAsked bool }

func (s *overSession) run(context.Context, []statement) error {
	s.wasAsked = true
	return errOver
}

func (s *overSession) open(ctx context.Context, _ statement) (portions, error) {
	return nil, s.run(ctx, nil)
}
