package sumtree

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"math/bits"

	"etld/internal/base/money"
)

// Assets is how many sums stand side by side: USDT, ETLD and ETH, in this order.
const Assets = 3

const (
	sumSize = 12
	// highMax bounds the upper word of a sum below 2^95.
	highMax = 1<<31 - 1
)

// ErrSumRange says that a sum is outside 0 … 2^95 − 1.
var ErrSumRange = errors.New("a sum is outside 0 to 2^95-1")

// Sum is a number of atoms from 0 to 2^95 − 1.
type Sum struct {
	high uint32
	low  uint64
}

// Sums are the sums of one leaf or node.
type Sums [Assets]Sum

// SumOf is a sum of atoms that one user may have.
func SumOf(atoms uint64) Sum { return Sum{low: atoms} }

// ParseSum reads a plain decimal: digits without sign or leading zeros.
func ParseSum(text string) (Sum, error) {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok || n.String() != text {
		return Sum{}, fmt.Errorf("%q: %w", text, ErrSumRange)
	}
	if n.Sign() < 0 || n.BitLen() > 95 {
		return Sum{}, fmt.Errorf("%s: %w", text, ErrSumRange)
	}
	var raw [sumSize]byte
	n.FillBytes(raw[:])
	return sumFrom(raw[:]), nil
}

// String is the sum as a plain decimal.
func (s Sum) String() string {
	var raw [sumSize]byte
	s.put(raw[:])
	return new(big.Int).SetBytes(raw[:]).String()
}

// Amount is the sum as an amount; ErrSumRange says that it is larger than one can be.
func (s Sum) Amount() (money.Amount, error) {
	if s.high > 0 || s.low > uint64(money.Max) {
		return 0, ErrSumRange
	}
	return money.Amount(s.low), nil
}

// MarshalText writes the sum as a plain decimal.
func (s Sum) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a plain decimal.
func (s *Sum) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSum(string(text))
	return err
}

// UnmarshalJSON reads as many sums as there are assets.
func (s *Sums) UnmarshalJSON(text []byte) error {
	var read []Sum
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	if len(read) != Assets {
		return ErrMalformed
	}
	copy(s[:], read)
	return nil
}

func (s Sum) put(to []byte) {
	binary.BigEndian.PutUint32(to, s.high)
	binary.BigEndian.PutUint64(to[4:], s.low)
}

func sumFrom(raw []byte) Sum {
	return Sum{high: binary.BigEndian.Uint32(raw), low: binary.BigEndian.Uint64(raw[4:])}
}

// plus adds asset by asset and refuses what leaves the range.
func (s Sums) plus(other Sums) (Sums, error) {
	var out Sums
	for i := range s {
		low, carry := bits.Add64(s[i].low, other[i].low, 0)
		high := uint64(s[i].high) + uint64(other[i].high) + carry
		if high > highMax {
			return out, ErrSumRange
		}
		out[i] = Sum{high: uint32(high), low: low}
	}
	return out, nil
}

func (s Sums) append(to []byte) []byte {
	for _, sum := range s {
		var raw [sumSize]byte
		sum.put(raw[:])
		to = append(to, raw[:]...)
	}
	return to
}

// texts are the sums as plain decimals.
func (s Sums) texts() []string {
	list := make([]string, len(s))
	for i, sum := range s {
		list[i] = sum.String()
	}
	return list
}
