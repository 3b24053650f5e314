package game

import (
	"context"
	"sync"
	"testing"
	"time"

	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/receipt"
	"etld/internal/infra/sqldb/dbtest"
)

// While several processes lock a round, people still press. Whoever got a receipt is
// in the list that was signed, and whoever is in the list got one.
func TestWhoIsAcceptedAtTheLockIsInTheList(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(1_000_000)
		const early, late = 10, 40
		players := make([]string, early+late)
		for i := range players {
			players[i] = w.player(i, 1000)
		}
		p := PeriodOf(start)
		w.moveTo(p.LockAt().Add(-time.Millisecond))
		var mu sync.Mutex
		accepted := make(map[string]Joined)
		press := func(i int) {
			j, err := w.join(players[i], int64(i%Boxes)+1, 100)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				accepted[players[i]] = j
			case !isFault(err, ErrClosed):
				t.Errorf("player %d: %v", i, err)
			}
		}
		for i := range early {
			press(i)
		}
		var wg sync.WaitGroup
		for range 3 {
			w.restart()
			list := w.game.Jobs()
			wg.Go(func() {
				for range 20 {
					_, _ = list[0].Work(context.Background())
				}
			})
		}
		for i := range late {
			wg.Go(func() { press(early + i) })
			if i == late/2 {
				w.moveTo(p.LockAt())
			}
		}
		wg.Wait()
		w.work()
		d := w.document("", p.String())
		if len(accepted) < early || len(d.Entries) != len(accepted) || d.Root != Root(d.Entries) || d.RootSignature == "" {
			t.Fatalf("%d were accepted, %d are in the list with the root %s", len(accepted), len(d.Entries), d.Root)
		}
		for id, j := range accepted {
			if got := d.Entries[j.Entry.No-1]; got != j.Entry || !receipt.Verify(j.ReceiptKey, ReceiptText(p, j.Entry, ""), j.Receipt) {
				t.Errorf("%s has a receipt for %+v, the list has %+v", id, j.Entry, got)
			}
		}
		w.moveTo(p.DrawAt())
		w.work()
		if wrong := w.document("", p.String()).Verify(w.witness()).Wrong; len(wrong) > 0 {
			t.Error(wrong)
		}
		w.sound()
	})
}

// Figures beyond all bounds, periods far away, positions and keys of somebody else:
// refused or empty, and nothing changes.
func TestAScriptGetsNothing(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(100_000)
		anna, berta := w.player(1, 1000), w.player(2, 1000)
		const period = "20250601-145"
		joined := w.mustJoin(anna, 3, 100)
		for _, one := range []struct {
			code   int
			params []string
		}{
			{1002, []string{"period", period, "box", "3", "amount", "99999999999999999999"}},
			{1002, []string{"period", period, "box", "3", "amount", "1e3"}},
			{1002, []string{"period", period, "box", "3", "amount", "100.0"}},
			{1002, []string{"period", period, "box", "3", "amount", "9223372036854775800"}},
			{1002, []string{"period", period, "box", "3", "amount", "-9223372036854775800"}},
			{1002, []string{"period", period, "box", "9223372036854775807", "amount", "100"}},
			{1703, []string{"period", period, "box", "-1", "amount", "100"}},
			{1002, []string{"period", "00000000-000", "box", "3", "amount", "100"}},
			{1002, []string{"period", "00010101-001", "box", "3", "amount", "100"}},
			{1701, []string{"period", "19700102-001", "box", "3", "amount", "100"}},
			{1701, []string{"period", "99991231-288", "box", "3", "amount", "100"}},
		} {
			if r := w.client.Command(joinPath, berta, one.params...); r.Code != one.code {
				t.Errorf("%v: %s", one.params, r.Body)
			}
		}
		for path, params := range map[string][]string{
			"/api/game/round":    {"period", "99991231-288"},
			"/api/game/myRecord": {"cursor", "bm90IGEgY3Vyc29y"},
			"/api/game/history":  {"size", "1000000"},
		} {
			if r := w.client.Call(path, berta, params...); r.Code == 200 {
				t.Errorf("%s %v: %s", path, params, r.Body)
			}
		}
		// Who else takes part is nobody's business before the lock, and whose entry is whose never.
		if d := apitest.Data[Document](t, w.client.Call("/api/game/round", berta, "period", period)); len(d.Entries) != 0 || d.Mine != nil {
			t.Errorf("before the lock: %+v", d)
		}
		if rows := apitest.Data[struct{ List []RecordRow }](t, w.client.Call("/api/game/myRecord", berta)); len(rows.List) != 0 {
			t.Errorf("berta's record: %+v", rows.List)
		}
		w.over(start)
		if d := apitest.Data[Document](t, w.client.Call("/api/game/round", berta, "period", period)); len(d.Entries) != 1 || d.Mine != nil || d.Entries[0] != joined.Entry {
			t.Errorf("afterwards: %+v", d)
		}
		w.has("berta", berta, 1000)
		w.sound()
	})
}

// The key of an entry that was made gives its answer again, however late, and no
// other entry.
func TestARepeatedEntryIsTheSame(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(100_000)
		anna, berta := w.player(1, 1000), w.player(2, 1000)
		press := func(user, period, box, amount string) apitest.Reply {
			return w.client.Call(joinPath, user, "period", period, "box", box, "amount", amount, "requestId", "the-same-press-0001")
		}
		first := press(anna, "20250601-145", "3", "100")
		if first.Code != 200 {
			t.Fatal(first.Body)
		}
		for name, other := range map[string][3]string{"another box": {"20250601-145", "4", "100"}, "another amount": {"20250601-145", "3", "110"}, "another period": {"20250601-146", "3", "100"}} {
			if r := press(anna, other[0], other[1], other[2]); r.Code != 1009 {
				t.Errorf("%s: %s", name, r.Body)
			}
		}
		if r := press(berta, "20250601-145", "4", "200"); r.Code != 200 {
			t.Errorf("somebody else's key is their own: %s", r.Body)
		}
		w.over(start)
		if r := press(anna, "20250601-145", "3", "100"); r.Body != first.Body {
			t.Errorf("after the draw: %s", r.Body)
		}
		r := w.round("20250601-145")
		if r.Entries != 2 || r.Stakes != 300 {
			t.Errorf("the round is %+v", r)
		}
		w.has("anna", anna, 900+r.Board.Win(Entry{Box: 3, Amount: 100}))
		w.sound()
	})
}
