package claim

import (
	"errors"
	"testing"

	"etld/internal/base/fault"
)

func TestReadClaim(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		"phrase 1772424000000": 1772424000000, "phrase ": 0, "phrase -1": 0, "phrase +1": 0, "phrase 1 ": 0, "phras 1": 0,
		"phrase 17724240000000000": 0, "phrase １": 0, "": 0,
	} {
		at, ok := readClaim(text, "phrase ")
		if ok != (want != 0) || ok && at.UnixMilli() != want {
			t.Errorf("%q: %v %v", text, at, ok)
		}
	}
}

func FuzzReadClaim(f *testing.F) {
	f.Add("phrase 1772424000000")
	f.Add("phrase 99999999999999999999")
	f.Fuzz(func(t *testing.T, text string) {
		if at, ok := readClaim(text, "phrase "); ok && (at.UnixMilli() < 0 || len(text) > len("phrase ")+claimTimeDigits) {
			t.Fatalf("%q was read as %v", text, at)
		}
	})
}

func TestASenderIsAnAddress(t *testing.T) {
	t.Parallel()
	if _, err := New(Config{}).Claim(t.Context(), "user", "0x12", "phrase 1772424000000", "0x"); !errors.Is(err, fault.Invalid("sender")) {
		t.Errorf("a sender that is no address: %v", err)
	}
}
