package notice

import (
	"embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/infra/httpapi"
)

//go:embed locales/*.json
var localeFiles embed.FS

const (
	timeSuffix = "At"
	timeFormat = "2006-01-02 15:04 (MST)"
)

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

// catalogue is all languages', with the parameters that each kind's text needs.
type catalogue struct {
	languages map[httpapi.Language]texts
	needs     map[string][]string
}

func loadCatalogue() (catalogue, error) {
	c := catalogue{languages: make(map[httpapi.Language]texts), needs: make(map[string][]string)}
	for _, language := range httpapi.Languages {
		raw, err := localeFiles.ReadFile("locales/" + string(language) + ".json")
		if err != nil {
			return c, fmt.Errorf("notices in %s: %w", language, err)
		}
		var t texts
		if err := json.Unmarshal(raw, &t); err != nil {
			return c, fmt.Errorf("notices in %s: %w", language, err)
		}
		c.languages[language] = t
	}
	for kind, t := range c.languages[httpapi.Chinese].Kinds {
		c.needs[kind] = placeholdersOf(t.Title + t.Text)
	}
	return c, nil
}

func placeholdersOf(s string) []string {
	var names []string
	for _, match := range placeholder.FindAllStringSubmatch(s, -1) {
		names = append(names, match[1])
	}
	return names
}

// check refuses a notice that could not be shown.
func (c catalogue) check(kind string, params map[string]string) error {
	needs, known := c.needs[kind]
	if !known {
		return fmt.Errorf("%q: %w", kind, ErrUnknownKind)
	}
	for _, name := range needs {
		if _, given := params[name]; !given {
			return fmt.Errorf("%s needs %s: %w", kind, name, ErrMissingParam)
		}
	}
	return nil
}

// render makes title and text in a language.
func (c catalogue) render(language httpapi.Language, kind string, params map[string]string) text {
	t := c.languages[language]
	shown := make(map[string]string, len(params))
	for name, value := range params {
		shown[name] = t.show(name, value)
	}
	template := t.Kinds[kind]
	return text{Title: httpapi.Fill(template.Title, shown), Text: httpapi.Fill(template.Text, shown)}
}

// show is a parameter's value for people: a translated word, a time in the
// platform's zone, or itself.
func (t texts) show(name, value string) string {
	if word, ok := t.Words[name+"."+value]; ok {
		return word
	}
	if strings.HasSuffix(name, timeSuffix) {
		if at, err := time.Parse(time.RFC3339, value); err == nil {
			return at.In(clock.Zone).Format(timeFormat)
		}
	}
	return value
}
