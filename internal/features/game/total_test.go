package game

import (
	"math"
	"strconv"
	"testing"
)

// The return that is shown is what was drawn paid of its stakes; its band is 1.96 deviations
// around 97 %, which are found here over all pairs of prizes. What was refunded is a void
// and nothing else.
func TestTheReturnHasItsBand(t *testing.T) {
	t.Parallel()
	var all total
	all.count(Round{State: Refunded, Stakes: 9000, Paid: 9000, Totals: Totals{9000}})
	var stakes, variance float64
	for _, stake := range []int64{500, 300, 5000, 100} {
		all.count(Round{State: Drawn, Stakes: 2 * stake, Paid: stake, Totals: Totals{2: stake / 2, 6: 3 * stake / 2}})
		stakes += float64(2 * stake)
		var sum, squares float64
		for i, one := range prizes {
			for j, other := range prizes {
				if i != j {
					paid := float64(stake/2*one+3*stake/2*other) / tenths
					sum, squares = sum+paid/(Boxes*(Boxes-1)), squares+paid*paid/(Boxes*(Boxes-1))
				}
			}
		}
		if math.Abs(sum-0.97*float64(2*stake)) > 1e-6 {
			t.Fatalf("%d are expected to pay %f", 2*stake, sum)
		}
		variance += squares - sum*sum
	}
	shown := func(f float64) string { return strconv.FormatFloat(max(f, 0), 'f', 4, 64) }
	away := 1.96 * math.Sqrt(variance) / stakes
	want := Platform{Rounds: 4, Voids: 1, Stakes: 11_800, Prizes: 5900, ActualReturn: "0.5000", BandLow: shown(0.97 - away), BandHigh: shown(0.97 + away)}
	if got := all.platform(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := (total{Voids: 1}).platform(); got != (Platform{Voids: 1}) {
		t.Errorf("of nothing drawn: %+v", got)
	}
}
