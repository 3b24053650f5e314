package seal

import (
	"context"
	"fmt"

	"etld/internal/infra/sqldb"
)

// rotatePage bounds the rows of one transaction.
const rotatePage = 200

// Column is where a table keeps sealed texts.
type Column struct {
	// Read selects id and sealed text of the rows after the id $1, in the order of
	// their ids, at most $2 of them. A row without a sealed text has an empty one.
	Read string
	// Write puts the text $1 into the row $2 where it still has the text $3.
	Write string
	// Owner is whom a row's text is sealed for.
	Owner func(id string) string
}

// Rotate seals with the present key what former ones sealed in a column, and counts
// it. It stops at a row that no key opens, with ErrSealed and the row's owner.
func (s *Sealer) Rotate(ctx context.Context, db *sqldb.DB, c Column) (rotated int, err error) {
	for after, over := "", false; !over; {
		var done, read int
		last := after
		err := db.Update(ctx, func(tx *sqldb.Tx) error {
			done, read, last = 0, 0, after
			page, err := sqldb.Collect(tx, scanSealed, c.Read, after, rotatePage)
			if err != nil {
				return err
			}
			read = len(page)
			for _, row := range page {
				last = row.id
				changed, err := s.rotateRow(tx, c, row)
				if err != nil {
					return fmt.Errorf("%s: %w", c.Owner(row.id), err)
				}
				if changed {
					done++
				}
			}
			return nil
		})
		if err != nil {
			return rotated, err
		}
		rotated, after, over = rotated+done, last, read < rotatePage
	}
	return rotated, nil
}

// rotateRow tells whether it sealed a row anew.
func (s *Sealer) rotateRow(tx *sqldb.Tx, c Column, row sealedRow) (bool, error) {
	if row.sealed == "" {
		return false, nil
	}
	sealed, err := s.Reseal(row.sealed, c.Owner(row.id))
	if err != nil || sealed == row.sealed {
		return false, err
	}
	_, err = tx.Exec(c.Write, sealed, row.id, row.sealed)
	return err == nil, err
}

type sealedRow struct{ id, sealed string }

var scanSealed = sqldb.Into(func(r *sealedRow) []any { return sqldb.Dest(&r.id, &r.sealed) })
