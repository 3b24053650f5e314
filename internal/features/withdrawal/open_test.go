package withdrawal

import (
	"testing"

	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/chain"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb/dbtest"
)

// A database that was away for a moment, as in a failover, refuses no withdrawal once it is
// back; a chain that cannot be relied on does.
func TestTheDatabasesTroubleIsNotTheChains(t *testing.T) {
	t.Parallel()
	for state, want := range map[chain.State]string{"": "", chain.StateStoreFailing: "", chain.StateUnreachable: pausedChain, chain.StateHalted: pausedChain,
		pausedFinality: pausedFinality} {
		p := pauses{halted: func(string) (string, error) { return string(state), nil }}
		if got, err := p.of("BEP-20"); got != want || err != nil {
			t.Errorf("%q closes withdrawals by %q, want %q (%v)", state, got, want, err)
		}
	}
}

// What is begun on a day bounds what can be asked for: a payout above it alone is never paid.
func TestThePayoutsOfADayBoundARequest(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.wallet.Coins[0].DayMax = amount("5000")
		anna := w.user("anna", "20000 USDT")
		row := apitest.Data[ConfigOut](t, w.client.Call(configPath, anna, "currency", "USDT", "quantity", "8000")).Networks[0]
		if row.MaxRequest != amount("5000") || row.Maximum != amount("5000") || row.Problem == nil || row.Problem.Code != terms.ErrAboveMaximum.Code || row.Problem.Data["max"] != "5000" {
			t.Errorf("of 8,000 it says %+v, %+v", row, row.Problem)
		}
		w.refused("above the cap of a day", 1302, [3]string{"Maximum withdrawal is 5,000 USDT", "最高提領 5,000 USDT", "Максимальный вывод: 5\u00a0000 USDT"},
			func() press { return w.press(anna, "5000.00000001", "USDT") })
		if out := w.withdraw(anna, "5000", "USDT"); out.Status != Pending {
			t.Errorf("the most of a day is %+v", out)
		}
		w.check()
	})
}
