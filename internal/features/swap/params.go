package swap

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/param"
	"etld/internal/infra/sqldb"
)

// The parameters of this package.
var (
	spreadRate   = param.NewRatio("swap.spread", money.Percent(30), param.WorseHigher)
	feeRate      = param.NewRatio("swap.fee", money.Percent(20), param.WorseHigher)
	askMin       = param.NewAmount("swap.etld_ask", 51_000_000, param.WorseNever)
	valueMin     = param.NewAmount("swap.value_min", money.Units(1), param.WorseHigher)
	valueMax     = param.NewAmount("swap.value_max", money.Units(5_000), param.WorseLower)
	valueDayMax  = param.NewAmount("swap.value_day_max", money.Units(20_000), param.WorseLower)
	shareMax     = param.NewRatio("swap.inventory_share_quote", money.Percent(2000), param.WorseNever)
	shareDayMax  = param.NewRatio("swap.inventory_share_day", money.Percent(2000), param.WorseNever)
	quoteSeconds = param.NewInteger("swap.quote_seconds", 15, param.WorseLower, param.Between(5, 60))
)

// Parameters lists what an operator can change here.
func Parameters() []param.Defined {
	return []param.Defined{spreadRate, feeRate, askMin, valueMin, valueMax, valueDayMax, shareMax, shareDayMax, quoteSeconds}
}

// terms are the parameters in effect.
type terms struct {
	spread, fee       money.Ratio
	ask               money.Amount
	min, max, dayMax  money.Amount
	share, shareOfDay money.Ratio
	quoteFor          time.Duration
}

func currentTerms(tx sqldb.Command) (terms, error) {
	v, err := param.AsOf(tx, tx.Now())
	return terms{spread: spreadRate.In(v), fee: feeRate.In(v), ask: askMin.In(v), min: valueMin.In(v), max: valueMax.In(v), dayMax: valueDayMax.In(v),
		share: shareMax.In(v), shareOfDay: shareDayMax.In(v), quoteFor: time.Duration(quoteSeconds.In(v)) * time.Second}, err
}
