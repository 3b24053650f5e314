package news

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/core/picture"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// paper is a platform that has news only.
type paper struct {
	*apitest.Client
	t     *testing.T
	db    *sqldb.DB
	clock dbtest.Clock
	news  *Service
}

func newPaper(t *testing.T, db *sqldb.DB, c dbtest.Clock) *paper {
	t.Helper()
	pictures := picture.New(picture.Config{DB: db, Log: slog.New(slog.DiscardHandler)})
	p := &paper{Client: apitest.New(t, db), t: t, db: db, clock: c, news: New(entropy.System(), pictures)}
	p.news.Register(p.API)
	return p
}

func eachPaper(t *testing.T, test func(t *testing.T, p *paper)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) { test(t, newPaper(t, db, c)) })
}

func (p *paper) try(body func(tx *sqldb.Tx) error) error {
	return p.db.Update(context.Background(), body)
}

// save keeps a draft, as the editors' call does.
func (p *paper) save(d Draft) (a article, err error) {
	err = p.try(func(tx *sqldb.Tx) error {
		if err := d.Check(); err != nil {
			return err
		}
		a, err = p.news.save(tx, d, "editor")
		return err
	})
	return a, err
}

func (p *paper) publish(a article) {
	p.t.Helper()
	if err := p.try(func(tx *sqldb.Tx) error { return p.news.publish(tx, a.id, a.version) }); err != nil {
		p.t.Fatal(err)
	}
}

// published saves a draft and publishes it.
func (p *paper) published(d Draft) (id string) {
	p.t.Helper()
	a, err := p.save(d)
	if err != nil {
		p.t.Fatal(err)
	}
	p.publish(a)
	return a.id
}

func (p *paper) find(id string) (a article) {
	p.t.Helper()
	if err := p.db.View(context.Background(), func(tx *sqldb.Tx) (err error) {
		a, err = find(tx, id)
		return err
	}); err != nil {
		p.t.Fatal(err)
	}
	return a
}

func (p *paper) list(params ...string) httpapi.List[Row] {
	p.t.Helper()
	return apitest.Data[httpapi.List[Row]](p.t, p.Call("/api/main/news", "ann", params...))
}

func (p *paper) info(id string, params ...string) Detail {
	p.t.Helper()
	return apitest.Data[Detail](p.t, p.Call("/api/main/newInfo", "ann", append(params, "id", id)...))
}

// titles are a list's, and whether it goes on.
func titles(l httpapi.List[Row]) string {
	var all []string
	for _, r := range l.List {
		all = append(all, r.Title)
	}
	if l.HasMore {
		all = append(all, "…")
	}
	return strings.Join(all, " ")
}

func textOf(word string) *Text {
	return &Text{Title: word, Summary: "About " + word, Body: "# " + word + "\n\nAll of **it**."}
}

func inEnglish(word string) Texts { return Texts{English: textOf(word)} }

func TestReadersGetTheirLanguageOrTheNextBest(t *testing.T) {
	t.Parallel()
	eachPaper(t, func(t *testing.T, p *paper) {
		all := p.published(Draft{Category: Product, Texts: Texts{Chinese: textOf("礦機"), English: textOf("machine"), Russian: textOf("майнер")}})
		p.clock.Advance(time.Second)
		chinese := p.published(Draft{Category: Education, Texts: Texts{Chinese: textOf("節點"), Russian: textOf("узел")}})
		p.clock.Advance(time.Second)
		english := p.published(Draft{Category: Announcement, Cover: "product", Texts: inEnglish("hello")})
		for language, want := range map[string]struct{ titles, langs string }{
			"en_US": {"hello 節點 machine", "en true zhtw false en true"},
			"zh_cn": {"hello 節點 礦機", "en false zhtw true zhtw true"},
			"ru_RU": {"hello узел майнер", "en false ru true ru true"},
		} {
			p.Client = p.In(language)
			list := p.list()
			var langs []string
			for i, r := range list.List {
				langs = append(langs, fmt.Sprint(r.Lang, " ", r.Translated))
				d := p.info([]string{english, chinese, all}[i])
				if d.Row != r || !strings.HasPrefix(d.Body, "<h2>"+r.Title+"</h2>") || d.Revision != 1 || len(d.Revisions) != 1 {
					t.Errorf("%s: the article is %+v, the row %+v", language, d, r)
				}
			}
			if titles(list) != want.titles || strings.Join(langs, " ") != want.langs {
				t.Errorf("%s: %s, %s", language, titles(list), langs)
			}
			if first := list.List[0]; first.Cover != "/covers/product.svg" || list.List[1].Cover != "/covers/education.svg" || first.ID != english || first.Summary != "About hello" || !first.PublishedAt.Equal(p.clock.Now()) {
				t.Errorf("%s: %+v", language, first)
			}
		}
	})
}

