// Package backup knows when a copy of the database was last restored and checked, and
// does that.
//
// Words. A *copy* is what a backup left: a file of SQLite, or a PostgreSQL database that
// its own tools restored somewhere else. It is *proved* when it was opened apart from the
// running program, its books are in order, and its newest link of the journal's chain is
// the running database's too. It *reaches* up to the time at which it was made.
//
// What holds. A file is not touched: it is copied once more. A PostgreSQL database that
// was restored is worked on in place: its schema is brought up to date. A copy that is not
// in order, or of another database, leaves the note about the last good one as it is.
package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/meta"
)

const (
	noteProved  = "backup_proved"
	noteReaches = "backup_reaches"
	// ProvedWithin is how long ago a copy may have been proved before somebody is told.
	ProvedWithin = 7 * 24 * time.Hour
	filePattern  = "*.db"
)

// What an operator has to act on.
var (
	ErrNoCopy  = errors.New("there is no copy of a database (" + filePattern + ") in the folder")
	ErrStrange = errors.New("the copy is not of this database")
)

// Proof is when a copy was proved, and up to when it reaches.
type Proof struct{ At, Reaches time.Time }

// Newest is the last proof; false where there was none.
func Newest(tx *sqldb.Tx) (p Proof, isThere bool, err error) {
	for name, into := range map[string]*time.Time{noteProved: &p.At, noteReaches: &p.Reaches} {
		text, err := meta.ReadNote(tx, name)
		if err != nil || text == "" {
			return Proof{}, false, err
		}
		if *into, err = time.Parse(time.RFC3339, text); err != nil {
			return Proof{}, false, err
		}
	}
	return p, true, nil
}

func save(tx *sqldb.Tx, p Proof) error {
	return errors.Join(meta.KeepNote(tx, noteProved, p.At.UTC().Format(time.RFC3339)),
		meta.KeepNote(tx, noteReaches, p.Reaches.UTC().Format(time.RFC3339)))
}

// Copy is what is proved: a file, a folder of which the newest one is meant, or the
// address of a PostgreSQL database that was restored.
type Copy struct {
	Of string
	// Live is the running database, Clock its clock.
	Live  string
	Clock sqldb.Clock
	// Check checks the books of a database, as etld check does.
	Check func(ctx context.Context, address string) error
}

// Prove restores a copy apart, checks its books, compares its journal with the running
// database's, and notes there that it did.
func (c Copy) Prove(ctx context.Context, out io.Writer) error {
	scratch, remove, err := restore(c.Of, out)
	if err != nil {
		return err
	}
	defer remove()
	if err := sqldb.Migrate(ctx, scratch); err != nil {
		return fmt.Errorf("the copy: %w", err)
	}
	if err := c.Check(ctx, scratch); err != nil {
		return fmt.Errorf("the copy: %w", err)
	}
	head, reaches, err := endOf(ctx, scratch, c.Clock)
	if err != nil {
		return fmt.Errorf("the copy: %w", err)
	}
	db, err := sqldb.Open(ctx, c.Live, c.Clock)
	if err != nil {
		return err
	}
	defer db.Close()
	proof := Proof{At: db.Now(), Reaches: reaches}
	if err := db.Update(ctx, func(tx *sqldb.Tx) error {
		if head.Seq > 0 {
			if found, err := ledger.CheckHead(tx, head); err != nil || len(found) > 0 {
				return errors.Join(ErrStrange, err)
			}
		}
		return save(tx, proof)
	}); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "the copy was restored and is in order; it reaches up to %s (%d links of the journal)\n",
		reaches.UTC().Format(time.RFC3339), head.Seq)
	return err
}

// endOf is where a database ends: its newest link and the highest time in it.
func endOf(ctx context.Context, address string, clock sqldb.Clock) (head ledger.Head, at time.Time, err error) {
	db, err := sqldb.Open(ctx, address, clock)
	if err != nil {
		return head, at, err
	}
	defer db.Close()
	err = db.View(ctx, func(tx *sqldb.Tx) (err error) {
		if at, err = sqldb.HighestTime(tx); err != nil {
			return err
		}
		head, err = ledger.ChainHead(tx)
		return err
	})
	return head, at, err
}

// restore puts a copy where it can be opened; of a PostgreSQL database that is where it
// was restored to.
func restore(copied string, out io.Writer) (address string, remove func(), err error) {
	if strings.HasPrefix(copied, "postgres://") || strings.HasPrefix(copied, "postgresql://") {
		return copied, func() {}, nil
	}
	file, err := newestIn(copied)
	if err != nil {
		return "", nil, err
	}
	fmt.Fprintf(out, "restoring %s\n", file)
	folder, err := os.MkdirTemp("", "etld-restored-")
	if err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.RemoveAll(folder) }
	target := filepath.Join(folder, "etld.db")
	if err := copyFile(file, target); err != nil {
		remove()
		return "", nil, fmt.Errorf("restore %s: %w", file, err)
	}
	return "sqlite:" + target, remove, nil
}

// newestIn is a file itself, or the copy in a folder that was changed last.
func newestIn(path string) (newest string, err error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return path, err
	}
	files, err := filepath.Glob(filepath.Join(path, filePattern))
	if err != nil {
		return "", err
	}
	var at time.Time
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			return "", err
		}
		if newest == "" || info.ModTime().After(at) {
			newest, at = file, info.ModTime()
		}
	}
	if newest == "" {
		return "", fmt.Errorf("%s: %w", path, ErrNoCopy)
	}
	return newest, nil
}

func copyFile(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Close())
}
