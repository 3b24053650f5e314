package machine

import (
	"testing"
	"time"

	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Machines that are over lie between those that are open: pages bring each once,
// the newest first.
func TestPagesOfOpenAndEndedMachinesAreInOneOrder(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		api := newCaller(t, w)
		buyer, other := w.User(1, "5000 USDT"), w.User(2, "1000 USDT")
		var want []string
		for i := range 9 {
			w.Clock.Advance(time.Minute)
			m := w.buy(w.orderOf(buyer, "small", 1)).Machines[0]
			if i%3 != 1 {
				get[StatusOut](api, buyer, "/api/miner/cancel", "minerNo", m.ID)
			}
			want = append([]string{m.ID}, want...)
			w.buy(w.orderOf(other, "small", 1))
		}
		var got []string
		for page := (MachineList{List: httpapi.List[MachineRow]{HasMore: true}}); page.HasMore; {
			parameters := []string{"size", "2"}
			if page.NextCursor != "" {
				parameters = append(parameters, "cursor", page.NextCursor)
			}
			page = get[MachineList](api, buyer, "/api/miner/findMyList", parameters...)
			for _, row := range page.List.List {
				got = append(got, row.ID)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%d machines, want %d", len(got), len(want))
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("machine %d is %s, want %s", i, got[i], want[i])
			}
		}
	})
}
