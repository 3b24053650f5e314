package param

import (
	"fmt"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// Kind says how a parameter's number is to be read.
type Kind string

// The kinds: atoms of an asset, parts per million, a plain count.
const (
	KindAmount  Kind = "amount"
	KindRatio   Kind = "ratio"
	KindInteger Kind = "integer"
)

func (Kind) Values() []string { return each.Texts(KindAmount, KindRatio, KindInteger) }

// Worse says which way a change is for the worse for users.
type Worse int

// The directions. WorseAny treats every change as one for the worse.
const (
	WorseNever Worse = iota
	WorseHigher
	WorseLower
	WorseAny
)

// boundFactor is how far a value may be from the default unless stated.
const boundFactor = 10

// Definition is a parameter as the program declares it.
type Definition struct {
	Name    string
	Kind    Kind
	Default int64
	Min     int64
	Max     int64
	Worse   Worse
}

// Defined is any typed parameter.
type Defined interface{ definition() Definition }

// Option changes a definition's bounds.
type Option func(*Definition)

// Between replaces the usual bounds of a tenth to ten times the default.
func Between(lowest, highest int64) Option {
	return func(d *Definition) { d.Min, d.Max = lowest, highest }
}

func define(name string, kind Kind, value int64, worse Worse, options []Option) Definition {
	d := Definition{Name: name, Kind: kind, Default: value, Worse: worse,
		Min: (value + boundFactor - 1) / boundFactor, Max: value * boundFactor}
	if kind == KindRatio {
		d.Max = min(d.Max, int64(money.One))
	}
	for _, option := range options {
		option(&d)
	}
	return d
}

// IsNear says that a figure which is no parameter may become another one: it moves as far
// at a time as a parameter may be from its default. There is no tenth of nothing.
func IsNear[N ~int64](from, to N) bool {
	return from == 0 || to >= (from+boundFactor-1)/boundFactor && to <= from*boundFactor
}

// Amount is a parameter that counts atoms.
type Amount struct{ Definition }

// Ratio is a parameter in parts per million.
type Ratio struct{ Definition }

// Integer is a parameter that counts something else.
type Integer struct{ Definition }

// NewAmount declares an amount.
func NewAmount(name string, value money.Amount, worse Worse, options ...Option) Amount {
	return Amount{define(name, KindAmount, int64(value), worse, options)}
}

// NewRatio declares a ratio.
func NewRatio(name string, value money.Ratio, worse Worse, options ...Option) Ratio {
	return Ratio{define(name, KindRatio, int64(value), worse, options)}
}

// NewInteger declares an integer.
func NewInteger(name string, value int64, worse Worse, options ...Option) Integer {
	return Integer{define(name, KindInteger, value, worse, options)}
}

func (d Definition) definition() Definition { return d }

// Text is a value of the parameter for people and documents.
func (d Definition) Text(value int64) string {
	switch d.Kind {
	case KindAmount:
		return money.Amount(value).String()
	case KindRatio:
		return money.Ratio(value).Text()
	case KindInteger:
	}
	return fmt.Sprint(value)
}

// ConcernsUsers says that the parameter is one of users' terms: some change of
// it is for the worse. The others are the operator's own guards.
func (d Definition) ConcernsUsers() bool { return d.Worse != WorseNever }

// isWorse says that going from one value to another is for the worse.
func (d Definition) isWorse(from, to int64) bool {
	switch d.Worse {
	case WorseHigher:
		return to > from
	case WorseLower:
		return to < from
	case WorseAny:
		return to != from
	case WorseNever:
	}
	return false
}

// In is the amount among the values.
func (a Amount) In(v Values) money.Amount { return money.Amount(a.valueIn(v.history, v.at)) }

// In is the ratio among the values.
func (r Ratio) In(v Values) money.Ratio { return money.Ratio(r.valueIn(v.history, v.at)) }

// In is the integer among the values.
func (i Integer) In(v Values) int64 { return i.valueIn(v.history, v.at) }

// LeastFrom is the least the ratio will be from a time on, as far as is decided.
func (r Ratio) LeastFrom(tx sqldb.Command, at time.Time) (money.Ratio, error) {
	v, err := AsOf(tx, at)
	least := r.In(v)
	for _, c := range v.history {
		if c.Name == r.Name && c.EffectiveAt.After(at) {
			least = min(least, money.Ratio(c.Value))
		}
	}
	return least, err
}

// valueIn is the value after the last change effective by a time; among those
// of one effective time the last made wins.
func (d Definition) valueIn(history []Change, at time.Time) int64 {
	value, last := d.Default, Change{}
	for _, c := range history {
		if c.Name != d.Name || c.EffectiveAt.After(at) {
			continue
		}
		if !c.before(last) {
			value, last = c.Value, c
		}
	}
	return value
}
