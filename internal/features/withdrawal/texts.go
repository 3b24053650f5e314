package withdrawal

import (
	"embed"
	"slices"
	"strings"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/wording"
	"etld/internal/infra/httpapi"
)

//go:embed locales/*.json
var localeFiles embed.FS

// words are one language's.
type words struct {
	// Closed says why an offer is not open, Reasons why a reviewer rejects, Steps
	// what happened, Next what happens next; {at} is a time.
	Closed  map[string]string     `json:"closed"`
	Reasons map[ReasonCode]string `json:"reasons"`
	Steps   map[StepCode]string   `json:"steps"`
	Next    map[string]string     `json:"next"`
}

type catalogue map[httpapi.Language]words

func loadCatalogue() (catalogue, error) {
	return wording.Load[httpapi.Language, words](localeFiles)
}

func (c catalogue) closed(language httpapi.Language, reason string) string {
	return c[language].Closed[reason]
}

func (c catalogue) reason(language httpapi.Language, code ReasonCode) string {
	return c[language].Reasons[code]
}

func (c catalogue) step(language httpapi.Language, code StepCode) string {
	return c[language].Steps[code]
}

// next fills a text's {at} with a time as the language writes it.
func (c catalogue) next(language httpapi.Language, code string, at time.Time) string {
	return httpapi.Fill(c[language].Next[code], map[string]string{"at": language.Time(at)})
}

// ReasonCode is why a withdrawal was rejected.
type ReasonCode string

// The reasons. The first two are the program's own, the others are reviewers'.
const (
	reasonSignature  ReasonCode = "signature_not_confirmed"
	reasonUnasked    ReasonCode = "wallet_not_asked"
	reasonWallet     ReasonCode = "wallet_at_risk"
	reasonOrigin     ReasonCode = "origin_unclear"
	reasonRules      ReasonCode = "rules_violated"
	reasonSanctioned ReasonCode = "sanctioned_address"
	reasonImpossible ReasonCode = "payout_impossible"
	reasonAsked      ReasonCode = "asked_by_user"
	reasonOther      ReasonCode = "other"
)

func (ReasonCode) Values() []string {
	return each.Texts(reasonSignature, reasonUnasked, reasonWallet, reasonOrigin, reasonRules, reasonSanctioned, reasonImpossible, reasonAsked, reasonOther)
}

// noteMax is how many characters of a reviewer's note are kept.
const noteMax = 300

// isReviewers says that a reviewer may give a reason.
func (code ReasonCode) isReviewers() bool {
	return code != reasonSignature && code != reasonUnasked && slices.Contains(code.Values(), string(code))
}

// joinReason is a code and a note as one text, as proposals carry it.
func joinReason(code ReasonCode, note string) string {
	if note == "" {
		return string(code)
	}
	return string(code) + ": " + note
}

// splitReason reads it back. What begins with no known code is a note by itself.
func splitReason(text string) (code ReasonCode, note string) {
	before, note, _ := strings.Cut(text, ":")
	if code = ReasonCode(strings.TrimSpace(before)); !code.isReviewers() {
		code, note = reasonOther, text
	}
	return code, wording.Cut(strings.TrimSpace(note), noteMax)
}
