package game

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb/dbtest"
)

// Operators see what every round waits for, and page through rounds and entries.
func TestOperatorsSeeRounds(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(100_000)
		risk := w.office().colleague(operator.Risk)
		players := []string{w.player(0, 5000), w.player(1, 5000), w.player(2, 5000)}
		see := func(p Period) StaffRoundOut {
			t.Helper()
			return dataOf[StaffRoundOut](risk, "game/round", map[string]any{"period": p.String()})
		}
		first := PeriodOf(start)
		for i, id := range players {
			w.mustJoin(id, int64(i)+1, 500)
		}
		if got := see(first); got.State != Open || got.WaitsFor != ForEntries || got.Entries != 3 || got.Stakes != 1500 || got.WorstCase != 4150 || got.Reserved != 2650 ||
			!slices.Equal(got.Totals[:4], []int64{500, 500, 500, 0}) || got.RefundAt != nil || got.LockedAt != nil {
			t.Errorf("open: %+v", got)
		}
		w.moveTo(first.LockAt())
		w.work()
		if got := see(first); got.State != Locked || got.WaitsFor != ForBeacon || got.Sending.State != sendingFinal || got.LockedAt == nil ||
			got.RefundAt == nil || !got.RefundAt.Equal(got.BeaconAt.Add(24*time.Hour)) || got.Root == "" || len(got.Board) != 0 {
			t.Errorf("locked: %+v", got)
		}
		w.beacon.missing = true
		w.moveTo(first.DrawAt())
		w.work()
		if got := see(first); got.State != Waiting || got.WaitsFor != ForBeacon {
			t.Errorf("without the beacon: %+v", got)
		}
		w.beacon.missing = false
		w.work()
		if got := see(first); got.State != Drawn || got.WaitsFor != "" || got.SettledAt == nil || got.Paid != got.Prizes || len(got.Board) != Boxes || got.Anchor == nil {
			t.Errorf("drawn: %+v", got)
		}
		// Of the next two, one is refunded and one still open.
		second, third := first+1, first+2
		w.moveTo(second.OpenAt())
		w.mustJoin(players[0], 1, 100)
		w.moveTo(second.DrawAt())
		w.work()
		if got := see(second); got.State != Refunded || got.Reason != NoAnchor || got.Sending != (Sending{}) || got.Paid != 100 {
			t.Errorf("locked too late: %+v", got)
		}
		w.moveTo(third.OpenAt())
		w.mustJoin(players[1], 1, 100)

		all := []string{third.String(), second.String(), first.String()}
		for name, want := range map[string]struct {
			in   map[string]any
			list []string
		}{
			"all":      {map[string]any{}, all},
			"open":     {map[string]any{"state": "open"}, all[:1]},
			"refunded": {map[string]any{"state": "refunded"}, all[1:2]},
			"drawn":    {map[string]any{"state": "drawn"}, all[2:]},
			"locked":   {map[string]any{"state": "locked"}, nil},
			"from":     {map[string]any{"from": second.OpenAt()}, all[:2]},
			"after":    {map[string]any{"from": first.OpenAt().Add(time.Second)}, all[:2]},
			"to":       {map[string]any{"to": third.OpenAt()}, all[1:]},
			"between":  {map[string]any{"from": second.OpenAt(), "to": third.OpenAt(), "state": "refunded"}, all[1:2]},
		} {
			var got []string
			for page := map[string]any(want.in); ; {
				page["size"] = 1
				list := dataOf[httpapi.List[StaffRound]](risk, "game/rounds", page)
				for _, r := range list.List {
					got = append(got, r.Period)
				}
				if page["cursor"] = list.NextCursor; !list.HasMore {
					break
				}
			}
			if !slices.Equal(got, want.list) {
				t.Errorf("%s: %v, want %v", name, got, want.list)
			}
		}

		var entries []string
		for page := map[string]any{"period": first.String(), "size": 2}; ; {
			list := dataOf[httpapi.List[StaffEntry]](risk, "game/entries", page)
			for _, e := range list.List {
				entries = append(entries, fmt.Sprint(e.EntryNo, e.UserID, e.Box, e.Amount))
			}
			if page["cursor"] = list.NextCursor; !list.HasMore {
				break
			}
		}
		if want := []string{fmt.Sprint(1, players[0], 1, 500), fmt.Sprint(2, players[1], 2, 500), fmt.Sprint(3, players[2], 3, 500)}; !slices.Equal(entries, want) {
			t.Errorf("entries %v, want %v", entries, want)
		}
		mine := dataOf[httpapi.List[StaffEntry]](risk, "game/entries", map[string]any{"userId": players[0]}).List
		if len(mine) != 2 || mine[0].Period != second.String() || mine[0].State != EntryRefunded || mine[1].Period != first.String() || mine[1].ReceiptKey == "" {
			t.Errorf("of a user: %+v", mine)
		}
	})
}

