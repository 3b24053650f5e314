package withdrawal

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/httpapi"
)

// enumOf is what the API says a field can be.
func enumOf(t *testing.T, owner any, field string) []string {
	t.Helper()
	f, found := reflect.TypeOf(owner).FieldByName(field)
	if !found {
		t.Fatalf("%T has no %s", owner, field)
	}
	return slices.DeleteFunc(strings.Split(f.Tag.Get("enum"), ","), func(s string) bool { return s == "" })
}

// Every word that the API can say has a text in every language, and no other
// text exists.
func TestTextsAreComplete(t *testing.T) {
	t.Parallel()
	c, err := loadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	for _, flaw := range textFlaws(c, map[string][]string{
		"closed": enumOf(t, NetworkRow{}, "Reason"), "steps": StepCode("").Values(), "next": enumOf(t, NextStep{}, "Code"),
		"reasons": ReasonCode("").Values()}) {
		t.Error(flaw)
	}
}

func textFlaws(c catalogue, wanted map[string][]string) (flaws []string) {
	for _, language := range httpapi.Languages {
		for group, texts := range groups(c[language]) {
			keys := slices.Sorted(maps.Keys(texts))
			want := slices.Sorted(slices.Values(wanted[group]))
			if !slices.Equal(keys, want) {
				flaws = append(flaws, fmt.Sprintf("%s, %s: %v, want %v", language, group, keys, want))
			}
			for key, text := range texts {
				base := groups(c[httpapi.Chinese])[group][key]
				if text == "" || strings.Contains(text, "{at}") != strings.Contains(base, "{at}") {
					flaws = append(flaws, fmt.Sprintf("%s, %s, %s: %q", language, group, key, text))
				}
			}
		}
	}
	slices.Sort(flaws)
	return flaws
}

func groups(w words) map[string]map[string]string {
	return map[string]map[string]string{"closed": w.Closed, "reasons": plain(w.Reasons), "steps": plain(w.Steps), "next": w.Next}
}

func plain[K ~string](texts map[K]string) map[string]string {
	list := make(map[string]string)
	for key, text := range texts {
		list[string(key)] = text
	}
	return list
}

func TestTextFlawsAreFound(t *testing.T) {
	t.Parallel()
	one := words{Closed: map[string]string{"a": "x"}, Next: map[string]string{"b": "{at}"}}
	c := catalogue{httpapi.Chinese: one, httpapi.English: {Closed: map[string]string{"a": ""}, Next: map[string]string{"b": "soon"}}, httpapi.Russian: {Next: one.Next}}
	got := textFlaws(c, map[string][]string{"closed": {"a"}, "next": {"b"}})
	want := []string{`en, closed, a: ""`, `en, next, b: "soon"`, `ru, closed: [], want [a]`}
	if !slices.Equal(got, want) {
		t.Errorf("found %q", got)
	}
}

func TestReasonsSurviveTheirWay(t *testing.T) {
	t.Parallel()
	for _, test := range [][3]string{
		{"asked_by_user", "asked_by_user", ""}, {"other: a: b", "other", "a: b"}, {"no such code: x", "other", "no such code: x"}, {"plain words", "other", "plain words"},
		{" wallet_at_risk :  note ", "wallet_at_risk", "note"}, {"other: " + strings.Repeat("簽", noteMax+5), "other", strings.Repeat("簽", noteMax-1) + "…"}} {
		if code, note := splitReason(test[0]); string(code) != test[1] || note != test[2] {
			t.Errorf("%q is read as %q and %q", test[0], code, note)
		}
	}
	if code, note := splitReason(joinReason("payout_impossible", "x")); code != "payout_impossible" || note != "x" {
		t.Errorf("joined and split: %q, %q", code, note)
	}
}

// What the API says a cause and a reviewer's code can be is what there is.
func TestEnumsOfReviews(t *testing.T) {
	t.Parallel()
	causes := []string{terms.CauseAutomatic, terms.CauseNoPrice, terms.CauseNewAccount, terms.CauseFlagged, terms.CauseAboveUser, terms.CauseAboveDay, terms.CauseTwoPersons,
		pausedStopped, pausedBreaker, pausedFinality, pausedChain}
	if got := enumOf(t, QueueRow{}, "Cause"); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(causes))) {
		t.Errorf("causes: %v, want %v", got, causes)
	}
	c, err := loadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range enumOf(t, decisionIn{}, "Code") {
		if code := ReasonCode(code); !code.isReviewers() || c.reason(httpapi.English, code) == "" {
			t.Errorf("reviewers may give %s, which is none of theirs or has no text", code)
		}
	}
}
