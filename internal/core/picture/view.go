package picture

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"etld/internal/base/fault"
	"etld/internal/infra/httpapi"
)

const altMax = 160

// Picture is a picture as a page shows it.
type Picture struct {
	ID    string `json:"id"`
	Sizes []Size `json:"sizes" nullable:"false" doc:"The same picture, the narrowest first"`
	Alt   string `json:"alt" doc:"What is to be seen, in the caller's language"`
}

// Size is a picture in one width.
type Size struct {
	Width  int    `json:"width"`
	Height int    `json:"height"`
	URL    string `json:"url" doc:"A path of this server; what it serves never changes"`
}

// Alt says what is to be seen, in each language of the product.
type Alt struct {
	Chinese string `json:"zhtw"`
	English string `json:"en"`
	Russian string `json:"ru"`
}

func (a Alt) in(l httpapi.Language) string {
	switch l {
	case httpapi.English:
		return a.English
	case httpapi.Russian:
		return a.Russian
	default:
		return a.Chinese
	}
}

// check refuses words that are missing, too many, or not all seen.
func (a Alt) check() error {
	for _, l := range httpapi.Languages {
		text := a.in(l)
		isHidden := strings.ContainsFunc(text, func(r rune) bool { return r == utf8.RuneError || !unicode.IsGraphic(r) })
		if text == "" || isHidden || strings.TrimSpace(text) != text || utf8.RuneCountInString(text) > altMax {
			return fault.Invalid("alt." + string(l))
		}
	}
	return nil
}
