package price

import (
	"errors"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/param"
	"etld/internal/infra/sqldb"
)

// The parameters of this package.
var (
	staleSeconds    = param.NewInteger("price.stale_seconds", 60, param.WorseNever, param.Between(10, 600))
	disagreementMax = param.NewRatio("price.disagreement_max", money.Percent(200), param.WorseNever)
	jumpMax         = param.NewRatio("price.jump_max", money.Percent(1000), param.WorseNever)
	haltSeconds     = param.NewInteger("price.halt_seconds", 300, param.WorseNever, param.Between(60, 3600))
)

// Parameters lists what an operator can change here.
func Parameters() []param.Defined {
	return []param.Defined{staleSeconds, disagreementMax, jumpMax, haltSeconds}
}

// rules are the parameters in effect.
type rules struct {
	staleAfter   time.Duration
	disagreement money.Ratio
	jump         money.Ratio
	halt         time.Duration
}

func currentRules(tx sqldb.Command) (r rules, err error) {
	var stale, halt int64
	err = errors.Join(param.ReadAll(tx, map[*int64]param.Integer{&stale: staleSeconds, &halt: haltSeconds}),
		param.ReadAll(tx, map[*money.Ratio]param.Ratio{&r.disagreement: disagreementMax, &r.jump: jumpMax}))
	r.staleAfter, r.halt = time.Duration(stale)*time.Second, time.Duration(halt)*time.Second
	return r, err
}
