package long

import "testing"

func TestALongRunPlaysTheWhole(t *testing.T) {
	for value, want := range map[string]int{"": 20, "1": 100} {
		t.Setenv(Environment, value)
		if got := Or(20, 100); got != want {
			t.Errorf("with %q: %d, want %d", value, got, want)
		}
	}
}
