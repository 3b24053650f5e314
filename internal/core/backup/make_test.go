package backup_test

import (
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"etld/internal/core/backup"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/internal/infra/sqldb/meta"
)

// A backup made while writers run opens and holds no half batch.
func TestBackupWhileWriting(t *testing.T) {
	t.Parallel()
	address := dbtest.Address(t, sqldb.SQLite)
	db := dbtest.Open(t, address, dbtest.NewClock())
	var wg sync.WaitGroup
	stop, written := make(chan struct{}), make(chan struct{}, 1)
	for writer := range 4 {
		wg.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				text := strconv.Itoa(4*n + writer)
				if err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
					if err := meta.KeepNote(tx, "left", text); err != nil {
						return err
					}
					return meta.KeepNote(tx, "right", text)
				}); err != nil {
					t.Error(err)
					return
				}
				select {
				case written <- struct{}{}:
				default:
				}
			}
		})
	}
	<-written
	file := filepath.Join(t.TempDir(), "copy.db")
	err := backup.Make(t.Context(), address, file)
	close(stop)
	wg.Wait()
	if err != nil {
		t.Fatal(err)
	}
	if err := backup.Make(t.Context(), address, file); err == nil {
		t.Error("an existing file was overwritten")
	}
	var left, right string
	if err := dbtest.Open(t, "sqlite:"+file, dbtest.NewClock()).View(t.Context(), func(tx *sqldb.Tx) (err error) {
		if left, err = meta.ReadNote(tx, "left"); err == nil {
			right, err = meta.ReadNote(tx, "right")
		}
		return err
	}); err != nil || left == "" || left != right {
		t.Errorf("left %q, right %q (%v): half a batch was copied", left, right, err)
	}
}
