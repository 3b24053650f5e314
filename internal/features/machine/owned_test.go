package machine

import (
	"strings"
	"testing"
	"time"

	"etld/internal/core/checkout"
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

// What a machine offers its owner can be done: once its cooling-off is over it starts, also
// where the job has not come to it yet.
func TestNoCancellingAfterTheCoolingOff(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		api := newCaller(t, w)
		buyer := w.User(1, "1000 USDT")
		m := w.buy(w.orderOf(buyer, "small", 1)).Machines[0]
		actions := func() string {
			return strings.Join(get[MachineList](api, buyer, "/api/miner/findMyList").List.List[0].Actions, ",")
		}
		c.Advance(checkout.CoolingPeriod - time.Second)
		if got := actions(); got != "start_now,cancel" {
			t.Errorf("in the cooling-off: %q", got)
		}
		c.Advance(time.Second)
		if got := actions(); got != "" {
			t.Errorf("after the cooling-off: %q", got)
		}
		if err := w.Try(func(tx sqldb.Command) error {
			_, err := w.machines.Cancel(tx, buyer, m.ID)
			return err
		}); err == nil {
			t.Error("it was cancelled after its cooling-off")
		}
	})
}
