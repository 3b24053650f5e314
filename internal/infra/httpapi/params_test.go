package httpapi

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/money"
)

type everyKind struct {
	Page
	ID       ID           `query:"id" optional:"true"`
	Name     string       `query:"name" optional:"true" minLength:"2" maxLength:"5"`
	Note     string       `query:"note" optional:"true" multiline:"true"`
	Status   string       `query:"status" optional:"true" enum:"running,dug_out"`
	Hue      colour       `query:"hue" optional:"true"`
	Few      colour       `query:"few" optional:"true" enum:"red"`
	Hex      string       `query:"hex" optional:"true" pattern:"^0x[0-9a-f]+$"`
	Quantity int          `query:"quantity" optional:"true" minimum:"1" maximum:"10"`
	Start    bool         `query:"start" default:"false"`
	Amount   money.Amount `query:"amount" optional:"true"`
	Least    money.Amount `query:"least" optional:"true" minimum:"0"`
	From     *clock.Day   `query:"from"`
	Hint     string       `query:"hint" optional:"true" maxLength:"8" anyText:"true"`
}

var errOrder = fault.Invalid("order")

func (e everyKind) Check() error {
	if e.Name == "wrong" {
		return errOrder
	}
	return nil
}

func bindEvery(query string) (everyKind, error) {
	var in everyKind
	_, err := newBinder(reflect.TypeFor[everyKind]()).bind(query, &in)
	return in, err
}

func TestParametersAreRead(t *testing.T) {
	t.Parallel()
	got, err := bindEvery("id=ABCdef123&name=%E5%90%8D%E5%AD%97&note=a%0Ab&status=dug_out&hue=green&few=red&hex=0xff&quantity=10&start=true&amount=0.00000001&least=0&from=2026-03-02&cursor=&size=50&unknown=1&unknown=2&%zz=1")
	day, _ := clock.ParseDay("2026-03-02")
	want := everyKind{Page: Page{Size: 50}, ID: "ABCdef123", Name: "名字", Note: "a\nb", Status: "dug_out", Hue: "green", Few: "red", Hex: "0xff", Quantity: 10, Start: true, Amount: 1, From: &day}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	if got, err := bindEvery(""); err != nil || !reflect.DeepEqual(got, everyKind{Page: Page{Size: 20}}) {
		t.Errorf("nothing given: %+v, %v", got, err)
	}
	if got, err := bindEvery("n%61me=ab"); err != nil || got.Name != "ab" {
		t.Errorf("an escaped name: %+v, %v", got, err)
	}
}

func TestAnyTextIsTaken(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a%0Ab": "a\uFFFDb", "%00": "\uFFFD", "a%E2%80%8Fb": "a\uFFFDb", "%E2%80%A8": "\uFFFD", "%ff": "\uFFFD", "%E5": "\uFFFD", "%E5%90%8D": "名",
	} {
		var in everyKind
		b := newBinder(reflect.TypeFor[everyKind]())
		raw, err := b.bind("hint="+text, &in)
		if i, _ := b.find("hint"); err != nil || in.Hint != want || raw[i] != want {
			t.Errorf("%s: %q, %q, %v", text, in.Hint, raw, err)
		}
	}
}

func TestParametersAreRefused(t *testing.T) {
	t.Parallel()
	for field, values := range map[string][]string{
		"id":       {"short", strings.Repeat("a", 27), "abc-def", "abcdef%0A", "abcdef%00"},
		"name":     {"x", "sixsix", "a%00b", "a%0Ab", "%ff%fe", "%E5", "%", "%4", "ab&name=cd", "ab&name=ab"},
		"note":     {"a%0Db", strings.Repeat("x", 129)},
		"status":   {"completed", "Running", "running,dug_out"},
		"hue":      {"blue", "Green", "red,green"},
		"few":      {"green"},
		"hex":      {"ff", "0xFF", "0x"},
		"quantity": {"0", "11", "-1", "1.0", "1e0", "+1", "0x1", "%201", "1%20", "1234567890123456789", "９"},
		"start":    {"1", "TRUE", "yes"},
		"amount":   {"0", "0.0", "-1", "+1", ".5", "1.", "1e3", "0.000000001", "40000000000.00000001", "999999999999", "1,5", "NaN", "Infinity"},
		"least":    {"-1", "x"},
		"from":     {"2026-13-01", "2026-02-30", "02.03.2026", "2026-3-2"},
		"size":     {"0", "51", "-1", "x"},
		"cursor":   {strings.Repeat("x", 129)},
		"hint":     {strings.Repeat("x", 9), "%", "a&hint=b"},
	} {
		for _, value := range values {
			_, err := bindEvery(field + "=" + value)
			f, ok := fault.As(err)
			if !ok || f.Code != 1002 || f.Params["field"] != field {
				t.Errorf("%s=%s: %v", field, value, err)
			}
		}
	}
	if _, err := bindEvery("name=wrong"); !errors.Is(err, errOrder) {
		t.Errorf("the rule across fields: %v", err)
	}
}