func TestDraftsAreNotSeen(t *testing.T) {
	t.Parallel()
	eachPaper(t, func(t *testing.T, p *paper) {
		a, err := p.save(Draft{Category: Product, Texts: inEnglish("secret")})
		if err != nil {
			t.Fatal(err)
		}
		unseen := func(when string, ids ...string) {
			t.Helper()
			if got := p.list(); len(got.List) != 0 {
				t.Errorf("%s: %+v", when, got)
			}
			for _, id := range append(ids, a.id, "01ABCDEFGHJKMNPQRSTVWXYZ") {
				if got := p.Call("/api/main/newInfo", "ann", "id", id); got.Code != 1005 {
					t.Errorf("%s: %s", when, got.Body)
				}
			}
		}
		unseen("a draft")
		if err := p.try(func(tx *sqldb.Tx) error { _, err := p.news.pin(tx, a.id, a.version, true); return err }); err != nil {
			t.Fatal(err)
		}
		unseen("a pinned draft")
		p.publish(p.find(a.id))
		if got := p.list(); titles(got) != "secret" || !got.List[0].Pinned {
			t.Errorf("published: %+v", got)
		}
		// The next draft does not show either, in no list and by no number.
		if _, err := p.save(Draft{ID: a.id, Version: p.find(a.id).version, Category: Incident, Texts: inEnglish("changed")}); err != nil {
			t.Fatal(err)
		}
		if got := p.info(a.id); got.Title != "secret" || got.Category != Product || titles(p.list("category", "incident")) != "" || titles(p.list("category", "product")) != "secret" {
			t.Errorf("with a draft beside it: %+v", got)
		}
		for _, number := range []string{"2", "3", "99999999"} {
			if got := p.Call("/api/main/newInfo", "ann", "id", a.id, "revision", number); got.Code != 1005 {
				t.Errorf("revision %s: %s", number, got.Body)
			}
		}
		for _, params := range [][]string{{"id", "!"}, {"id", a.id, "revision", "0"}, {"id", a.id, "revision", "x"}, nil} {
			if got := p.Call("/api/main/newInfo", "ann", params...); got.Code != 1002 {
				t.Errorf("%v: %s", params, got.Body)
			}
		}
		for _, params := range [][]string{{"category", "gossip"}, {"cursor", "x"}, {"size", "51"}, {"size", "0"}, {"search", strings.Repeat("a", 65)}, {"search", "1 2 3 4 5 6"}} {
			if got := p.Call("/api/main/news", "ann", params...); got.Code != 1002 {
				t.Errorf("%v: %s", params, got.Body)
			}
		}
	})
}

