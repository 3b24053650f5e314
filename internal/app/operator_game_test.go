package app

import (
	"context"
	"net/http"
	"testing"

	"etld/internal/core/operator"
	"etld/internal/features/game"
)

// Capital becomes the bankroll and comes back, and the whole check agrees.
func TestOperatorsFundTheBankrollAndTakeOutOfIt(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	onBothEngines(t, func(t *testing.T, p *Program) {
		w := p.world(t)
		w.Update(p.seed)
		w.Capital("1000 USDT")
		maker, checker := p.staff(t, operator.FinanceMaker), p.staff(t, operator.FinanceChecker)
		sum := func(field, value, amount string) map[string]any {
			return map[string]any{"payload": map[string]any{field: value, "currency": "USDT", "amount": amount, "evidence": "decision 7"}, "reason": "the game's bankroll"}
		}
		if r := checker.approve(maker.call("pools/fund", sum("pool", "game", "600"))); r.Code != http.StatusOK {
			t.Fatalf("fund: %+v", r)
		}
		if r := maker.call("capital/move", sum("move", "from_game", "600.01")); r.Code != operator.ErrShort.Code {
			t.Errorf("more than the bank has: %+v", r)
		}
		if r := checker.approve(maker.call("capital/move", sum("move", "from_game", "100"))); r.Code != http.StatusOK {
			t.Fatalf("take out: %+v", r)
		}
		b := dataOf[game.Bankroll](t, maker.call("game/bankroll", map[string]any{}))
		if b.Free != 50_000 || b.Funded != 60_000 || b.Returned != 10_000 || b.Removable != 50_000 {
			t.Errorf("the bankroll: %+v", b)
		}
		if found, err := p.Violations(ctx); err != nil || len(found) > 0 {
			t.Errorf("the books: %v, %v", found, err)
		}
	})
}