func TestRequiredParameters(t *testing.T) {
	t.Parallel()
	type required struct {
		Quantity int `query:"quantity"`
	}
	for query, ok := range map[string]bool{"": false, "quantity=": false, "quantity=0": true} {
		var in required
		if _, err := newBinder(reflect.TypeFor[required]()).bind(query, &in); (err == nil) != ok {
			t.Errorf("%q: %v", query, err)
		}
	}
}

func TestMistakesInDeclarationsShowAtStart(t *testing.T) {
	t.Parallel()
	for name, declared := range map[string]any{
		"no tag": struct{ A string }{},
		"twice":  struct{ A, B string }{},
		"a float": struct {
			A float64 `query:"a"`
		}{},
		"a bound": struct {
			A int `query:"a" minimum:"x"`
		}{},
		"a struct": 1,
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			newBinder(reflect.TypeOf(declared))
		}()
	}
}

// FuzzBind holds that no query does more than fill the struct within its
// rules or be refused with a field's name.
func FuzzBind(f *testing.F) {
	for _, seed := range []string{"", "name=ab&size=3", "amount=1.5&amount=2", "id=%41%42%43%44%45%46", "&&==&=x&name", "from=2026-03-02&least=0", "hint=a%0A%ff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		in, err := bindEvery(query)
		if err != nil {
			if refused, ok := fault.As(err); !ok || refused.Code != 1002 || refused.Params["field"] == "" {
				t.Fatalf("%q: %v", query, err)
			}
			return
		}
		if in.Size < 1 || in.Size > 50 || in.Amount < 0 || in.Amount > money.Max || in.Quantity < 0 || in.Quantity > 10 || len([]rune(in.Name)) > 5 {
			t.Fatalf("%q was read as %+v", query, in)
		}
		if values, err := url.ParseQuery(query); err == nil && in.Name != "" && values.Get("name") != in.Name {
			t.Fatalf("%q: name is %q, want %q", query, in.Name, values.Get("name"))
		}
	})
}

func TestCursors(t *testing.T) {
	t.Parallel()
	rows := []int{9, 8, 7, 6}
	position := func(n int) []string { return []string{fmt.Sprint(n), "x"} }
	first := NewList(Page{Size: 3}, "rows", rows, position)
	if !first.HasMore || len(first.List) != 3 || first.NextCursor == "" || len(first.NextCursor) > 128 {
		t.Fatalf("the first page is %+v", first)
	}
	after, err := Page{Size: 3, Cursor: first.NextCursor}.After("rows", 2)
	if err != nil || !reflect.DeepEqual(after, []string{"7", "x"}) {
		t.Errorf("after %v, %v", after, err)
	}
	if last := NewList(Page{Size: 3}, "rows", rows[:3], position); last.HasMore || last.NextCursor != "" {
		t.Errorf("a page that just fits is %+v", last)
	}
	for name, test := range map[string]struct {
		cursor, list string
		parts        int
	}{
		"another list":     {first.NextCursor, "others", 2},
		"another shape":    {first.NextCursor, "rows", 1},
		"a changed letter": {"B" + first.NextCursor[1:], "rows", 2},
		"cut short":        {first.NextCursor[:4], "rows", 2},
		"no base64":        {"!!!!", "rows", 2},
	} {
		if _, err := (Page{Size: 3, Cursor: test.cursor}).After(test.list, test.parts); !errors.Is(err, fault.InvalidField) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if empty := All[int](nil); empty.List == nil {
		t.Error("an empty list is null")
	}
}
