// Package wording holds short texts that operators write in every language of the
// product, such as the name of what is sold, and loads those that packages come with.
package wording

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"etld/internal/base/fault"
)

// Wording is one text in each language of the product.
type Wording struct {
	Chinese string `json:"zhtw"`
	English string `json:"en"`
	Russian string `json:"ru"`
}

// Of is the wording of texts by language code.
func Of(texts map[string]string) Wording {
	return Wording{Chinese: texts["zhtw"], English: texts["en"], Russian: texts["ru"]}
}

// Texts are the texts by language code.
func (w Wording) Texts() map[string]string {
	return map[string]string{"zhtw": w.Chinese, "en": w.English, "ru": w.Russian}
}

// Texts is one text in the languages of the product, by language code.
type Texts map[string]string

// Languages orders what is checked and compared.
func Languages() []string { return []string{"zhtw", "en", "ru"} }

// Check refuses a text that is missing, too long, or not all seen.
func (w Wording) Check(field string, most int) error {
	texts := w.Texts()
	for _, language := range Languages() {
		if text := texts[language]; !IsLine(text, most) || strings.TrimSpace(text) != text {
			return fault.Invalid(field + "." + language)
		}
	}
	return nil
}

// Words are what an operator changes of the texts of something that is sold; what is
// missing stays.
type Words struct {
	Names   *Wording `json:"names,omitempty"`
	Details *Wording `json:"details,omitempty"`
	// Called is the name of before the change, for its sentence: the server writes it when
	// the change is proposed.
	Called *Wording `json:"called,omitempty" readOnly:"true" doc:"Its names when it was proposed, written by the server; none of what is new"`
}

func (w *Words) call(names Texts) {
	if w.Called = nil; len(names) > 0 {
		now := Of(names)
		w.Called = &now
	}
}

// Call writes into a change of Words what it is about is called, and nothing where that has
// no name yet; a change of anything else stays as it is.
func Call(change any, names Texts) {
	if sold, isSold := change.(interface{ call(names Texts) }); isSold {
		sold.call(names)
	}
}

// CheckWords refuses a name or details that are given and not as Check wants them.
func (w Words) CheckWords(nameMax, detailsMax int) error {
	if w.Names != nil {
		if err := w.Names.Check("names", nameMax); err != nil {
			return err
		}
	}
	if w.Details != nil {
		return w.Details.Check("details", detailsMax)
	}
	return nil
}

// Change replaces the texts that are given.
func (w Words) Change(names, details *Texts) {
	if w.Names != nil {
		*names = w.Names.Texts()
	}
	if w.Details != nil {
		*details = w.Details.Texts()
	}
}

// IsLine says that a text is there, is seen as it is, and is not too long.
func IsLine(text string, most int) bool {
	isHidden := strings.ContainsFunc(text, func(r rune) bool { return r == utf8.RuneError || !unicode.IsGraphic(r) })
	return text != "" && !isHidden && utf8.RuneCountInString(text) <= most
}

// Cut is a text of at most so many characters; an ellipsis is the last of them where
// the text goes on.
func Cut(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// Visible writes each character that is not seen, or that turns what is read after
// it, as JSON would write its number, so that a wallet shows nothing else than is
// signed. It has no number in JSON beyond 16 bits: such a one takes two.
func Visible(text string) string {
	var out strings.Builder
	for _, r := range text {
		if unicode.IsPrint(r) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) && !unicode.Is(unicode.Variation_Selector, r) {
			out.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&out, `\u%04x`, unit)
		}
	}
	return out.String()
}
