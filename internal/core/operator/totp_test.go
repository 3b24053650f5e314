package operator

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"etld/internal/base/entropy"
)

// The vectors of RFC 6238, appendix B, for SHA-1, cut to six digits.
func TestCodesOfTheStandard(t *testing.T) {
	t.Parallel()
	secret := []byte("12345678901234567890")
	for at, want := range map[int64]string{59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130"} {
		if got := totpAt(secret, stepOf(time.Unix(at, 0))); got != want {
			t.Errorf("at %d: %s, want %s", at, got, want)
		}
	}
}

func TestACodeCountsOnceAndForAStepAround(t *testing.T) {
	t.Parallel()
	secret, at := []byte("12345678901234567890"), time.Unix(1111111109, 0)
	now := stepOf(at)
	for offset, want := range map[int64]bool{-2: false, -1: true, 0: true, 1: true, 2: false} {
		if _, ok := acceptCode(secret, totpAt(secret, now+offset), at, 0); ok != want {
			t.Errorf("the code of %d steps away: %v", offset, ok)
		}
	}
	step, ok := acceptCode(secret, totpAt(secret, now), at, 0)
	if !ok || step != now {
		t.Fatalf("step %d, %v", step, ok)
	}
	for _, code := range []string{totpAt(secret, now), totpAt(secret, now-1), "", "28708"} {
		if _, ok := acceptCode(secret, code, at, step); ok {
			t.Errorf("%q was accepted after a later code", code)
		}
	}
}

func TestSealedSecretsOpenForTheirOwnerOnly(t *testing.T) {
	t.Parallel()
	one, err := newSealer(bytes.Repeat([]byte{1}, KeyBytes), entropy.System())
	if err != nil {
		t.Fatal(err)
	}
	other, err := newSealer(bytes.Repeat([]byte{2}, KeyBytes), entropy.System())
	if err != nil {
		t.Fatal(err)
	}
	sealed := one.seal([]byte("secret"), "a")
	if strings.Contains(sealed, "secret") || sealed == one.seal([]byte("secret"), "a") {
		t.Errorf("sealed as %q", sealed)
	}
	if got, err := one.open(sealed, "a"); err != nil || string(got) != "secret" {
		t.Errorf("opened as %q, %v", got, err)
	}
	for name, open := range map[string]func() ([]byte, error){
		"another owner": func() ([]byte, error) { return one.open(sealed, "b") },
		"another key":   func() ([]byte, error) { return other.open(sealed, "a") },
		"cut short":     func() ([]byte, error) { return one.open(sealed[:8], "a") },
		"no text":       func() ([]byte, error) { return one.open("zz", "a") },
	} {
		if got, err := open(); !errors.Is(err, ErrSealed) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestParseKey(t *testing.T) {
	t.Parallel()
	if key, err := ParseKey(strings.Repeat("ab", KeyBytes)); err != nil || len(key) != KeyBytes {
		t.Errorf("%x, %v", key, err)
	}
	if key, err := ParseKey(""); err != nil || key != nil {
		t.Errorf("no key: %x, %v", key, err)
	}
	for _, text := range []string{"ab", strings.Repeat("zz", KeyBytes), strings.Repeat("ab", KeyBytes+1)} {
		if _, err := ParseKey(text); !errors.Is(err, ErrKey) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
