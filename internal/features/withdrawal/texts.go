package withdrawal

import (
	"embed"
	"strings"
	"time"

	"etld/internal/base/wording"
	"etld/internal/infra/httpapi"
)

//go:embed locales/*.json
var localeFiles embed.FS

// words are one language's.
type words struct {
	// Closed says why an offer is not open, Reasons why a reviewer rejects, Steps
	// what happened, Next what happens next; {at} is a time.
	Closed  map[string]string `json:"closed"`
	Reasons map[string]string `json:"reasons"`
	Steps   map[string]string `json:"steps"`
	Next    map[string]string `json:"next"`
}

type catalogue map[httpapi.Language]words

func loadCatalogue() (catalogue, error) {
	return wording.Load[httpapi.Language, words](localeFiles)
}

func (c catalogue) closed(language httpapi.Language, reason string) string {
	return c[language].Closed[reason]
}

func (c catalogue) reason(language httpapi.Language, code string) string {
	return c[language].Reasons[code]
}

func (c catalogue) step(language httpapi.Language, code string) string {
	return c[language].Steps[code]
}

// next fills a text's {at} with a time as the language writes it.
func (c catalogue) next(language httpapi.Language, code string, at time.Time) string {
	return httpapi.Fill(c[language].Next[code], map[string]string{"at": language.Time(at)})
}

// Codes of reasons that the program itself gives.
const (
	reasonOther     = "other"
	reasonSignature = "signature_not_confirmed"
	noteMax         = 300
)

// isReason says that a reviewer may give a code.
func (c catalogue) isReason(code string) bool {
	return code != reasonSignature && c[httpapi.Chinese].Reasons[code] != ""
}

// joinReason is a code and a note as one text, as proposals carry it.
func joinReason(code, note string) string {
	if note == "" {
		return code
	}
	return code + ": " + note
}

// splitReason reads it back. What begins with no known code is a note by itself.
func (c catalogue) splitReason(text string) (code, note string) {
	code, note, _ = strings.Cut(text, ":")
	code, note = strings.TrimSpace(code), strings.TrimSpace(note)
	if !c.isReason(code) {
		code, note = reasonOther, strings.TrimSpace(text)
	}
	return code, wording.Cut(note, noteMax)
}
