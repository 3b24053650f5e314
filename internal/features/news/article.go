package news

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/infra/httpapi"
)

const (
	titleMax   = 120
	summaryMax = 300
	// bodyMax leaves three languages room in one call.
	bodyMax = 8_000
	tab     = "    "
)

// Category is what an article is about.
type Category string

const (
	Announcement Category = "announcement"
	Product      Category = "product"
	Education    Category = "education"
	Incident     Category = "incident"
	Transparency Category = "transparency"
)

// Values lists the categories in the order in which they are shown.
func (Category) Values() []string {
	return each.Texts(Announcement, Product, Education, Incident, Transparency)
}

// Covers are the covers that the app has drawn, by name: one for each category. An editor
// may choose one of the platform's pictures instead, by id.
func Covers() []string {
	return Category("").Values()
}

func isDrawn(cover string) bool { return slices.Contains(Covers(), cover) }

// drawnCover is the cover that is shown without a picture: the category's, where the
// editor chose one.
func (a article) drawnCover() string {
	if !isDrawn(a.cover) {
		return string(a.category)
	}
	return a.cover
}

// coverPath is where the app finds a cover that is drawn.
func coverPath(name string) string { return "/covers/" + name + ".svg" }

// Text is an article in one language.
type Text struct {
	Title   string `json:"title"`
	Summary string `json:"summary"`
	Body    string `json:"body" doc:"Markdown"`
}

// ByLanguage is what is written in up to three languages.
type ByLanguage[T any] struct {
	Chinese *T `json:"zhtw,omitempty"`
	English *T `json:"en,omitempty"`
	Russian *T `json:"ru,omitempty"`
}

// in is the text in a language, or nil.
func (t ByLanguage[T]) in(l httpapi.Language) *T {
	switch l {
	case httpapi.English:
		return t.English
	case httpapi.Russian:
		return t.Russian
	default:
		return t.Chinese
	}
}

// languages are those that there is a text in, in the product's order.
func (t ByLanguage[T]) languages() []httpapi.Language {
	return slices.DeleteFunc(slices.Clone(httpapi.Languages[:]), func(l httpapi.Language) bool { return t.in(l) == nil })
}

// Texts are an article in the languages it has.
type Texts = ByLanguage[Text]

// shownIn is the language in which a reader gets an article.
func shownIn(has []httpapi.Language, reader httpapi.Language) httpapi.Language {
	for _, l := range []httpapi.Language{reader, httpapi.Chinese} {
		if slices.Contains(has, l) {
			return l
		}
	}
	return httpapi.English
}

// missingOf are the languages that something lacks.
func missingOf(has []httpapi.Language) []httpapi.Language {
	return slices.DeleteFunc(slices.Clone(httpapi.Languages[:]), func(l httpapi.Language) bool { return slices.Contains(has, l) })
}

// check refuses a text that is missing a part, too long, or not all seen.
func (p *printer) check(t *Text, field string) error {
	t.Title, t.Summary = strings.TrimSpace(t.Title), strings.TrimSpace(t.Summary)
	t.Body = strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(t.Body), "\r\n", "\n"), "\t", tab)
	for _, part := range []struct {
		name, text string
		most       int
		breaks     string
	}{{"title", t.Title, titleMax, ""}, {"summary", t.Summary, summaryMax, ""}, {"body", t.Body, bodyMax, "\n"}} {
		if !isSeen(part.text, part.most, part.breaks) {
			return fault.Invalid(field + "." + part.name)
		}
	}
	if _, err := p.print(t.Body); err != nil {
		return fault.Invalid(field + ".body")
	}
	return nil
}

// isSeen says that a text is there, fits, and is all seen but for what breaks its
// lines.
func isSeen(text string, most int, breaks string) bool {
	isUnseen := func(r rune) bool {
		return r == utf8.RuneError || !unicode.IsGraphic(r) && !strings.ContainsRune(breaks, r)
	}
	return text != "" && utf8.RuneCountInString(text) <= most && !strings.ContainsFunc(text, isUnseen)
}

// checkAll is check of every language there is.
func (p *printer) checkAll(t Texts) error {
	for _, l := range t.languages() {
		if err := p.check(t.in(l), "texts."+string(l)); err != nil {
			return err
		}
	}
	return nil
}

// positionOf is where an article stands: before those with a lower one. Pinned ones
// come first, then the newest.
func positionOf(isPinned bool, publishedAt time.Time, id string) string {
	if isPinned {
		return "1" + entropy.FirstID(publishedAt) + id
	}
	return "0" + entropy.FirstID(publishedAt) + id
}

// words are what a search looks for.
func words(search string) []string { return strings.Fields(strings.ToLower(search)) }

// holds says that all words occur in a text.
func (t Text) holds(words []string) bool {
	all := strings.ToLower(t.Title + "\n" + t.Summary + "\n" + t.Body)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(all, w) })
}
