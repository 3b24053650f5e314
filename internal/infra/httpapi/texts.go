package httpapi

import (
	"embed"
	"fmt"
	"strconv"
	"strings"

	"etld/internal/base/fault"
	"etld/internal/base/wording"
)

//go:embed locales/*.json
var localeFiles embed.FS

// Texts are the messages of all codes in all languages. A text's {param} is
// replaced by the fault's parameter of that name.
type Texts map[Language]map[int]string

// LoadTexts reads the embedded catalogues.
func LoadTexts() (Texts, error) {
	all, err := wording.Load[Language, map[string]string](localeFiles)
	texts := make(Texts, len(all))
	for language, byCode := range all {
		texts[language] = make(map[int]string, len(byCode))
		for key, text := range byCode {
			code, err := strconv.Atoi(key)
			if err != nil {
				return nil, fmt.Errorf("texts of %s: key %q is not a code", language, key)
			}
			texts[language][code] = text
		}
	}
	return texts, err
}

// message is the text of a code. Success has none. A parameter given as name.en,
// name.zhtw and name.ru has its own translations.
func (t Texts) message(language Language, code int, params map[string]string) string {
	if code == codeOK {
		return ""
	}
	return Fill(t[language][code], spoken(params, language))
}

// Message is a refusal in a language.
func (t Texts) Message(language Language, f fault.Fault) string {
	return t.message(language, f.Code, f.Params)
}

// spoken is a refusal's parameters for people: each as the language writes it, or
// its translation if it has one. The answer's data keep what programs read.
func spoken(params map[string]string, language Language) map[string]string {
	shown := make(map[string]string, len(params))
	for name, value := range params {
		shown[name] = language.spell(name, value)
	}
	suffix := "." + string(language)
	for key, value := range params {
		if name, isTranslated := strings.CutSuffix(key, suffix); isTranslated {
			shown[name] = value
		}
	}
	return shown
}

// Fill replaces each {name} in a text by the parameter of that name.
func Fill(text string, params map[string]string) string {
	if len(params) == 0 || !strings.Contains(text, "{") {
		return text
	}
	pairs := make([]string, 0, 2*len(params))
	for name, value := range params {
		pairs = append(pairs, "{"+name+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