// Bad input and other roles are refused.
func TestOperatorsCallsRefuse(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(100_000)
		w.mustJoin(w.player(0, 1000), 1, 100)
		o := w.office()
		risk := o.colleague(operator.Risk)
		period := PeriodOf(start).String()
		for _, wrong := range []struct {
			path string
			in   map[string]any
			code int
		}{
			{"game/rounds", map[string]any{"state": "waiting"}, fault.InvalidField.Code},
			{"game/rounds", map[string]any{"state": "Drawn"}, fault.InvalidField.Code},
			{"game/rounds", map[string]any{"from": "yesterday"}, fault.InvalidField.Code},
			{"game/rounds", map[string]any{"size": 51}, fault.InvalidField.Code},
			{"game/rounds", map[string]any{"cursor": "x"}, fault.InvalidField.Code},
			{"game/rounds", map[string]any{"order": "id"}, fault.InvalidField.Code},
			{"game/round", map[string]any{}, fault.InvalidField.Code},
			{"game/round", map[string]any{"period": "20250601-289"}, fault.NotFound.Code},
			{"game/round", map[string]any{"period": "20250601-001"}, fault.NotFound.Code},
			{"game/entries", map[string]any{"period": period, "userId": "U"}, fault.InvalidField.Code},
			{"game/bankroll", map[string]any{"pool": "game"}, fault.InvalidField.Code},
			{"game/stop", map[string]any{}, fault.InvalidField.Code},
		} {
			if a := risk.call(wrong.path, wrong.in); a.Code != wrong.code {
				t.Errorf("%s %v: %d %s, want %d", wrong.path, wrong.in, a.Code, a.Message, wrong.code)
			}
		}
		reads := map[string]map[string]any{"game/rounds": {}, "game/round": {"period": period}, "game/entries": {"period": period}, "game/bankroll": {}}
		for role, may := range map[operator.Role]bool{operator.Support: true, operator.FinanceMaker: true, operator.FinanceChecker: true, operator.Auditor: true,
			operator.Editor: false, operator.Fulfilment: false, operator.Catalogue: false} {
			one := o.colleague(role)
			for path, in := range reads {
				if a := one.call(path, in); (a.Code == http.StatusOK) != may {
					t.Errorf("%s by %s: %d %s", path, role, a.Code, a.Message)
				}
			}
			for _, path := range []string{"game/stop", "game/resume"} {
				isStopper := role == operator.FinanceMaker || role == operator.FinanceChecker
				if a := one.call(path, map[string]any{"reason": "looked at"}); (a.Code == operator.ErrForbidden.Code) == isStopper {
					t.Errorf("%s by %s: %d %s", path, role, a.Code, a.Message)
				}
			}
		}
	})
}

