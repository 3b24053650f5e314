package signin_test

import (
	"sync"
	"testing"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A wallet signs in for the first time at two instances at once, with the same
// message: one user is made, the message is used once, and nobody meets an
// error of ours.
func TestTwoInstancesTakeAMessageOnce(t *testing.T) {
	t.Parallel()
	address := dbtest.Address(t, sqldb.Postgres)
	c := dbtest.NewClock()
	here, there := newWorld(t, dbtest.Open(t, address, c), c, nil), newWorld(t, dbtest.Open(t, address, c), c, nil)
	for round := range 25 {
		someone := newWallet(int64(1000 + round))
		at := c.Now()
		var codes [2]int
		var all sync.WaitGroup
		for i, w := range []*world{here, there} {
			all.Go(func() { codes[i] = w.login(someone, at).Code })
		}
		all.Wait()
		if codes != [2]int{200, 1103} && codes != [2]int{1103, 200} {
			t.Fatalf("round %d: answers %v", round, codes)
		}
		if !here.userExists(someone.address) {
			t.Errorf("round %d: no user", round)
		}
	}
}
