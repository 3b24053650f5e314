package node

import (
	"time"

	"etld/internal/base/money"
)

const day = 24 * time.Hour

// Weight is the whole days, each from 00:00 to 00:00, that a node was active within
// the window before a cut-off: 0 to WindowDays. The platform's zone has no days
// of other lengths, so they are counted back from the cut-off.
func Weight(activeAt, cutOff time.Time) int64 {
	if activeAt.After(cutOff) {
		return 0
	}
	return min(WindowDays, int64(cutOff.Sub(activeAt)/day))
}

// Division is how a pool is divided.
type Division struct {
	Pool money.Amount
	// Weights is the sum of all weights, and Base what they are divided by.
	Weights, Base int64
	// Divided is what the weights reach of the pool. The rest, Free, goes to the
	// income pool.
	Divided, Free money.Amount
	// Amounts are what each node gets. Carried is what rounding leaves of Divided
	// in the pool.
	Amounts []money.Amount
	Carried money.Amount
}

// Divide divides a pool among weights. floor is the number of nodes of full weight
// that it is divided by at least. Every amount is rounded down to the atom.
func Divide(pool money.Amount, floor int64, weights []int64) Division {
	d := Division{Pool: pool, Amounts: make([]money.Amount, len(weights))}
	for _, w := range weights {
		d.Weights += w
	}
	if d.Base = baseOf(d.Weights, floor); d.Base > 0 {
		d.Divided = money.MulDivFloor(pool, d.Weights, d.Base)
	}
	d.Free, d.Carried = pool-d.Divided, d.Divided
	for i, w := range weights {
		if w > 0 {
			d.Amounts[i] = money.MulDivFloor(pool, w, d.Base)
			d.Carried -= d.Amounts[i]
		}
	}
	return d
}

// baseOf is what weights are divided by: their sum, or at least the full weight of
// a floor of nodes.
func baseOf(weights, floor int64) int64 { return max(weights, WindowDays*floor) }
