package app

import (
	"slices"
	"testing"
	"time"

	"etld/internal/core/ledger"
	"etld/internal/core/operator/emergency"
	"etld/internal/features/report"
	"etld/internal/infra/sqldb"
)

// What was paid wrongly stops what pays more of it: rewards beyond a fee the sales that
// bring them, output beyond a day's budget also where it is turned into money.
func TestWrongRewardsAndOutputStopWhatPaysThem(t *testing.T) {
	t.Parallel()
	for _, engine := range []sqldb.Engine{sqldb.SQLite, sqldb.Postgres} {
		for _, test := range []struct {
			invariant, spoil string
			want             []emergency.Part
		}{
			{"I11", `UPDATE machine_machine SET referral = referral + 10000000000`, []emergency.Part{emergency.Sales}},
			{"I12", `UPDATE machine_user SET total_output = total_output + 1`, []emergency.Part{emergency.Sales, emergency.Swap, emergency.Sell}},
		} {
			t.Run(string(engine)+"/"+test.invariant, func(t *testing.T) {
				t.Parallel()
				w := newBrakeWorld(t, engine)
				w.check()
				w.exec(test.spoil)
				w.brake.wholeAt = time.Time{}
				w.check()
				if got := w.standing(); !slices.Equal(got, test.want) {
					t.Errorf("standing still: %v, want %v", got, test.want)
				}
				if a := w.alert(); a == nil || a.Cause != report.CauseCheck || !a.WithdrawalsGoOn || a.Parts[0].Reason != "Automatic check: "+test.invariant {
					t.Errorf("the banner is %+v", a)
				}
			})
		}
	}
}

// A chain that is behind costs nobody anything: it alarms.
func TestAChainThatIsBehindStopsNothing(t *testing.T) {
	t.Parallel()
	w := newBrakeWorld(t, sqldb.SQLite)
	trip := func(invariant string) []emergency.Part {
		if err := w.brake.trip(t.Context(), []ledger.Violation{{Invariant: invariant, Detail: "of a test"}}, w.p.settings.Clock.Now()); err != nil {
			t.Fatal(err)
		}
		return w.standing()
	}
	for _, invariant := range []string{ledger.ChainLag, unchecked, "public line"} {
		if got := trip(invariant); len(got) > 0 {
			t.Errorf("%s stops %v", invariant, got)
		}
	}
	if got := trip("I10"); len(got) != 4 {
		t.Errorf("I10 stops %v", got)
	}
}
