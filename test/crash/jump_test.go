package crash

import (
	"fmt"
	"testing"
	"time"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const (
	// jumpedFor takes the program longer than it takes to end.
	jumpedFor = 100 * day
	jumpTries = 4
)

// TestAProgramEndsInTheMiddleOfAJump ends a program while it catches up on a hundred days:
// it ends well at once, and the next start does what is left.
func TestAProgramEndsInTheMiddleOfAJump(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newWorld(t, engine)
		p := w.fundedPlayer(machinePriceEach)
		w.buyAt(p, "machineSmall", "true")
		// On a machine that is busy a jump may be over before the program ends.
		for isOver, tries := true, 0; isOver; tries++ {
			if tries == jumpTries {
				t.Fatalf("%d jumps were done before the program ended", tries)
			}
			began := w.serverTime(p)
			jump := make(chan error, 1)
			go func() {
				jump <- w.running().Operate(t.Context(), fmt.Sprint("/demo/advance?seconds=", int(jumpedFor/time.Second)))
			}()
			w.await("the time moves", time.Minute, func() bool { return w.serverTime(p).Sub(began) > day })
			if err := w.running().StopWell(); err != nil {
				t.Error(err)
			}
			isOver = <-jump == nil
			w.start()
		}
		w.settle()
		w.check()
	})
}
