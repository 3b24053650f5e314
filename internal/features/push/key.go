package push

import (
	"context"
	"fmt"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"etld/internal/base/entropy"
	"etld/internal/infra/sqldb"
)

// keyFor is how long devices begin with a key. Those that did keep theirs until the app
// is opened next.
const keyFor = 180 * 24 * time.Hour

// key is the pair that push services know the platform by.
type key struct {
	id, public string
	// sealed is the private part.
	sealed    string
	createdAt time.Time
}

var (
	keyTable     = sqldb.NewTable[key]("push_key", "id, public_key = public, sealed, created_at")
	insertKey    = keyTable.Insert()
	selectNewest = keyTable.Select("ORDER BY id DESC LIMIT 1")
	selectKey    = keyTable.Select("WHERE id = $1")
)

const (
	deleteUnused = `DELETE FROM push_key WHERE id < $1 AND NOT EXISTS (SELECT 1 FROM push_device WHERE push_device.key_id = push_key.id)`
	// endKeys makes the next key begin at once.
	endKeys = `UPDATE push_key SET created_at = 0`
)

func keyOwner(id string) string { return "push_key|" + id }

// newestKey is the key that devices begin with; none before the first.
func newestKey(tx *sqldb.Tx) (key, bool, error) { return sqldb.Find(tx, keyTable.Scan, selectNewest) }

// keepKey makes a key where there is none, or the newest is old, and forgets those that
// no device has any more.
func (s *Service) keepKey(ctx context.Context) (more bool, err error) {
	if s.Sealer == nil {
		return false, nil
	}
	isNew, err := sqldb.Value(ctx, s.DB.View, func(tx *sqldb.Tx) (bool, error) {
		newest, found, err := newestKey(tx)
		return found && tx.Now().Sub(newest.createdAt) < keyFor, err
	})
	if err != nil || isNew {
		return false, err
	}
	return false, s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		newest, found, err := newestKey(tx)
		if err != nil || found && tx.Now().Sub(newest.createdAt) < keyFor {
			return err
		}
		private, public, err := webpush.GenerateVAPIDKeys()
		if err != nil {
			return fmt.Errorf("make a key for push services: %w", err)
		}
		id := entropy.ID(s.Chance, tx.Now())
		insertKey.Add(tx, key{id: id, public: public, sealed: s.Sealer.Seal([]byte(private), keyOwner(id)), createdAt: tx.Now()})
		return tx.Do(deleteUnused, id)
	})
}

// Rotate seals with the present key what former ones sealed, and counts it. Whoever
// replaces the sealer's key may fear that it is known, so push services get a new key too.
func (s *Service) Rotate(ctx context.Context) (int, error) {
	keys, err := s.Sealer.Rotate(ctx, s.DB, keyTable.Name(), keyOwner)
	if err != nil {
		return keys, err
	}
	devices, err := s.Sealer.Rotate(ctx, s.DB, deviceTable.Name(), deviceOwner)
	if err != nil {
		return keys + devices, err
	}
	return keys + devices, s.DB.Update(ctx, func(tx *sqldb.Tx) error { return tx.Do(endKeys) })
}
