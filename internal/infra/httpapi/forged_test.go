package httpapi

import (
	"encoding/base64"
	"errors"
	"testing"

	"etld/internal/base/fault"
)

// forged is a cursor as anybody can make one: the checksum is no secret.
func forged(listName, content string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(checksum(listName, content) + content))
}

// What reaches a statement is text that both engines take.
func TestForgedCursors(t *testing.T) {
	t.Parallel()
	for _, content := range []string{"", "\x00", "a\x00b", "\xff\xfe", "a\nb", "\u202e", "日本", "a b"} {
		if position, err := (Page{Cursor: forged("rows", content)}).After("rows", 1); !errors.Is(err, fault.InvalidField) {
			t.Errorf("%q continues at %q: %v", content, position, err)
		}
	}
	for _, content := range []string{"01JABCDEF", "2026-03-02", "1772424000000000", "0.5", "-1", "a|b:c_d"} {
		if _, err := (Page{Cursor: forged("rows", content)}).After("rows", 1); err != nil {
			t.Errorf("%q: %v", content, err)
		}
	}
	if _, err := (Page{Cursor: forged("rows", "a\x1fb")}).After("rows", 2); err != nil {
		t.Errorf("two parts: %v", err)
	}
}
