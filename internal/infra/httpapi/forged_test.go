package httpapi

import (
	"encoding/base64"
	"errors"
	"net/url"
	"reflect"
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

// What users write is read by others, next to words of the platform's.
func TestTextsKeepTheirDirection(t *testing.T) {
	t.Parallel()
	type texts struct {
		Name string `query:"name"`
	}
	b := newBinder(reflect.TypeFor[texts]())
	for text, ok := range map[string]bool{
		"Anna": true, "安娜": true, "اسم": true, "👩‍🚀": true, "a\u202eb": false, "\u2066a\u2069": false, "a\u200fb": false, "a\u2028b": false, "a\u2029b": false, "a\x00": false,
	} {
		if _, err := b.bind("name="+url.QueryEscape(text), &texts{}); (err == nil) != ok {
			t.Errorf("%+q: %v", text, err)
		}
	}
}
