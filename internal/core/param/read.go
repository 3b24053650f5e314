package param

import (
	"errors"
	"fmt"
	"strconv"

	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// ErrMalformed is a text that is no value of the parameter's kind.
var ErrMalformed = errors.New("the text is no value of this parameter")

// Read is Text the other way round: an amount or a ratio as a plain decimal
// ("0.05" is 5 %), an integer as itself. A ratio finer than a millionth is
// refused rather than rounded.
func (d Definition) Read(text string) (int64, error) {
	switch d.Kind {
	case KindAmount:
		amount, err := money.Parse(text)
		if err != nil {
			return 0, fmt.Errorf("%s = %q: %w", d.Name, text, ErrMalformed)
		}
		return int64(amount), nil
	case KindRatio:
		const atomsPerPart = int64(money.Unit) / int64(money.One)
		amount, err := money.Parse(text)
		if err != nil || int64(amount)%atomsPerPart != 0 {
			return 0, fmt.Errorf("%s = %q: %w", d.Name, text, ErrMalformed)
		}
		return int64(amount) / atomsPerPart, nil
	case KindInteger:
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s = %q: %w", d.Name, text, ErrMalformed)
	}
	return n, nil
}

// Current is the value in effect at the transaction's time, of any kind.
func (d Definition) Current(tx sqldb.Command) (int64, error) {
	v, err := AsOf(tx, tx.Now())
	return d.valueIn(v.history, v.at), err
}

// Find is a parameter by name.
func (s *Set) Find(name string) (Definition, bool) {
	d, known := s.byName[name]
	return d, known
}

// Definitions are all parameters by name.
func (s *Set) Definitions() []Definition {
	return each.Of(s.names, func(name string) Definition { return s.byName[name] })
}
