package jobs_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"etld/internal/infra/jobs"
)

// What is done beside work is done while that lasts and not a moment longer: stop waits for
// what is being done.
func TestBeside(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begun, ended := 0, 0
		stop := jobs.Beside(t.Context(), time.Second, func(ctx context.Context) {
			if begun++; begun == 3 {
				<-ctx.Done()
			}
			ended++
		})
		time.Sleep(3500 * time.Millisecond)
		synctest.Wait()
		if begun != 3 || ended != 2 {
			t.Errorf("begun %d times in three seconds and a half, ended %d times", begun, ended)
		}
		stop()
		if ended != 3 {
			t.Error("stop did not wait")
		}
		time.Sleep(time.Minute)
		if begun != 3 {
			t.Errorf("begun %d times after the end", begun)
		}
	})
}
