package play

import (
	"time"

	"etld/internal/core/param"
	"etld/internal/infra/sqldb"
)

// none is a limit that nobody set.
const none int64 = -1

// raiseWait is how long a raise waits before it can be confirmed.
const raiseWait = 24 * time.Hour

// The terms, in points a day. That they rise is for the worse: they protect.
var (
	stakeDefault = param.NewInteger("game.day_stake", 10_000, param.WorseHigher)
	lossDefault  = param.NewInteger("game.day_loss", 5_000, param.WorseHigher)
	stakeMost    = param.NewInteger("game.day_stake_max", 50_000, param.WorseHigher)
	lossMost     = param.NewInteger("game.day_loss_max", 20_000, param.WorseHigher)
)

// Parameters lists what an operator can change here.
func Parameters() []param.Defined {
	return []param.Defined{stakeDefault, lossDefault, stakeMost, lossMost}
}

type limitKind struct{ usual, most param.Integer }

var (
	stakeLimit = limitKind{stakeDefault, stakeMost}
	lossLimit  = limitKind{lossDefault, lossMost}
)

// terms are a kind's default and maximum.
type terms struct{ usual, most int64 }

func (k limitKind) terms(tx sqldb.Command) (terms, error) {
	v, err := param.AsOf(tx, tx.Now())
	return terms{usual: k.usual.In(v), most: k.most.In(v)}, err
}

// limit is one of a user's limits as it is stored. Own, Raise and Cap may be none.
type limit struct {
	Own   int64
	Raise int64
	// RaiseAt is from when the raise can be confirmed.
	RaiseAt time.Time
	Cap     int64
}

// unlimited is the limit of somebody who set none.
func unlimited() limit { return limit{Own: none, Raise: none, Cap: none} }

// highest is the most that the user can choose.
func (l limit) highest(t terms) int64 {
	if l.Cap != none {
		return min(t.most, l.Cap)
	}
	return t.most
}

// effective is the limit that holds.
func (l limit) effective(t terms) int64 {
	own := l.Own
	if own == none {
		own = t.usual
	}
	return min(own, l.highest(t))
}

// choose sets the user's own limit, which is at most the highest. What is not above
// the effective one holds at once and ends a raise that waits; a raise holds when it
// is chosen again after it has waited.
func (l limit) choose(value int64, t terms, now time.Time) limit {
	switch {
	case value <= l.effective(t), value == l.Raise && !now.Before(l.RaiseAt):
		l.Own, l.Raise, l.RaiseAt = value, none, time.Time{}
	case value != l.Raise:
		l.Raise, l.RaiseAt = value, now.Add(raiseWait)
	}
	return l
}

// lower caps the limit, and with it a raise that waits for more.
func (l limit) lower(value int64) limit {
	l.Cap = value
	if l.Raise > value {
		l.Raise, l.RaiseAt = none, time.Time{}
	}
	return l
}
