package trade

import (
	"errors"
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

func currentTerms(tx sqldb.Command) (t terms, err error) {
	seconds, err := quoteSeconds.At(tx)
	t.quoteFor = time.Duration(seconds) * time.Second
	err = errors.Join(err, param.ReadAll(tx, map[*money.Ratio]param.Ratio{&t.fee: feeRate, &t.tolerance: toleranceRate}),
		param.ReadAll(tx, map[*money.Amount]param.Amount{&t.min: quantityMin, &t.max: quantityMax}))
	return t, err
}
