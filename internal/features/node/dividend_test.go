package node

import (
	"slices"
	"testing"
	"testing/quick"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
)

func at(t testing.TB, text string) time.Time {
	t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04:05.999999", text, clock.Zone)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestWeightCountsWholeDays(t *testing.T) {
	t.Parallel()
	cutOff := at(t, "2026-07-01 00:00:00")
	for _, c := range []struct {
		activeAt string
		want     int64
	}{
		{"2026-01-01 00:00:00", 30},
		{"2026-06-01 00:00:00", 30},
		{"2026-06-01 00:00:00.000001", 29},
		{"2026-06-20 09:00:00", 10},
		{"2026-06-30 00:00:00", 1},
		{"2026-06-30 00:00:00.000001", 0},
		{"2026-06-30 23:59:59.999999", 0},
		{"2026-07-01 00:00:00", 0},
		{"2026-07-01 00:00:01", 0},
	} {
		if got := Weight(at(t, c.activeAt), cutOff); got != c.want {
			t.Errorf("active at %s: weight %d, want %d", c.activeAt, got, c.want)
		}
		// The server's own zone plays no part.
		if got := Weight(at(t, c.activeAt).In(time.FixedZone("", -7*3600)), cutOff.In(time.FixedZone("", 13*3600))); got != c.want {
			t.Errorf("active at %s, in other zones: weight %d, want %d", c.activeAt, got, c.want)
		}
	}
	// A February is shorter than the window: the window reaches into January.
	if got := Weight(at(t, "2026-01-30 00:00:00"), at(t, "2026-03-01 00:00:00")); got != 30 {
		t.Errorf("through February: weight %d, want 30", got)
	}
	if got := Weight(at(t, "2028-01-31 12:00:00"), at(t, "2028-03-01 00:00:00")); got != 29 {
		t.Errorf("through the February of a leap year: weight %d, want 29", got)
	}
}

// The worked example of the product's rules, to the last digit.
func TestJuneIsDividedAsWritten(t *testing.T) {
	t.Parallel()
	weights := func(groups ...[2]int64) (list []int64) {
		for _, g := range groups {
			for range g[0] {
				list = append(list, g[1])
			}
		}
		return list
	}
	for _, c := range []struct {
		name                   string
		pool                   string
		floor                  int64
		weights                []int64
		first, last            string
		divided, free, carried string
	}{
		{"king", "12000", 2, []int64{30, 30, 10}, "5142.85714285", "1714.28571428", "12000", "0", "0.00000002"},
		{"king, one node of ten days", "12000", 2, []int64{10}, "2000", "2000", "2000", "10000", "0"},
		{"diamond", "4800", 20, weights([2]int64{400, 30}, [2]int64{20, 14}), "11.72638436", "5.47231270", "4800", "0", "0.000002"},
		{"a level without nodes", "7200", 10, nil, "", "", "0", "7200", "0"},
		{"bought on the last day", "12000", 2, []int64{0}, "0", "0", "0", "12000", "0"},
		{"an empty month", "0", 2, []int64{30, 30}, "0", "0", "0", "0", "0"},
	} {
		d := Divide(money.MustParse(c.pool), c.floor, c.weights)
		if len(c.weights) > 0 && (d.Amounts[0] != money.MustParse(c.first) || d.Amounts[len(d.Amounts)-1] != money.MustParse(c.last)) {
			t.Errorf("%s: %s and %s, want %s and %s", c.name, d.Amounts[0], d.Amounts[len(d.Amounts)-1], c.first, c.last)
		}
		if d.Divided != money.MustParse(c.divided) || d.Free != money.MustParse(c.free) || d.Carried != money.MustParse(c.carried) {
			t.Errorf("%s: divided %s, free %s, carried %s; want %s, %s, %s", c.name, d.Divided, d.Free, d.Carried, c.divided, c.free, c.carried)
		}
	}
}

func TestADivisionLosesNothing(t *testing.T) {
	t.Parallel()
	holds := func(pool uint64, floor uint8, raw []uint8) bool {
		weights := make([]int64, len(raw))
		for i, w := range raw {
			weights[i] = int64(w) % (WindowDays + 1)
		}
		sum := money.Amount(pool % uint64(money.Units(1_000_000_000)))
		d := Divide(sum, int64(floor%100)+1, weights)
		paid := money.Amount(0)
		for _, a := range d.Amounts {
			paid += a
		}
		// Nobody gets more than a full weight's part, and rounding keeps less than an
		// atom of each node.
		return paid+d.Carried+d.Free == sum && d.Carried >= 0 && int(d.Carried) <= len(raw) && d.Free >= 0 &&
			(len(raw) == 0 || slices.Max(d.Amounts) <= money.MulDivFloor(sum, WindowDays, d.Base))
	}
	if err := quick.Check(holds, &quick.Config{MaxCount: 2000}); err != nil {
		t.Error(err)
	}
}

func TestDividendsArePaidAtNoonOfThe1st(t *testing.T) {
	t.Parallel()
	var s *Service
	for now, want := range map[string]string{
		"2026-06-15 00:00:00":        "2026-07-01 12:00:00",
		"2026-07-01 11:59:59.999999": "2026-07-01 12:00:00",
		"2026-07-01 12:00:00":        "2026-08-01 12:00:00",
		"2026-12-31 23:59:59":        "2027-01-01 12:00:00",
	} {
		if got := s.NextPayment(at(t, now).UTC()); !got.Equal(at(t, want)) {
			t.Errorf("after %s comes %s, want %s", now, got.In(clock.Zone), want)
		}
	}
}
