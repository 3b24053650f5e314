// Package money counts money in whole atoms and never in floats.
//
// An Amount is a number of atoms of one asset. For USDT, ETLD, ETH and the gas
// coins an atom is 10⁻⁸ of the unit; for game points (GP) it is the point.
// On the wire and in documents an amount is a decimal string without exponent.
package money

import (
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
	"strings"

	"etld/internal/base/each"
)

// Amount is a whole number of atoms. It may be negative only as a signed
// movement shown to a user; stored balances and transfers are never negative.
type Amount int64

const (
	// Decimals is the number of decimal places of an amount on the wire.
	Decimals = 8
	// Unit is one whole coin in atoms.
	Unit Amount = 100_000_000
	// Max is the largest amount the product handles: 40,000,000,000 units.
	// The database's CHECK constraints hold the same bound.
	Max Amount = 4_000_000_000_000_000_000

	// PointsPerUnit is how many game points one USDT buys and backs.
	PointsPerUnit = 100
	// PerPoint is what lies behind one point, in atoms of USDT.
	PerPoint = Unit / PointsPerUnit

	maxIntegerDigits = 11
)

// Refusals of Parse.
var (
	ErrMalformed = errors.New("amount is not a plain decimal with at most 8 decimal places")
	ErrTooLarge  = errors.New("amount is above 40000000000")
)

// Asset names what an amount is an amount of.
type Asset string

// The assets of the product. GP is counted in whole points.
const (
	USDT Asset = "USDT"
	ETLD Asset = "ETLD"
	ETH  Asset = "ETH"
	GP   Asset = "GP"
)

func (Asset) Values() []string {
	return each.Texts(USDT, ETLD, ETH, GP)
}

// Text writes an amount of the asset as people read it: points are whole.
func (a Asset) Text(amount Amount) string {
	if a == GP {
		return strconv.FormatInt(int64(amount), 10)
	}
	return amount.String()
}

// Parse reads ^\d{1,11}(\.\d{1,8})?$ as an amount ≥ 0.
func Parse(text string) (Amount, error) {
	whole, fraction, hasPoint := strings.Cut(text, ".")
	if len(whole) == 0 || len(whole) > maxIntegerDigits || !onlyDigits(whole) {
		return 0, ErrMalformed
	}
	if hasPoint && (len(fraction) == 0 || len(fraction) > Decimals || !onlyDigits(fraction)) {
		return 0, ErrMalformed
	}
	digits := whole + fraction + strings.Repeat("0", Decimals-len(fraction))
	atoms, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || Amount(atoms) > Max {
		return 0, ErrTooLarge
	}
	return Amount(atoms), nil
}

// MustParse is Parse for constants in code and tests; it panics on bad text.
func MustParse(text string) Amount {
	amount, err := Parse(text)
	if err != nil {
		panic(fmt.Sprintf("money.MustParse(%q): %v", text, err))
	}
	return amount
}

// Units is a whole number of coins as an amount.
func Units(n int64) Amount { return Amount(n) * Unit }

// String is the shortest plain decimal: "1038", "0.02", "-1.5".
func (a Amount) String() string {
	if a < 0 {
		// The magnitude of the smallest int64 does not fit, but no amount gets there.
		return "-" + (-a).String()
	}
	whole, rest := a/Unit, a%Unit
	if rest == 0 {
		return strconv.FormatInt(int64(whole), 10)
	}
	fraction := strconv.FormatInt(int64(Unit+rest), 10)[1:]
	return strconv.FormatInt(int64(whole), 10) + "." + strings.TrimRight(fraction, "0")
}

// Grouped writes a plain decimal with a mark before each three digits of its whole
// part, and another one before its decimals.
func Grouped(decimal, mark, point string) string {
	const digits = 3
	whole, fraction, hasFraction := strings.Cut(decimal, ".")
	var b strings.Builder
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%digits == 0 {
			b.WriteString(mark)
		}
		b.WriteRune(digit)
	}
	if hasFraction {
		b.WriteString(point + fraction)
	}
	return b.String()
}

