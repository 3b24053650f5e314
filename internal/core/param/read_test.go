package param_test

import (
	"errors"
	"testing"

	"etld/internal/core/param"
)

func TestReadIsTextTheOtherWayRound(t *testing.T) {
	t.Parallel()
	set := newSet(t)
	for _, d := range set.Definitions() {
		for _, value := range []int64{d.Min, d.Default, d.Max} {
			if got, err := d.Read(d.Text(value)); err != nil || got != value {
				t.Errorf("%s: %s reads %d, %v; want %d", d.Name, d.Text(value), got, err, value)
			}
		}
	}
	for name, texts := range map[string][]string{
		"test.fee": {"", "5 %", "0.0000001", "-0.05", "1e-2"}, "test.price": {"", "x", "-1", "1.000000001"}, "test.limit": {"", "1.5", "0x10", "9999999999999999999"},
	} {
		d, known := set.Find(name)
		if !known {
			t.Fatalf("%s is unknown", name)
		}
		for _, text := range texts {
			if got, err := d.Read(text); !errors.Is(err, param.ErrMalformed) {
				t.Errorf("%s: %q reads %d, %v", name, text, got, err)
			}
		}
	}
	if _, known := set.Find("test.none"); known {
		t.Error("a parameter that does not exist was found")
	}
}