func TestRevisionsStay(t *testing.T) {
	t.Parallel()
	eachPaper(t, func(t *testing.T, p *paper) {
		id := p.published(Draft{Category: Product, Texts: Texts{Chinese: textOf("一"), English: textOf("one"), Russian: textOf("один")}})
		first := p.clock.Now()
		p.clock.Advance(time.Hour)
		d := Draft{ID: id, Version: p.find(id).version, Category: Education, Texts: Texts{Chinese: textOf("二"), English: textOf("two")}}
		if p.published(d) != id {
			t.Error("a revision made another article")
		}
		got := p.info(id)
		if got.Title != "two" || got.Revision != 2 || !got.PublishedAt.Equal(first) || got.Category != Education ||
			!slices.EqualFunc(got.Revisions, []Revision{{2, p.clock.Now()}, {1, first}}, func(a, b Revision) bool { return a.Number == b.Number && a.PublishedAt.Equal(b.PublishedAt) }) {
			t.Errorf("the newest: %+v", got)
		}
		if old := p.info(id, "revision", "1"); old.Title != "one" || old.Revision != 1 || old.Category != Product || len(old.Revisions) != 2 {
			t.Errorf("the first: %+v", old)
		}
		// What has no translation any more is shown in the next best language.
		p.Client = p.In("ru_RU")
		if row := p.list().List[0]; row.Title != "二" || row.Lang != httpapi.Chinese || row.Translated {
			t.Errorf("in Russian: %+v", row)
		}
		if old := p.info(id, "revision", "1"); old.Title != "один" || !old.Translated {
			t.Errorf("the first in Russian: %+v", old)
		}
		if titles(p.list("category", "product"))+titles(p.list("category", "education")) != "二" {
			t.Error("it stands under the category it had")
		}
		if _, err := p.save(d); !errors.Is(err, operator.ErrBasisChanged) {
			t.Errorf("a draft on what is outdated: %v", err)
		}
	})
}

func TestBadDraftsAreRefused(t *testing.T) {
	t.Parallel()
	eachPaper(t, func(t *testing.T, p *paper) {
		with := func(change func(*Text)) Texts {
			text := textOf("x")
			change(text)
			return Texts{English: text}
		}
		for name, c := range map[string]struct {
			d    Draft
			want error
		}{
			"no text":          {Draft{Category: Product}, fault.Invalid("texts")},
			"category":         {Draft{Category: "gossip", Texts: inEnglish("x")}, fault.Invalid("category")},
			"cover":            {Draft{Category: Product, Cover: "../../etc", Texts: inEnglish("x")}, fault.Invalid("cover")},
			"no title":         {Draft{Category: Product, Texts: with(func(t *Text) { t.Title = " \n" })}, fault.Invalid("texts.en.title")},
			"no summary":       {Draft{Category: Product, Texts: with(func(t *Text) { t.Summary = "" })}, fault.Invalid("texts.en.summary")},
			"no body":          {Draft{Category: Product, Texts: with(func(t *Text) { t.Body = "" })}, fault.Invalid("texts.en.body")},
			"two lines":        {Draft{Category: Product, Texts: with(func(t *Text) { t.Title = "a\nb" })}, fault.Invalid("texts.en.title")},
			"turned":           {Draft{Category: Product, Texts: with(func(t *Text) { t.Title = "a\u202eb" })}, fault.Invalid("texts.en.title")},
			"unseen":           {Draft{Category: Product, Texts: with(func(t *Text) { t.Body = "a\u200bb" })}, fault.Invalid("texts.en.body")},
			"NUL":              {Draft{Category: Product, Texts: with(func(t *Text) { t.Body = "a\x00b" })}, fault.Invalid("texts.en.body")},
			"no UTF-8":         {Draft{Category: Product, Texts: with(func(t *Text) { t.Body = "a\xffb" })}, fault.Invalid("texts.en.body")},
			"long title":       {Draft{Category: Product, Texts: with(func(t *Text) { t.Title = strings.Repeat("題", titleMax+1) })}, fault.Invalid("texts.en.title")},
			"long body":        {Draft{Category: Product, Texts: with(func(t *Text) { t.Body = strings.Repeat("題", bodyMax+1) })}, fault.Invalid("texts.en.body")},
			"deep":             {Draft{Category: Product, Texts: with(func(t *Text) { t.Body = strings.Repeat(">", nestingMax+1) + "x" })}, fault.Invalid("texts.en.body")},
			"one of two":       {Draft{Category: Product, Texts: Texts{English: textOf("x"), Russian: &Text{Title: "x"}}}, fault.Invalid("texts.ru.summary")},
			"unknown article":  {Draft{ID: "01ABCDEFGHJKMNPQRSTVWXYZ", Category: Product, Texts: inEnglish("x")}, fault.NotFound},
			"id of wrong form": {Draft{ID: "' OR 1=1 --", Category: Product, Texts: inEnglish("x")}, fault.Invalid("id")},
		} {
			if _, err := p.save(c.d); !errors.Is(err, c.want) || fmt.Sprint(err) != fmt.Sprint(c.want) {
				t.Errorf("%s: %v, want %v", name, err, c.want)
			}
		}
		// The largest that is allowed fits, and Windows' line ends and tabs are taken.
		full := with(func(t *Text) {
			t.Title, t.Summary, t.Body = strings.Repeat("題", titleMax), strings.Repeat("題", summaryMax), strings.Repeat("題", bodyMax-6)+"\r\n\ta"
		})
		if id := p.published(Draft{Category: Product, Texts: full}); !strings.HasSuffix(p.info(id).Body, "\na</p>\n") {
			t.Errorf("%.40q", p.info(id).Body)
		}
		if err := p.try(func(tx *sqldb.Tx) error {
			a, err := p.news.save(tx, Draft{Category: Product, Cover: "product", Texts: Texts{Russian: textOf("я")}}, "editor")
			if err != nil {
				return err
			}
			return p.news.publish(tx, a.id, a.version)
		}); !errors.Is(err, ErrNoFallback) {
			t.Errorf("in Russian only: %v", err)
		}
		if got := p.list(); len(got.List) != 1 {
			t.Errorf("refused drafts left %+v", got)
		}
	})
}

