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
