package notice

import (
	"embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"etld/internal/base/wording"
	"etld/internal/infra/httpapi"
)

//go:embed locales/*.json
var localeFiles embed.FS

// An amount and its currency stand on one line.
var together = strings.NewReplacer("} {currency}", "}"+noBreakSpace+"{currency}", "} USDT", "}"+noBreakSpace+"USDT")

var placeholder = regexp.MustCompile(`\{([a-zA-Z]+)\}`)

// texts are one language's.
type texts struct {
	Kinds map[string]text   `json:"kinds"`
	Words map[string]string `json:"words"`
}

type text struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// UnmarshalJSON keeps an amount and its currency together.
func (t *texts) UnmarshalJSON(raw []byte) error {
	type asWritten texts
	return json.Unmarshal([]byte(together.Replace(string(raw))), (*asWritten)(t))
}

// catalogue is all languages', with the parameters that each kind's text needs.
type catalogue struct {
	languages map[httpapi.Language]texts
	needs     map[string][]string
}

func loadCatalogue() (catalogue, error) {
	languages, err := wording.Load[httpapi.Language, texts](localeFiles)
	c := catalogue{languages: languages, needs: make(map[string][]string)}
	for kind, t := range c.languages[httpapi.Chinese].Kinds {
		c.needs[kind] = placeholdersOf(t.Title + t.Text)
	}
	return c, err
}

func placeholdersOf(s string) []string {
	var names []string
	for _, match := range placeholder.FindAllStringSubmatch(s, -1) {
		names = append(names, match[1])
	}
	return names
}

// check refuses a notice that could not be shown in some language.
func (c catalogue) check(kind string, params map[string]string) error {
	needs, known := c.needs[kind]
	if !known {
		return fmt.Errorf("%q: %w", kind, ErrUnknownKind)
	}
	for _, language := range httpapi.Languages {
		for _, name := range needs {
			if !given(params, name, language) {
				return fmt.Errorf("%s needs %s in %s: %w", kind, name, language, ErrMissingParam)
			}
		}
	}
	return nil
}

func given(params map[string]string, name string, language httpapi.Language) bool {
	if _, plain := params[name]; plain {
		return true
	}
	_, translated := params[name+"."+string(language)]
	return translated
}

// render makes title and text in a language.
func (c catalogue) render(language httpapi.Language, kind string, params map[string]string) text {
	t := c.languages[language]
	shown := make(map[string]string, len(params))
	for name, value := range params {
		if plain, translated := strings.CutSuffix(name, "."+string(language)); translated {
			shown[plain] = value
		} else if word, ok := t.Words[name+"."+value]; ok {
			shown[name] = word
		} else {
			shown[name] = show(language, name, value)
		}
	}
	template := t.Kinds[kind]
	return text{Title: httpapi.Fill(template.Title, shown), Text: fillSentences(template.Text, shown)}
}

// fillSentences fills a text. What people wrote may end with a full stop where the
// text has one of its own.
func fillSentences(template string, shown map[string]string) string {
	for name, value := range shown {
		if placed := "{" + name + "}"; strings.Contains(template, placed+".") || strings.Contains(template, placed+"。") {
			shown[name] = strings.TrimRight(value, ".。")
		}
	}
	return httpapi.Fill(template, shown)
}
