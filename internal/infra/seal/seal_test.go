package seal

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"etld/internal/base/entropy"
)

func sealer(t *testing.T, digit byte) *Sealer {
	t.Helper()
	s, err := New(bytes.Repeat([]byte{digit}, KeyBytes), entropy.System())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSealedOpensForItsOwnerOnly(t *testing.T) {
	t.Parallel()
	s, secret := sealer(t, 1), []byte("five lanes and a house number")
	sealed := s.Seal(secret, "order 7")
	if opened, err := s.Open(sealed, "order 7"); err != nil || !bytes.Equal(opened, secret) {
		t.Errorf("opened %q, %v; want the secret", opened, err)
	}
	if again := s.Seal(secret, "order 7"); again == sealed {
		t.Error("the same secret was sealed to the same text twice")
	}
	changed := strings.Replace(sealed, sealed[40:41], string("01"[sealed[40]&1^1]), 1)
	if changed == sealed {
		changed = sealed[:len(sealed)-2]
	}
	for name, open := range map[string]func() ([]byte, error){
		"another owner": func() ([]byte, error) { return s.Open(sealed, "order 8") },
		"another key":   func() ([]byte, error) { return sealer(t, 2).Open(sealed, "order 7") },
		"a changed one": func() ([]byte, error) { return s.Open(changed, "order 7") },
		"a cut one":     func() ([]byte, error) { return s.Open(sealed[:10], "order 7") },
		"no text":       func() ([]byte, error) { return s.Open("", "order 7") },
		"no digits":     func() ([]byte, error) { return s.Open("sealed", "order 7") },
	} {
		if opened, err := open(); !errors.Is(err, ErrSealed) || opened != nil {
			t.Errorf("%s: opened %q, error %v; want ErrSealed", name, opened, err)
		}
	}
}

// What a former key sealed opens until it is resealed; afterwards the former key
// opens it no more.
func TestAKeyIsReplaced(t *testing.T) {
	t.Parallel()
	former, secret := sealer(t, 1), []byte("number 7, a street")
	sealed := former.Seal(secret, "order 7")
	s, err := New(bytes.Repeat([]byte{2}, KeyBytes), entropy.System(), bytes.Repeat([]byte{9}, KeyBytes), bytes.Repeat([]byte{1}, KeyBytes))
	if err != nil {
		t.Fatal(err)
	}
	if opened, err := s.Open(sealed, "order 7"); err != nil || !bytes.Equal(opened, secret) {
		t.Errorf("opened %q, %v", opened, err)
	}
	renewed, err := s.Reseal(sealed, "order 7")
	if err != nil || renewed == sealed {
		t.Fatalf("resealed: %v", err)
	}
	if _, err := former.Open(renewed, "order 7"); !errors.Is(err, ErrSealed) {
		t.Errorf("the former key opens it: %v", err)
	}
	if opened, err := sealer(t, 2).Open(renewed, "order 7"); err != nil || !bytes.Equal(opened, secret) {
		t.Errorf("the present key alone opened %q, %v", opened, err)
	}
	if again, err := s.Reseal(renewed, "order 7"); err != nil || again != renewed {
		t.Errorf("resealed twice: %v", err)
	}
	if _, err := s.Reseal(sealed, "order 8"); !errors.Is(err, ErrSealed) {
		t.Errorf("for another owner: %v", err)
	}
	if _, err := New(bytes.Repeat([]byte{2}, KeyBytes), entropy.System(), []byte("short")); !errors.Is(err, ErrKey) {
		t.Errorf("a short former key: %v", err)
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]error{
		"": nil, strings.Repeat("ab", KeyBytes): nil,
		"ab": ErrKey, strings.Repeat("zz", KeyBytes): ErrKey, strings.Repeat("ab", KeyBytes+1): ErrKey,
	} {
		key, err := ParseKey(text)
		if !errors.Is(err, want) || err == nil && len(key) != len(text)/2 {
			t.Errorf("key %q: %d bytes, %v; want error %v", text, len(key), err, want)
		}
	}
	if _, err := New([]byte("short"), entropy.System()); !errors.Is(err, ErrKey) {
		t.Errorf("a short key: %v, want ErrKey", err)
	}
}

// Keys are written down in the configuration: one may be missing, none may be wrong.
func TestOfTexts(t *testing.T) {
	t.Parallel()
	former, present := strings.Repeat("01", KeyBytes), strings.Repeat("02", KeyBytes)
	s, err := OfTexts(entropy.System(), present, former)
	if err != nil {
		t.Fatal(err)
	}
	sealed := sealer(t, 1).Seal([]byte("before"), "order 7")
	if opened, err := s.Open(sealed, "order 7"); err != nil || string(opened) != "before" {
		t.Errorf("the former key opens %q, %v", opened, err)
	}
	if s, err := OfTexts(entropy.System(), "", former); s != nil || err != nil {
		t.Errorf("without a present key: %v, %v", s, err)
	}
	for _, keys := range [][2]string{{"short", former}, {present, "short"}} {
		if _, err := OfTexts(entropy.System(), keys[0], keys[1]); !errors.Is(err, ErrKey) {
			t.Errorf("%v: %v", keys, err)
		}
	}
}
