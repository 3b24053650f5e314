package signin

import (
	"strings"
	"testing"
)

func TestNamesCanBeSeen(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"Anna": true, "安娜": true, "Анна": true, "7": true, "👩‍🚀": true, " . ": true, "é": true,
		"Nguyễn": true, "e\u0302\u0301": true, "❤\ufe0f": true, "a\u200bnna": false, "anna\u2060": false, "a\u200dnna": false, "an\u00adna": false,
		"a" + strings.Repeat("\u0301", 3): false, "Z" + strings.Repeat("\u0335", 23): false, "\ufeffanna": false,
		" ": false, "\u00a0": false, "\u200b\u200b": false, "\u2060": false, "\u3164": false, "\u115f\u1160": false, "\u2800": false, "\u0301": false, "\ufe0f": false, "\u00ad": false,
	} {
		if got := (ProfileIn{NickName: &name}).Check() == nil; got != want {
			t.Errorf("%+q is taken: %v", name, got)
		}
	}
}

// A name may not look like another's masked account; one's own is what everybody
// begins with.
func TestNamesThatLookLikeMasks(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"0xed83******7eDE0A": true, "a***": true, "＊＊＊b": true, "5* hotel": false, "**": false, "anna": false} {
		if got := isMask(name); got != want {
			t.Errorf("%q looks like a mask: %v", name, got)
		}
	}
}
