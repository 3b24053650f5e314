package seal

import (
	"context"
	"fmt"

	"etld/internal/infra/sqldb"
)

// rotatePage bounds the rows of one transaction.
const rotatePage = 200

// Rotate seals with the present key what former ones sealed in a table's column sealed, for
// the owner of each row's id, and counts it. Rows without a sealed text have an empty one.
// It stops at a row that no key opens, with ErrSealed and the row's owner; without a
// sealer it is ErrNoKey.
func (s *Sealer) Rotate(ctx context.Context, db *sqldb.DB, table string, owner func(id string) string) (rotated int, err error) {
	if s == nil {
		return 0, ErrNoKey
	}
	selectSealed := "SELECT id, sealed FROM " + table + " WHERE id > $1 AND sealed <> '' ORDER BY id LIMIT $2"
	resealOne := "UPDATE " + table + " SET sealed = $1 WHERE id = $2 AND sealed = $3"
	for after := ""; ; {
		var page []sealedRow
		done := 0
		err := db.Update(ctx, func(tx *sqldb.Tx) (err error) {
			done = 0
			if page, err = sqldb.Collect(tx, scanSealed, selectSealed, after, rotatePage); err != nil {
				return err
			}
			for _, row := range page {
				sealed, err := s.Reseal(row.sealed, owner(row.id))
				if err != nil {
					return fmt.Errorf("%s: %w", owner(row.id), err)
				}
				if sealed == row.sealed {
					continue
				}
				if err := tx.Do(resealOne, sealed, row.id, row.sealed); err != nil {
					return err
				}
				done++
			}
			return nil
		})
		if err != nil {
			return rotated, err
		}
		if rotated += done; len(page) < rotatePage {
			return rotated, nil
		}
		after = page[len(page)-1].id
	}
}

type sealedRow struct{ id, sealed string }

var scanSealed = sqldb.Into(func(r *sealedRow) []any { return sqldb.Dest(&r.id, &r.sealed) })
