package game

import (
	"strings"
	"testing"

	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/receipt"
	"etld/internal/infra/sqldb/dbtest"
)

// Two players with the same box and amount have receipts that are told apart by the
// hash that each one's app chose: who gives both of them one entry has signed that.
func TestAReceiptNamesItsPlayer(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(100_000)
		period := PeriodOf(start)
		hashes := []string{strings.Repeat("ab", 32), strings.Repeat("cd", 32)}
		players := []string{w.player(1, 1000), w.player(2, 1000)}
		for i, user := range players {
			out := apitest.Data[JoinOut](t, w.client.Command(joinPath, user, "period", period.String(), "box", "3", "amount", "100", "player", hashes[i]))
			e := Entry{No: int64(i) + 1, Box: 3, Amount: 100}
			for name, is := range map[string]bool{hashes[i]: true, hashes[1-i]: false, "": false} {
				if receipt.Verify(out.ReceiptKey, ReceiptText(period, e, name), out.Receipt) != is {
					t.Errorf("entry %d: the receipt names %q: %v", e.No, name, !is)
				}
			}
		}
		third := w.player(3, 1000)
		for _, no := range []string{"anna", strings.Repeat("AB", 32), strings.Repeat("ab", 33)} {
			if r := w.client.Command(joinPath, third, "period", period.String(), "box", "3", "amount", "100", "player", no); r.Code != 1002 {
				t.Errorf("player %q: %s", no, r.Body)
			}
		}
		w.over(start)
		for i, user := range players {
			d := w.document(user, period.String())
			if d.Mine == nil || d.Mine.Player != hashes[i] {
				t.Fatalf("mine is %+v", d.Mine)
			}
			if wrong := d.Verify(w.witness()).Wrong; len(wrong) > 0 {
				t.Error(wrong)
			}
			// The same entry under another name, signed too: one entry was given to two players.
			w2, twice, second := w.witness(), d, *d.Mine
			w2.Held = &Held{Period: d.Period, Entry: d.Mine.Entry, Player: d.Mine.Player, Receipt: d.Mine.Receipt, ReceiptKey: d.Mine.ReceiptKey}
			if wrong := d.Verify(w2).Wrong; len(wrong) > 0 {
				t.Error(wrong)
			}
			second.Player = hashes[1-i]
			second.Receipt, twice.Mine = w.game.Receipts.Sign(ReceiptText(period, second.Entry, second.Player)), &second
			if wrong := twice.Verify(w2).Wrong; len(wrong) != 1 || wrong[0].Step != StepReceipt {
				t.Errorf("given to two players: %v", wrong)
			}
			// The other player's entry, or nobody's name, under this receipt.
			for _, change := range []func(m *Mine){func(m *Mine) { m.Player = hashes[1-i] }, func(m *Mine) { m.Player = "" }, func(m *Mine) { m.No = 3 - m.No }} {
				other := *d.Mine
				change(&other)
				spoilt := d
				spoilt.Mine = &other
				if wrong := spoilt.Verify(w.witness()).Wrong; len(wrong) == 0 || wrong[0].Step != StepReceipt {
					t.Errorf("%+v: %v", other, wrong)
				}
			}
		}
		w.sound()
	})
}
