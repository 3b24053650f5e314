package app

import (
	"slices"
	"testing"

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
				w.checkWhole()
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
