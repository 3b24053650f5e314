package money

import (
	"errors"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text string
		want Amount
		err  error
	}{
		{"0", 0, nil}, {"1", Unit, nil}, {"0.1", 10_000_000, nil}, {"0.00000001", 1, nil},
		{"40000000000", Max, nil}, {"40000000000.00000001", 0, ErrTooLarge}, {"99999999999", 0, ErrTooLarge},
		{"", 0, ErrMalformed}, {".5", 0, ErrMalformed}, {"1.", 0, ErrMalformed}, {"1e3", 0, ErrMalformed},
		{"-1", 0, ErrMalformed}, {"+1", 0, ErrMalformed}, {"1,5", 0, ErrMalformed}, {"1.123456789", 0, ErrMalformed},
		{"123456789012", 0, ErrMalformed}, {"１", 0, ErrMalformed}, {" 1", 0, ErrMalformed},
	} {
		got, err := Parse(test.text)
		if got != test.want || !errors.Is(err, test.err) {
			t.Errorf("Parse(%q) = %d, %v; want %d, %v", test.text, got, err, test.want, test.err)
		}
	}
}

func TestStringReadsBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		amount := Amount(rapid.Int64Range(0, int64(Max)).Draw(t, "atoms"))
		back, err := Parse(amount.String())
		if err != nil || back != amount {
			t.Fatalf("%d → %q → %d, %v", amount, amount.String(), back, err)
		}
	})
}

func TestMulDivAgreesWithBigIntegers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := Amount(rapid.Int64Range(0, int64(Max)).Draw(t, "a"))
		c := rapid.Int64Range(1, 1<<40).Draw(t, "c")
		b := rapid.Int64Range(0, c).Draw(t, "b")
		product := new(big.Int).Mul(big.NewInt(int64(a)), big.NewInt(b))
		floor, rest := new(big.Int).QuoRem(product, big.NewInt(c), new(big.Int))
		if got := MulDivFloor(a, b, c); int64(got) != floor.Int64() {
			t.Fatalf("floor = %d, want %s", got, floor)
		}
		if rest.Sign() > 0 {
			floor.Add(floor, big.NewInt(1))
		}
		if got := MulDivCeil(a, b, c); int64(got) != floor.Int64() {
			t.Fatalf("ceil = %d, want %s", got, floor)
		}
	})
}

func TestBaseUnitsKeepTheRemainder(t *testing.T) {
	t.Parallel()
	raw, _ := new(big.Int).SetString("1000000000012345678901", 10)
	atoms, dust, err := FromBaseUnits(raw, 18)
	if err != nil || atoms != MustParse("1000.00000001") || dust.String() != "2345678901" {
		t.Errorf("got %s, %s, %v", atoms, dust, err)
	}
	huge := new(big.Int).Lsh(big.NewInt(1), 255)
	if _, _, err := FromBaseUnits(huge, 18); !errors.Is(err, ErrTooLarge) {
		t.Errorf("2^255 wei: got %v", err)
	}
	if _, err := ToBaseUnits(MustParse("1.0000001"), 6); !errors.Is(err, ErrMalformed) {
		t.Errorf("an amount the token cannot represent: got %v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"0", "1.5", "40000000000", "1e9", "-0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		amount, err := Parse(text)
		if err != nil {
			return
		}
		if amount < 0 || amount > Max {
			t.Fatalf("Parse(%q) = %d is outside the range", text, amount)
		}
		if back, err := Parse(amount.String()); err != nil || back != amount {
			t.Fatalf("%q does not read back", amount.String())
		}
	})
}

func TestGrouped(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"0": "0", "999.5": "999,5", "1000": "1 000", "1234567.00000001": "1 234 567,00000001"} {
		if got := Grouped(text, " ", ","); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
