package chain_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"etld/internal/base/money"
	"etld/internal/infra/chain"
)

func TestCreditOf(t *testing.T) {
	t.Parallel()
	power := func(exponent uint) string { return new(big.Int).Lsh(big.NewInt(1), exponent).String() }
	for name, test := range map[string]struct {
		wei       string
		decimals  int
		amount    money.Amount
		remainder string
		want      error
	}{
		"one token":                       {"1000000000000000000", 18, money.Unit, "0", nil},
		"one atom":                        {"10000000000", 18, 1, "0", nil},
		"one wei less than an atom":       {"9999999999", 18, 0, "9999999999", nil},
		"one wei":                         {"1", 18, 0, "1", nil},
		"an atom and a half":              {"15000000000", 18, 1, "5000000000", nil},
		"six decimals":                    {"1", 6, 100, "0", nil},
		"eight decimals":                  {"7", 8, 7, "0", nil},
		"no decimals":                     {"3", 0, 3 * money.Unit, "0", nil},
		"the most, with dust":             {"40000000000" + strings.Repeat("0", 17) + "1", 18, money.Max, "1", nil},
		"an atom above the most":          {"40000000000" + "00000001" + strings.Repeat("0", 10), 18, 0, "", chain.ErrAmountTooLarge},
		"2^255":                           {power(255), 18, 0, "", chain.ErrAmountTooLarge},
		"2^255 of a token with 70":        {power(255), 70, 578_960_446_186_580, "97711785492504343953926634992332820282019728792003956564819968", nil},
		"empty":                           {"", 18, 0, "", chain.ErrWeiMalformed},
		"signed":                          {"+1", 18, 0, "", chain.ErrWeiMalformed},
		"negative":                        {"-1", 18, 0, "", chain.ErrWeiMalformed},
		"fraction":                        {"1.5", 18, 0, "", chain.ErrWeiMalformed},
		"hexadecimal":                     {"0x10", 18, 0, "", chain.ErrWeiMalformed},
		"more digits than 2^256 can have": {strings.Repeat("1", 79), 18, 0, "", chain.ErrWeiMalformed},
	} {
		credit, err := chain.CreditOf(test.wei, test.decimals)
		if !errors.Is(err, test.want) || (err == nil) != (test.want == nil) || credit.Amount != test.amount || credit.RemainderWei != test.remainder {
			t.Errorf("%s: %+v %v, want %d %s %v", name, credit, err, test.amount, test.remainder, test.want)
		}
	}
}