// One person stops entries, and two let them be taken again; what is locked goes on.
func TestOnePersonStopsAndTwoResume(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(100_000)
		player := w.player(0, 1000)
		w.mustJoin(player, 1, 100)
		o := w.office()
		risk, finance := o.colleague(operator.Risk), o.colleague(operator.FinanceChecker)
		barred := func() Bar { return dataOf[Bankroll](risk, "game/bankroll", map[string]any{}).Barred }
		if got := barred(); got != "" {
			t.Fatalf("barred: %q", got)
		}
		why := map[string]any{"reason": "the beacon is late"}
		if a := risk.call("game/resume", why); a.Code != operator.ErrNothing.Code {
			t.Errorf("resumed what runs: %d %s", a.Code, a.Message)
		}
		if a := risk.call("game/stop", why); a.Code != http.StatusOK || barred() != "stopped" {
			t.Fatalf("stop: %d %s, barred %q", a.Code, a.Message, barred())
		}
		w.over(start)
		if r := w.round(PeriodOf(start).String()); r.State != Drawn || r.SettledAt.IsZero() {
			t.Errorf("the stop held a round: %+v", r)
		}
		w.moveTo((PeriodOf(start) + 1).OpenAt())
		proposed := risk.call("game/resume", map[string]any{"reason": "the beacon is back"})
		if a := risk.approve(proposed); a.Code == http.StatusOK || barred() != "stopped" {
			t.Errorf("one person resumed: %d, barred %q", a.Code, barred())
		}
		if a := finance.approve(proposed); a.Code != http.StatusOK || barred() != "" {
			t.Errorf("two persons: %d %s, barred %q", a.Code, a.Message, barred())
		}
	})
}

// What leaves the bankroll becomes capital again, with two persons, and never so much
// that an open round costs more than its share of the rest.
func TestTheBankrollIsTakenOut(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(100_000)
		o := w.office()
		maker, checker := o.colleague(operator.FinanceMaker), o.colleague(operator.FinanceChecker)
		take := func(amount, currency string) answer {
			return maker.call("capital/move", map[string]any{"reason": "earned", "payload": map[string]any{"move": "from_game", "currency": currency, "amount": amount, "evidence": "decision 7"}})
		}
		free := func() Bankroll { return dataOf[Bankroll](maker, "game/bankroll", map[string]any{}) }
		if got := free(); got.Bankroll != 100_000 || got.Free != 100_000 || got.Removable != 100_000 || got.MostPerRound != 5000 || got.Funded != 100_000 {
			t.Fatalf("at first: %+v", got)
		}
		// An entry of 1,000 points reserves 3,000, of which 57,000 must stay behind.
		w.mustJoin(w.player(0, 1000), 1, 1000)
		if got := free(); got.Free != 97_000 || got.Reserved != 3000 || got.Bankroll != 100_000 || got.Removable != 40_000 || len(got.Rounds) != 1 {
			t.Fatalf("with a round: %+v", got)
		}
		for name, wrong := range map[string]struct {
			amount, currency string
			code             int
		}{
			"a point more than is free": {"400.01", "USDT", operator.ErrShort.Code},
			"all":                       {"970", "USDT", operator.ErrShort.Code},
			"more than there is":        {"5000", "USDT", operator.ErrShort.Code},
			"no whole points":           {"0.005", "USDT", fault.InvalidField.Code},
			"points":                    {"100", "GP", fault.InvalidField.Code},
			"another currency":          {"1", "ETLD", fault.InvalidField.Code},
			"nothing":                   {"0", "USDT", fault.InvalidField.Code},
			"less than nothing":         {"-1", "USDT", fault.InvalidField.Code},
		} {
			if a := take(wrong.amount, wrong.currency); a.Code != wrong.code {
				t.Errorf("%s: %d %s, want %d", name, a.Code, a.Message, wrong.code)
			}
		}
		proposed := take("400", "USDT")
		if a := maker.approve(proposed); a.Code == http.StatusOK {
			t.Error("the maker approved it")
		}
		// Another entry comes before the approval, which falls; later it holds again.
		w.mustJoin(w.player(1, 1000), 2, 100)
		if a := checker.approve(proposed); a.Code != operator.ErrShort.Code {
			t.Errorf("less is free by now: %d %s", a.Code, a.Message)
		}
		w.house("a refused approval", 1100+3150, 100_000-3150)
		w.over(start)
		before := free()
		if a := checker.approve(proposed); a.Code != http.StatusOK {
			t.Fatalf("approve: %d %s", a.Code, a.Message)
		}
		after := free()
		if after.Free != before.Free-40_000 || after.Returned != 40_000 || after.Funded != 100_000 || after.Removable != after.Free {
			t.Errorf("afterwards: %+v, before %+v", after, before)
		}
		w.Expect("capital", ledger.House(ledger.Capital, money.USDT), "400")
		w.sound()
	})
}
