package trade

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/param"
	"etld/internal/infra/sqldb"
)

// The parameters of this package.
var (
	feeRate       = param.NewRatio("trade.fee", money.Percent(50), param.WorseHigher)
	toleranceRate = param.NewRatio("trade.tolerance", money.Percent(100), param.WorseNever)
	quantityMin   = param.NewAmount("trade.quantity_min", money.Units(1), param.WorseHigher)
	quantityMax   = param.NewAmount("trade.quantity_max", money.Units(1_000_000), param.WorseLower)
	quoteSeconds  = param.NewInteger("trade.quote_seconds", 15, param.WorseLower, param.Between(5, 60))
)

// Parameters lists what an operator can change here.
func Parameters() []param.Defined {
	return []param.Defined{feeRate, toleranceRate, quantityMin, quantityMax, quoteSeconds}
}

// terms are the parameters in effect.
type terms struct {
	fee, tolerance money.Ratio
	min, max       money.Amount
	quoteFor       time.Duration
}

func currentTerms(tx sqldb.Command) (terms, error) {
	v, err := param.AsOf(tx, tx.Now())
	return terms{fee: feeRate.In(v), tolerance: toleranceRate.In(v), min: quantityMin.In(v), max: quantityMax.In(v),
		quoteFor: time.Duration(quoteSeconds.In(v)) * time.Second}, err
}
