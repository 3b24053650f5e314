package payrun

import (
	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/param"
	"etld/internal/infra/sqldb"
)

// The parameters of a day's output; they hold from the first day that begins
// with them (outputRules).
var (
	outputDayMax  = param.NewAmount("machine.output_day_max", money.Units(2000), param.WorseLower)
	outputRateMax = param.NewAmount("machine.output_rate_max", money.Amount(80_000_000), param.WorseLower)
)

// Parameters lists what an operator can change here.
func Parameters() []param.Defined { return []param.Defined{outputDayMax, outputRateMax} }

// outputRules are the parameters of a day's output, the most a day may put out
// and the highest rate: those in effect when the day begins. A day has one
// budget and one rate, so a change within it would reach back to what was mined
// before its effective time, and one for the worse past the notice that users
// are given. It holds from the next day on.
func outputRules(tx sqldb.Command, d clock.Day) (budgetMost, rateMost money.Amount, err error) {
	v, err := param.AsOf(tx, d.Start())
	return outputDayMax.In(v), outputRateMax.In(v), err
}
