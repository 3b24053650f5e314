package sqldb_test

import (
	"context"
	"path/filepath"
	"sync"
	"testing"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A backup made while writers run opens, passes its checks and holds no half batch.
func TestBackupWhileWriting(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	address := dbtest.Address(t, sqldb.SQLite)
	db := dbtest.Open(t, address, dbtest.NewClock())
	var wg sync.WaitGroup
	stop := make(chan struct{})
	for range 4 {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := db.Command(ctx, func(tx sqldb.Command) error {
					if err := add(tx, "left", 1); err != nil {
						return err
					}
					return add(tx, "right", 1)
				}); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	file := filepath.Join(t.TempDir(), "copy.db")
	err := sqldb.Backup(ctx, address, file)
	close(stop)
	wg.Wait()
	if err != nil {
		t.Fatal(err)
	}
	if err := sqldb.Backup(ctx, address, file); err == nil {
		t.Error("an existing file was overwritten")
	}
	restored := dbtest.Open(t, "sqlite:"+file, dbtest.NewClock())
	if left, right := balance(t, restored, "left"), balance(t, restored, "right"); left != right {
		t.Errorf("left %d, right %d: half a batch was copied", left, right)
	}
}