func TestPinnedArticlesComeFirst(t *testing.T) {
	t.Parallel()
	eachPaper(t, func(t *testing.T, p *paper) {
		ids := make(map[string]string)
		for _, word := range []string{"a", "b", "c", "d"} {
			ids[word] = p.published(Draft{Category: Incident, Texts: inEnglish(word)})
			p.clock.Advance(time.Second)
		}
		pin := func(word string, isPinned bool) error {
			return p.try(func(tx *sqldb.Tx) error {
				_, err := p.news.pin(tx, ids[word], p.find(ids[word]).version, isPinned)
				return err
			})
		}
		incident := func() string {
			var row *Row
			if err := p.db.View(context.Background(), func(tx *sqldb.Tx) (err error) {
				row, err = p.news.Incident(tx, httpapi.English)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			if row == nil {
				return ""
			}
			return row.Title
		}
		if got := titles(p.list()); got != "d c b a" || incident() != "" {
			t.Errorf("unpinned: %s, going on: %s", got, incident())
		}
		if err := errors.Join(pin("b", true), pin("a", true)); err != nil {
			t.Fatal(err)
		}
		if got := titles(p.list()); got != "b a d c" || incident() != "b" {
			t.Errorf("pinned: %s, going on: %s", got, incident())
		}
		if err := pin("a", true); !errors.Is(err, operator.ErrNothing) {
			t.Errorf("pinned twice: %v", err)
		}
		if err := errors.Join(pin("b", false), pin("a", false)); err != nil {
			t.Fatal(err)
		}
		if got := titles(p.list()); got != "d c b a" || incident() != "" {
			t.Errorf("unpinned again: %s, going on: %s", got, incident())
		}
	})
}

func TestSearchGoesThroughAll(t *testing.T) {
	t.Parallel()
	eachPaper(t, func(t *testing.T, p *paper) {
		if err := p.try(func(tx *sqldb.Tx) error {
			for i := range 2*searchedMost + 30 {
				word := fmt.Sprintf("n%d", i)
				if i == 3 || i == 300 {
					word += " Дивиденды"
				}
				a, err := p.news.save(tx, Draft{Category: Product, Cover: "product", Texts: Texts{English: textOf(word), Chinese: textOf("節點" + word)}}, "editor")
				if err != nil {
					return err
				}
				if err := p.news.publish(tx, a.id, a.version); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		all := func(search string, more ...string) (found []string, calls int) {
			cursor := ""
			for {
				list := p.list(append(more, "search", search, "cursor", cursor)...)
				for _, r := range list.List {
					found = append(found, r.Title)
				}
				if calls++; !list.HasMore || calls > 100 {
					return found, calls
				}
				cursor = list.NextCursor
			}
		}
		if found, calls := all("ДИВИДЕНДЫ"); !slices.Equal(found, []string{"n300 Дивиденды", "n3 Дивиденды"}) || calls != 3 {
			t.Errorf("%q in %d calls", found, calls)
		}
		if found, _ := all("  about   дивиденды n3  "); len(found) != 2 {
			t.Errorf("several words: %q", found)
		}
		if found, calls := all("n", "size", "50"); len(found) != 2*searchedMost+30 || len(slices.Compact(slices.Sorted(slices.Values(found)))) != len(found) || calls != 9 {
			t.Errorf("every one: %d in %d calls", len(found), calls)
		}
		if found, _ := all("節點"); len(found) != 0 {
			t.Errorf("in a language that the reader does not see: %q", found[0])
		}
		if found, _ := all("%"); len(found) != 0 {
			t.Errorf("a wild card: %q", found[0])
		}
		if found, _ := all("n3", "category", "incident"); len(found) != 0 {
			t.Errorf("in another category: %q", found)
		}
		p.Client = p.In("zh_cn")
		if found, _ := all("節點 n42"); !slices.Contains(found, "節點n42") {
			t.Errorf("in Chinese: %q", found)
		}
	})
}

func TestPagesOfNewsNeitherRepeatNorSkip(t *testing.T) {
	t.Parallel()
	eachPaper(t, func(t *testing.T, p *paper) {
		for i := range 7 {
			p.published(Draft{Category: Product, Texts: inEnglish(fmt.Sprint(i))})
			p.clock.Advance(time.Duration(i%2) * time.Second)
		}
		var seen []string
		cursor := ""
		for {
			list := p.list("size", "3", "cursor", cursor)
			for _, r := range list.List {
				seen = append(seen, r.Title)
			}
			p.published(Draft{Category: Product, Texts: inEnglish("later")})
			if cursor = list.NextCursor; !list.HasMore {
				break
			}
		}
		if got := strings.Join(seen, ""); got != "6543210" {
			t.Errorf("pages show %s", got)
		}
	})
}

// Lists go by an index however many articles there are.
func TestNewsAreFoundByAnIndex(t *testing.T) {
	t.Parallel()
	eachPaper(t, func(t *testing.T, p *paper) {
		if err := p.try(func(tx *sqldb.Tx) error {
			for i := range 3000 {
				a := article{id: p.news.ids.ID(p.news.chance, tx.Now()), category: Product, cover: "product", version: 1, revision: 1, createdAt: tx.Now(), publishedAt: tx.Now(), updatedAt: tx.Now()}
				if i%50 == 0 {
					a.category = Incident
				}
				a.position = positionOf(false, tx.Now().Add(time.Duration(i)*time.Second), a.id)
				saveArticle.Add(tx, a)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for query, index := range map[string]string{selectNewest: "news_article_position", selectCategory: "news_article_category"} {
			args := []any{entropy.LastID, 21}
			if query == selectCategory {
				args = append([]any{string(Incident)}, args...)
			}
			if plan := dbtest.Plan(t, p.db, query, args...); !strings.Contains(plan, index) || strings.Contains(strings.ToLower(plan), "sort") || strings.Contains(plan, "TEMP B-TREE") {
				t.Errorf("%s\n%s", query, plan)
			}
		}
	})
}
