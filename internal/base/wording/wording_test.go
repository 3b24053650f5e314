package wording

import (
	"errors"
	"strings"
	"testing"

	"etld/internal/base/fault"
)

// What is wrong in several languages is refused for the first of them, each time the
// same.
func TestATextIsSeenInEveryLanguage(t *testing.T) {
	t.Parallel()
	whole := Wording{Chinese: "折傘", English: "Umbrella", Russian: "Зонт"}
	if err := whole.Check("names", 8); err != nil {
		t.Errorf("a whole wording: %v", err)
	}
	if Of(whole.Texts()) != whole {
		t.Error("texts and wording differ")
	}
	for field, w := range map[string]Wording{
		"names.zhtw": {},
		"names.en":   {Chinese: "折傘", English: " Umbrella"},
		"names.ru":   {Chinese: "折傘", English: "Umbrella", Russian: "Зо\u202eнт"},
	} {
		var refused fault.Fault
		if err := w.Check("names", 8); !errors.As(err, &refused) || refused.Params["field"] != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	if IsLine("Зо\ufffdнт", 8) {
		t.Error("a text with a letter that was lost was taken")
	}
	if long := (Wording{Chinese: strings.Repeat("傘", 9), English: "U", Russian: "З"}); long.Check("names", 8) == nil {
		t.Error("a text that is too long was taken")
	}
}

func TestCutCountsCharacters(t *testing.T) {
	t.Parallel()
	if got := Cut("幣鏈幣", 3); got != "幣鏈幣" {
		t.Errorf("a text that fits becomes %q", got)
	}
	if got := Cut("幣鏈幣鏈", 3); got != "幣鏈…" {
		t.Errorf("a longer one becomes %q", got)
	}
}

func TestWordsThatAreGivenAreWhole(t *testing.T) {
	t.Parallel()
	whole := Wording{Chinese: "折傘", English: "Umbrella", Russian: "Зонт"}
	for field, c := range map[string]struct{ names, details *Wording }{
		"":             {&whole, &whole},
		"names.zhtw":   {&Wording{}, &whole},
		"details.zhtw": {nil, &Wording{}},
	} {
		var refused fault.Fault
		err := Words{Names: c.names, Details: c.details}.CheckWords(8, 8)
		if field == "" && err != nil || field != "" && (!errors.As(err, &refused) || refused.Params["field"] != field) {
			t.Errorf("%q: %v", field, err)
		}
	}
}

func TestAChangeSaysWhatItsThingIsCalled(t *testing.T) {
	t.Parallel()
	change := struct{ Words }{Words{Called: &Wording{English: "A lie"}}}
	if Call(&change, Texts{"zhtw": "折傘", "en": "Umbrella", "ru": "Зонт"}); *change.Called != (Wording{Chinese: "折傘", English: "Umbrella", Russian: "Зонт"}) {
		t.Errorf("called %+v", change.Called)
	}
	if Call(&change, nil); change.Called != nil {
		t.Errorf("what is new is called %+v", change.Called)
	}
	Call(&struct{}{}, Texts{"en": "Umbrella"})
}
