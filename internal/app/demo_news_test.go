package app

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"etld/internal/features/news"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
)

// The demo's articles are there in every language, once, with links to screens that
// exist.
func TestTheDemoHasNews(t *testing.T) {
	t.Parallel()
	routes, err := os.ReadFile("../../web/player/src/core/frame/places.ts")
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`href="#/([a-zA-Z]*)`)
	onBothEngines(t, func(t *testing.T, p *Program) {
		f := newFront(t, p)
		for range 2 {
			if err := (seeds{p}).seedDemoNews(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for _, language := range apitest.Languages {
			c := f.In(language)
			list := apitest.Data[httpapi.List[news.Row]](t, c.Call("/api/main/news", f.id)).List
			if len(list) != 5 || list[0].Category != news.Announcement {
				t.Errorf("%s: %+v", language, list)
			}
			for _, row := range list {
				if row.Image == nil || len(row.Image.Sizes) != 3 || row.Image.Alt == "" || p.load(t, row.Image.Sizes[0].URL).Code != http.StatusOK {
					t.Errorf("%s: %s has no picture: %+v", language, row.Title, row.Image)
				}
				if !row.Translated {
					t.Errorf("%s: %s is not translated", language, row.Title)
				}
				body := apitest.Data[news.Detail](t, c.Call("/api/main/newInfo", f.id, "id", row.ID)).Body
				links := link.FindAllStringSubmatch(body, -1)
				if len(links) == 0 || strings.Contains(body, "](") {
					t.Errorf("%s: %s has no links, or some were not understood: %s", language, row.Title, body)
				}
				for _, one := range links {
					if path := one[1]; path != "" && !strings.Contains(string(routes), `'/`+path+`'`) && !strings.Contains(string(routes), `'`+path+`'`) {
						t.Errorf("%s: %s leads to %s, which is no screen", language, row.Title, path)
					}
				}
			}
		}
	})
}

var drawnColour = regexp.MustCompile(`(fill|stroke)="#[0-9a-f]{6}"`)

// Every cover that an editor can choose is drawn, for dark screens and for light ones.
func TestCoversAreDrawn(t *testing.T) {
	t.Parallel()
	for _, name := range news.Covers() {
		drawing, err := os.ReadFile("../../web/player/public/covers/" + name + ".svg")
		if err != nil {
			t.Error(err)
		} else if text := string(drawing); !strings.HasPrefix(text, "<svg ") || strings.Contains(text, "<script") || strings.Contains(text, "href") || len(text) > 6_000 {
			t.Errorf("%s is no small drawing of its own", name)
		} else {
			for _, colour := range drawnColour.FindAllString(text, -1) {
				if !strings.Contains(text, "["+colour+"]{") {
					t.Errorf("%s: %s stays as it is on a light screen", name, colour)
				}
			}
		}
	}
	for _, c := range news.Category("").Values() {
		if err := (&news.Draft{Category: news.Category(c)}).Check(); err != nil {
			t.Errorf("%s has no cover: %v", c, err)
		}
	}
}
