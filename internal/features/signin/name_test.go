package signin

import (
	"testing"
)

func TestNamesCanBeSeen(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"Anna": true, "安娜": true, "Анна": true, "7": true, "👩‍🚀": true, " . ": true, "é": true,
		" ": false, "\u00a0": false, "\u200b\u200b": false, "\u2060": false, "\u3164": false, "\u115f\u1160": false, "\u2800": false, "\u0301": false, "\ufe0f": false, "\u00ad": false,
	} {
		if got := (ProfileIn{NickName: &name}).Check() == nil; got != want {
			t.Errorf("%+q is taken: %v", name, got)
		}
	}
}
