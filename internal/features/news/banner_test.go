package news

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

func saying(word string) BannerTexts {
	return BannerTexts{Chinese: &BannerText{word, "說明 " + word}, English: &BannerText{word, "About " + word}}
}

func (p *paper) add(l Look, span Span) (b banner, err error) {
	err = p.try(func(tx *sqldb.Tx) error {
		b, err = p.news.addBanner(tx, l, span)
		return err
	})
	return b, err
}

// shown are the titles of the banners that a reader is shown now.
func (p *paper) shown(reader httpapi.Language) string {
	p.t.Helper()
	var titles []string
	if err := p.db.View(p.t.Context(), func(tx *sqldb.Tx) error {
		rows, err := p.news.Banners(tx, reader)
		for _, r := range rows {
			titles = append(titles, r.Title)
		}
		return err
	}); err != nil {
		p.t.Fatal(err)
	}
	return strings.Join(titles, " ")
}

func TestBannersAreShownInTheirTimeAndOrder(t *testing.T) {
	t.Parallel()
	eachPaper(t, func(t *testing.T, p *paper) {
		now := p.clock.Now()
		add := func(word string, span Span) banner {
			t.Helper()
			b, err := p.add(Look{Texts: saying(word), Target: "/news"}, span)
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		always := add("always", Span{})
		later := add("later", Span{From: now.Add(time.Hour), Until: now.Add(3 * time.Hour)})
		soon := add("soon-over", Span{Until: now.Add(2 * time.Hour)})
		expect := func(when, want string) {
			t.Helper()
			if got := p.shown(httpapi.English); got != want {
				t.Errorf("%s: %q, want %q", when, got, want)
			}
		}
		expect("at first", "always soon-over")
		p.clock.Advance(time.Hour - time.Second)
		expect("a second before", "always soon-over")
		p.clock.Advance(time.Second)
		expect("from its hour on", "always later soon-over")
		order := func(ids ...string) error {
			return p.try(func(tx *sqldb.Tx) error {
				list := make([]httpapi.ID, len(ids))
				for i, id := range ids {
					list[i] = httpapi.ID(id)
				}
				_, err := p.news.orderBanners(tx, list)
				return err
			})
		}
		if err := order(soon.id, always.id, later.id); err != nil {
			t.Fatal(err)
		}
		expect("in another order", "soon-over always later")
		for name, ids := range map[string][]string{"one too few": {soon.id, always.id}, "one twice": {soon.id, soon.id, later.id}, "another": {soon.id, always.id, "01ABCDEFGHJKMNPQRSTVWXYZ"}, "none": nil} {
			if err := order(ids...); !errors.Is(err, operator.ErrBasisChanged) {
				t.Errorf("%s: %v", name, err)
			}
		}
		add("last", Span{})
		expect("a new one stands behind", "soon-over always later last")
		p.clock.Advance(time.Hour)
		expect("one is over", "always later last")
		p.clock.Advance(time.Hour)
		expect("two are over", "always last")
	})
}

func TestBannersAreReadInTheNextBestLanguage(t *testing.T) {
	t.Parallel()
	eachPaper(t, func(t *testing.T, p *paper) {
		if _, err := p.add(Look{Texts: BannerTexts{English: &BannerText{"english", "x"}}, Target: "/news"}, Span{}); err != nil {
			t.Fatal(err)
		}
		if _, err := p.add(Look{Texts: BannerTexts{Chinese: &BannerText{"中文", "x"}, Russian: &BannerText{"русский", "x"}}, Target: "/news"}, Span{}); err != nil {
			t.Fatal(err)
		}
		for reader, want := range map[httpapi.Language]string{httpapi.English: "english 中文", httpapi.Chinese: "english 中文", httpapi.Russian: "english русский"} {
			if got := p.shown(reader); got != want {
				t.Errorf("in %s: %q, want %q", reader, got, want)
			}
		}
	})
}

func TestBadBannersAreRefused(t *testing.T) {
	t.Parallel()
	eachPaper(t, func(t *testing.T, p *paper) {
		now := p.clock.Now()
		good := func(change func(*Look)) Look {
			l := Look{Texts: saying("x"), Target: "/newsDetails?id=01ABCDEFGHJK"}
			change(&l)
			return l
		}
		to := func(target string) Look { return good(func(l *Look) { l.Target = target }) }
		for name, c := range map[string]struct {
			look Look
			span Span
			want error
		}{
			"no text":             {good(func(l *Look) { l.Texts = BannerTexts{} }), Span{}, fault.Invalid("texts")},
			"in Russian only":     {good(func(l *Look) { l.Texts = BannerTexts{Russian: &BannerText{"я", "я"}} }), Span{}, ErrNoFallback},
			"no title":            {good(func(l *Look) { l.Texts.English.Title = " " }), Span{}, fault.Invalid("texts.en.title")},
			"a long title":        {good(func(l *Look) { l.Texts.Chinese.Title = strings.Repeat("題", bannerTitleMax+1) }), Span{}, fault.Invalid("texts.zhtw.title")},
			"a note in two lines": {good(func(l *Look) { l.Texts.English.Note = "a\nb" }), Span{}, fault.Invalid("texts.en.note")},
			"a turned note":       {good(func(l *Look) { l.Texts.English.Note = "a\u202eb" }), Span{}, fault.Invalid("texts.en.note")},
			"a host":              {good(func(l *Look) { l.Texts.English.Title = "Claim at example.org" }), Span{}, fault.Invalid("texts.en.title")},
			"an address": {good(func(l *Look) { l.Texts.Chinese.Note = "0x00112233445566778899AABBccddeeff00112233" }), Span{},
				fault.Invalid("texts.zhtw.note")},
			"another cover":       {good(func(l *Look) { l.Cover = "https://elsewhere.example/x.png" }), Span{}, fault.Invalid("cover")},
			"another site":        {to("https://elsewhere.example/"), Span{}, fault.Invalid("target")},
			"another site's path": {to("//elsewhere.example/news"), Span{}, fault.Invalid("target")},
			"a script":            {to("javascript:alert(1)"), Span{}, fault.Invalid("target")},
			"a way out":           {to("/news?next=//elsewhere.example"), Span{}, fault.Invalid("target")},
			"no screen":           {to("/nowhere"), Span{}, fault.Invalid("target")},
			"the page it is on":   {to("/"), Span{}, fault.Invalid("target")},
			"nowhere":             {to(""), Span{}, fault.Invalid("target")},
			"a long way":          {to("/news?search=" + strings.Repeat("a", targetMax)), Span{}, fault.Invalid("target")},
			"over already":        {to("/news"), Span{Until: now}, fault.Invalid("until")},
			"over before it is":   {to("/news"), Span{From: now.Add(2 * time.Hour), Until: now.Add(time.Hour)}, fault.Invalid("until")},
			"in years":            {to("/news"), Span{From: now.Add(aheadMax + time.Hour)}, fault.Invalid("from")},
			"for years":           {to("/news"), Span{Until: now.Add(aheadMax + time.Hour)}, fault.Invalid("until")},
		} {
			if _, err := p.add(c.look, c.span); !errors.Is(err, c.want) || fmt.Sprint(err) != fmt.Sprint(c.want) {
				t.Errorf("%s: %v, want %v", name, err, c.want)
			}
		}
		if got := p.shown(httpapi.English); got != "" {
			t.Errorf("refused banners left %q", got)
		}
		for i := range bannersMax {
			if _, err := p.add(to("/chain"), Span{From: now.Add(time.Duration(i) * time.Hour)}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := p.add(to("/chain"), Span{}); !errors.Is(err, ErrBanners) {
			t.Errorf("one too many: %v", err)
		}
	})
}

// A banner leads to the screens that the app has.
func TestBannersLeadToTheAppsScreens(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../../web/player/src/core/frame/places.ts")
	if err != nil {
		t.Fatal(err)
	}
	list, _, _ := strings.Cut(string(source), "as const")
	var want []string
	for _, path := range regexp.MustCompile(`'(/[A-Za-z]+)'`).FindAllStringSubmatch(list, -1) {
		want = append(want, path[1])
	}
	if len(want) < 20 || !slices.Equal(screens, want) {
		t.Errorf("banners lead to %q, the app has %q", screens, want)
	}
}

// What lacks a translation is found however much there is: banners first, then
// articles, the newest first, their drafts included.
func TestWhatLacksATranslationIsListed(t *testing.T) {
	t.Parallel()
	eachPaper(t, func(t *testing.T, p *paper) {
		whole := Texts{Chinese: textOf("全"), English: textOf("whole"), Russian: textOf("всё")}
		for i := range searchedMost + 10 {
			texts := whole
			if i == 2 || i == searchedMost {
				texts = inEnglish(fmt.Sprint("lacking", i))
			}
			a, err := p.save(Draft{Category: Product, Texts: texts})
			if err != nil {
				t.Fatal(err)
			}
			if i%2 == 0 {
				p.publish(a)
			}
		}
		if _, err := p.add(Look{Texts: saying("banner"), Target: "/news"}, Span{}); err != nil {
			t.Fatal(err)
		}
		page := func(in httpapi.Page) (list httpapi.List[Lacking]) {
			if err := in.Check(); err != nil {
				t.Fatal(err)
			}
			if err := p.db.View(t.Context(), func(tx *sqldb.Tx) (err error) {
				list, err = p.news.lacking(tx, operator.Caller{Language: httpapi.English}, in)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return list
		}
		var found []string
		calls := 0
		for in := (httpapi.Page{Size: 1}); ; calls++ {
			list := page(in)
			for _, l := range list.List {
				found = append(found, fmt.Sprint(l.Kind, " ", l.Title, " ", l.Missing))
			}
			if in.Cursor = list.NextCursor; !list.HasMore || calls > 10 {
				break
			}
		}
		want := []string{"banner banner [ru]", fmt.Sprintf("article lacking%d [zhtw ru]", searchedMost), "article lacking2 [zhtw ru]"}
		if !slices.Equal(found, want) || calls > 3 {
			t.Errorf("%q in %d more calls, want %q", found, calls, want)
		}
	})
}
