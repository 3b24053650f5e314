package app

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/features/news"
	"etld/internal/infra/httpapi"
)

// An editor puts a banner on the front page, looks at it in every language, schedules,
// orders and removes it; each act is in the audit log.
func TestEditorsPutBannersOnTheFrontPage(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		reader := newFront(t, p)
		editor, support, auditor := p.staff(t, operator.Editor), p.staff(t, operator.Support), p.staff(t, operator.Auditor)
		text := func(word string) map[string]any { return map[string]any{"title": word, "note": "About " + word} }
		about := func(word string, more ...any) map[string]any {
			body := map[string]any{"texts": map[string]any{"zhtw": text("中" + word), "en": text(word)}, "target": "/chainDetails?id=nodeKing"}
			for i := 0; i+1 < len(more); i += 2 {
				body[more[i].(string)] = more[i+1]
			}
			return body
		}
		seen := func() (titles string) {
			for _, b := range reader.home().EditorBanners {
				titles += b.Title + " "
			}
			return titles
		}
		now := p.settings.Clock.Now()
		for name, refused := range map[string]struct {
			by   *person
			path string
			body map[string]any
			code int
		}{
			"support adds":         {support, "banners/add", about("x"), operator.ErrForbidden.Code},
			"support orders":       {support, "banners/order", map[string]any{"ids": []string{}}, operator.ErrForbidden.Code},
			"an unknown language":  {editor, "banners/add", about("x", "texts", map[string]any{"de": text("x")}), 1002},
			"in Russian only":      {editor, "banners/add", about("x", "texts", map[string]any{"ru": text("я")}), news.ErrNoFallback.Code},
			"a link out":           {editor, "banners/add", about("x", "target", "https://elsewhere.example"), 1002},
			"a time that is none":  {editor, "banners/add", about("x", "from", "tomorrow"), 1002},
			"over before it is":    {editor, "banners/add", about("x", "until", now.Add(-time.Hour)), 1002},
			"a change of nothing":  {editor, "banners/change", about("x", "id", "01ABCDEFGHJKMNPQRSTVWXYZ", "version", 1), 1005},
			"a wrong id":           {editor, "banners/remove", map[string]any{"id": "' OR 1=1 --", "version": 1}, 1002},
			"a preview of nothing": {auditor, "banners/preview", map[string]any{"id": "01ABCDEFGHJKMNPQRSTVWXYZ"}, 1005},
		} {
			if r := refused.by.call(refused.path, refused.body); r.Code != refused.code {
				t.Errorf("%s: %+v, want %d", name, r, refused.code)
			}
		}
		first := dataOf[news.BannerLine](t, editor.call("banners/add", about("first")))
		second := dataOf[news.BannerLine](t, editor.call("banners/add", about("second", "from", now.Add(2*time.Hour))))
		if first.State != news.Shown || second.State != news.Scheduled || len(first.Missing) != 1 || first.Missing[0] != httpapi.Russian || first.Cover != "announcement" {
			t.Errorf("added %+v and %+v", first, second)
		}
		if got := reader.home().EditorBanners; len(got) != 1 || got[0].Title != "first" || got[0].Target != "/chainDetails?id=nodeKing" || got[0].Cover != "/covers/announcement.svg" || !got[0].Translated {
			t.Errorf("shown: %+v", got)
		}
		preview := dataOf[httpapi.List[news.BannerPreview]](t, auditor.call("banners/preview", map[string]any{"id": second.ID})).List
		if len(preview) != 3 || preview[2].Reader != httpapi.Russian || preview[2].Title != "中second" || preview[2].Translated {
			t.Errorf("preview: %+v", preview)
		}
		second = dataOf[news.BannerLine](t, editor.call("banners/schedule", map[string]any{"id": second.ID, "version": second.Version, "until": now.Add(time.Hour)}))
		if second.State != news.Shown || second.Version != 2 || seen() != "first second " {
			t.Errorf("scheduled for now: %+v, seen are %s", second, seen())
		}
		if r := editor.call("banners/schedule", map[string]any{"id": second.ID, "version": 1}); r.Code != operator.ErrBasisChanged.Code {
			t.Errorf("what was changed meanwhile: %+v", r)
		}
		if r := editor.call("banners/order", map[string]any{"ids": []string{second.ID}}); r.Code != operator.ErrBasisChanged.Code {
			t.Errorf("an order that leaves one out: %+v", r)
		}
		if r := editor.call("banners/order", map[string]any{"ids": []string{second.ID, first.ID}}); r.Code != http.StatusOK || seen() != "second first " {
			t.Errorf("ordered: %+v, seen are %s", r, seen())
		}
		changed := about("third", "id", first.ID, "version", first.Version)
		changed["texts"].(map[string]any)["ru"] = text("Третий")
		if line := dataOf[news.BannerLine](t, editor.call("banners/change", changed)); len(line.Missing) != 0 || line.Version != 2 || seen() != "second third " {
			t.Errorf("changed: %+v, seen are %s", line, seen())
		}
		lacking := dataOf[httpapi.List[news.Lacking]](t, auditor.call("news/lacking", map[string]any{})).List
		if len(lacking) != 1 || lacking[0].Kind != "banner" || lacking[0].ID != second.ID {
			t.Errorf("lacking: %+v", lacking)
		}
		p.settings.Clock.(*clock.System).Advance(time.Hour)
		editor = p.staff(t, operator.Editor)
		if list := dataOf[httpapi.List[news.BannerLine]](t, editor.call("banners/list", map[string]any{})).List; len(list) != 2 || list[0].State != news.Over || seen() != "third " {
			t.Errorf("an hour later: %+v, seen are %s", list, seen())
		}
		if r := editor.call("banners/remove", map[string]any{"id": first.ID, "version": 2}); r.Code != http.StatusOK || seen() != "" {
			t.Errorf("removed: %+v, seen are %s", r, seen())
		}
		var acts []string
		for _, r := range dataOf[httpapi.List[audit.Record]](t, p.staff(t, operator.Auditor).call("audit/list", map[string]any{"size": 50})).List {
			if strings.HasPrefix(r.Action, "banners/") && r.Outcome == "done" {
				acts = append([]string{strings.TrimPrefix(r.Action, "banners/")}, acts...)
			}
		}
		if got := strings.Join(acts, " "); got != "add add schedule order change remove" {
			t.Errorf("in the log: %s", got)
		}
	})
}
