package price

import (
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

func currentRules(tx sqldb.Command) (rules, error) {
	v, err := param.AsOf(tx, tx.Now())
	return rules{staleAfter: time.Duration(staleSeconds.In(v)) * time.Second, halt: time.Duration(haltSeconds.In(v)) * time.Second,
		disagreement: disagreementMax.In(v), jump: jumpMax.In(v)}, err
}
