package totp

import (
	"testing"
	"time"
)

// The vectors of RFC 6238, appendix B, for SHA-1, cut to six digits.
func TestCodesOfTheStandard(t *testing.T) {
	t.Parallel()
	secret := []byte("12345678901234567890")
	for at, want := range map[int64]string{59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130"} {
		if got := At(secret, StepOf(time.Unix(at, 0))); got != want {
			t.Errorf("at %d: %s, want %s", at, got, want)
		}
	}
}

func TestACodeCountsOnceAndForAStepAround(t *testing.T) {
	t.Parallel()
	secret, at := []byte("12345678901234567890"), time.Unix(1111111109, 0)
	now := StepOf(at)
	for offset, want := range map[int64]bool{-2: false, -1: true, 0: true, 1: true, 2: false} {
		if _, ok := Accept(secret, At(secret, now+offset), at, 0); ok != want {
			t.Errorf("the code of %d steps away: %v", offset, ok)
		}
	}
	step, ok := Accept(secret, At(secret, now), at, 0)
	if !ok || step != now {
		t.Fatalf("step %d, %v", step, ok)
	}
	for _, code := range []string{At(secret, now), At(secret, now-1), "", "28708"} {
		if _, ok := Accept(secret, code, at, step); ok {
			t.Errorf("%q was accepted after a later code", code)
		}
	}
}
