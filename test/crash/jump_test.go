package crash

import (
	"fmt"
	"testing"
	"time"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/test/player"
)

// jumpedFor takes the program longer than it takes to end.
const jumpedFor = 390 * day

// TestAProgramEndsInTheMiddleOfAJump ends a program while it catches up on a year: it ends
// well at once, and the next start does what is left.
func TestAProgramEndsInTheMiddleOfAJump(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newWorld(t, engine)
		p := w.fundedPlayer(machinePriceEach)
		w.buyAt(p, "machineSmall", "true")
		began := w.serverTime(p)
		jump := make(chan error, 1)
		go func() {
			jump <- w.running().Operate(t.Context(), fmt.Sprint("/demo/advance?seconds=", int(jumpedFor/time.Second)))
		}()
		w.await("the time moves", time.Minute, func() bool { return w.serverTime(p).Sub(began) > day })
		if err := w.running().StopWell(); err != nil {
			t.Error(err)
		}
		if err := <-jump; err == nil {
			t.Error("the jump was done before the program ended")
		}
		w.start()
		// The ledger's chain is far behind what the jump posted until its job has run.
		w.await("the next start does what is left", time.Minute, func() bool {
			return player.CheckBooks(program, w.dir, w.database) == nil
		})
		w.check()
	})
}