// MarshalText writes the wire form.
func (a Amount) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads the wire form, with an optional sign.
func (a *Amount) UnmarshalText(text []byte) error {
	s, negative := strings.CutPrefix(string(text), "-")
	value, err := Parse(s)
	if err != nil {
		return err
	}
	if negative {
		value = -value
	}
	*a = value
	return nil
}

// Ratio is a share in parts per million: 5 % is 50,000.
type Ratio int64

// One is the whole.
const One Ratio = 1_000_000

// Percent makes a ratio from hundredths of a percent: Percent(50) is 0.5 %.
func Percent(hundredths int64) Ratio { return Ratio(hundredths * 100) }

// Text is the ratio as a decimal fraction: 5 % is "0.05".
func (r Ratio) Text() string { return Amount(int64(r) * int64(Unit) / int64(One)).String() }

// Floor is the share of an amount, rounded down to the atom.
func (r Ratio) Floor(a Amount) Amount { return MulDivFloor(a, int64(r), int64(One)) }

// Ceil is the share of an amount, rounded up to the atom.
func (r Ratio) Ceil(a Amount) Amount { return MulDivCeil(a, int64(r), int64(One)) }

// MulDivFloor is ⌊a·b/c⌋ with a 128-bit product, for a, b ≥ 0 and c > 0.
// It panics when the result does not fit, which no permitted input reaches.
func MulDivFloor(a Amount, b, c int64) Amount {
	quotient, _ := mulDiv(a, b, c)
	return quotient
}

// MulDivCeil is ⌈a·b/c⌉ with a 128-bit product, for a, b ≥ 0 and c > 0.
func MulDivCeil(a Amount, b, c int64) Amount {
	quotient, remainder := mulDiv(a, b, c)
	if remainder > 0 {
		quotient++
	}
	return quotient
}

func mulDiv(a Amount, b, c int64) (Amount, uint64) {
	if a < 0 || b < 0 || c <= 0 {
		panic(fmt.Sprintf("money: mulDiv(%d, %d, %d) outside its domain", a, b, c))
	}
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi >= uint64(c) {
		panic(fmt.Sprintf("money: %d·%d/%d overflows", a, b, c))
	}
	quotient, remainder := bits.Div64(hi, lo, uint64(c))
	if quotient > uint64(Max) {
		panic(fmt.Sprintf("money: %d·%d/%d is above the largest amount", a, b, c))
	}
	return Amount(quotient), remainder
}

// FromBaseUnits converts an on-chain integer with the token's decimals into
// atoms, rounded down, and returns what is left in the token's own units.
func FromBaseUnits(raw *big.Int, decimals int) (Amount, *big.Int, error) {
	if raw.Sign() < 0 {
		return 0, nil, ErrMalformed
	}
	atoms, dust := new(big.Int), new(big.Int)
	if decimals >= Decimals {
		scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals-Decimals)), nil)
		atoms.QuoRem(raw, scale, dust)
	} else {
		scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(Decimals-decimals)), nil)
		atoms.Mul(raw, scale)
	}
	if !atoms.IsInt64() || Amount(atoms.Int64()) > Max {
		return 0, nil, ErrTooLarge
	}
	return Amount(atoms.Int64()), dust, nil
}

// ToBaseUnits converts atoms into the token's integer. An amount the token
// cannot represent exactly is refused.
func ToBaseUnits(a Amount, decimals int) (*big.Int, error) {
	raw := big.NewInt(int64(a))
	if decimals >= Decimals {
		scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals-Decimals)), nil)
		return raw.Mul(raw, scale), nil
	}
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(Decimals-decimals)), nil)
	quotient, remainder := new(big.Int).QuoRem(raw, scale, new(big.Int))
	if remainder.Sign() != 0 {
		return nil, ErrMalformed
	}
	return quotient, nil
}

func onlyDigits(s string) bool {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// Gauge is an amount in whole coins for a metric, which is a float by nature;
// nothing is decided on it.
func Gauge(a Amount) float64 { return float64(a) / float64(Unit) }
