package notice

import (
	"slices"
	"strings"
	"testing"

	"etld/internal/infra/httpapi"
)

func TestTextsAreComplete(t *testing.T) {
	t.Parallel()
	c, err := loadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	for _, flaw := range flaws(c) {
		t.Error(flaw)
	}
}

// flaws compares every language with the Chinese texts, both ways.
func flaws(c catalogue) []string {
	var list []string
	base := c.languages[httpapi.Chinese]
	for _, language := range httpapi.Languages {
		t := c.languages[language]
		for kind, b := range base.Kinds {
			if got := t.Kinds[kind]; got.Title == "" || got.Text == "" {
				list = append(list, string(language)+" lacks "+kind)
			} else if !slices.Equal(parameterSet(got), parameterSet(b)) {
				list = append(list, string(language)+" has other parameters in "+kind)
			}
		}
		for kind := range t.Kinds {
			if _, ok := base.Kinds[kind]; !ok {
				list = append(list, string(language)+" alone has "+kind)
			}
		}
		for word := range base.Words {
			if t.Words[word] == "" {
				list = append(list, string(language)+" lacks the word "+word)
			}
		}
		for word := range t.Words {
			if base.Words[word] == "" {
				list = append(list, string(language)+" alone has the word "+word)
			}
		}
	}
	return list
}

// A level of nodes has one name in a language, wherever its parameters are named.
func TestLevelsOfNodesHaveOneName(t *testing.T) {
	t.Parallel()
	c, err := loadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	for language, names := range map[httpapi.Language]map[string]string{
		httpapi.Chinese: {"diamond": "鑽石", "star": "星耀", "king": "王者"},
		httpapi.English: {"diamond": "Diamond", "star": "Star", "king": "King"},
		httpapi.Russian: {"diamond": "риллиант", "star": "вёзд", "king": "оролев"},
	} {
		for level, name := range names {
			for _, parameter := range []string{"machine.share_", "node.price_"} {
				if word := c.languages[language].Words[parameterWords+parameter+level]; !strings.Contains(word, name) {
					t.Errorf("%s: %q does not name the level %s", language, word, name)
				}
			}
		}
	}
}

// What changes for owners of nodes or for the team leads to their screens.
func TestTermsLeadToTheirScreens(t *testing.T) {
	t.Parallel()
	for parameter, want := range map[string]string{"machine.share_star": "/chain", "machine.share_level": "/team", "machine.fee_new": "/", "node.price_king": "/chain"} {
		if got := termsLink(parameter); got != want {
			t.Errorf("%s leads to %s, want %s", parameter, got, want)
		}
	}
}

// A notice is read by its title: what was moved stands there too.
func TestTitlesHaveTheirAmounts(t *testing.T) {
	t.Parallel()
	c, err := loadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	// What an alert waited for and the bids did not bring was moved nowhere.
	moved := func(kind, name string) bool { return kind != "alert_expired" && (name == "amount" || name == "points") }
	told := 0
	for _, language := range httpapi.Languages {
		for kind, one := range c.languages[language].Kinds {
			for _, name := range parameterSet(one) {
				if !moved(kind, name) {
					continue
				}
				told++
				if !strings.Contains(one.Title, "{"+name+"}") {
					t.Errorf("%s: the title of %s is %q, without its %s", language, kind, one.Title, name)
				}
			}
		}
	}
	if told == 0 {
		t.Error("no kind has an amount")
	}
}

// A number of 26 characters tells nobody anything: a notice leads to what it is about.
func TestTextsAreWithoutNumbersOfThings(t *testing.T) {
	t.Parallel()
	c, err := loadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	for kind, needs := range c.needs {
		for _, name := range needs {
			if strings.HasSuffix(name, "No") {
				t.Errorf("%s has %s in its text", kind, name)
			}
		}
	}
}

func parameterSet(t text) []string {
	names := placeholdersOf(t.Title + t.Text)
	slices.Sort(names)
	return slices.Compact(names)
}

func TestFlawsAreFound(t *testing.T) {
	t.Parallel()
	whole := text{Title: "t", Text: "{a}"}
	c := catalogue{languages: map[httpapi.Language]texts{
		httpapi.Chinese: {Kinds: map[string]text{"one": whole, "two": whole}, Words: map[string]string{"w": "w"}},
		httpapi.English: {Kinds: map[string]text{"one": {Title: "t", Text: "{b}"}, "three": whole}, Words: map[string]string{"v": "v"}},
		httpapi.Russian: {Kinds: map[string]text{"one": {Text: "{a}"}, "two": whole}, Words: map[string]string{"w": "w"}},
	}}
	got := flaws(c)
	slices.Sort(got)
	want := []string{"en alone has the word v", "en alone has three", "en has other parameters in one", "en lacks the word w", "en lacks two", "ru lacks one"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q", got)
	}
}
