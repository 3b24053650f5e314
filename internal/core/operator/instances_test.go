package operator

import (
	"fmt"
	"sync"
	"testing"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Two operators at two instances ask for the same: one proposal is made, the
// other one is told that it is pending.
func TestTwoInstancesMakeOneProposal(t *testing.T) {
	t.Parallel()
	address := dbtest.Address(t, sqldb.Postgres)
	c := dbtest.NewClock()
	here, there := newWorld(t, dbtest.Open(t, address, c), c), newWorld(t, dbtest.Open(t, address, c), c)
	maker, other := here.staff(1, FinanceMaker), here.staff(2, FinanceMaker)
	other.w, other.service = there, there.service
	for round := range 30 {
		about := fmt.Sprint("subject", round)
		var codes [2]int
		var all sync.WaitGroup
		for i, p := range []*person{maker, other} {
			all.Go(func() {
				codes[i] = p.call("proposals/create", map[string]any{"kind": "act", "payload": testAct{About: about, Approvals: 1}, "reason": "because of the test"}).Code
			})
		}
		all.Wait()
		if codes != [2]int{200, ErrPending.Code} && codes != [2]int{ErrPending.Code, 200} {
			t.Fatalf("round %d: answers %v", round, codes)
		}
	}
	here.clean()
}
