package app

import (
	"net/http"
	"strings"
	"testing"

	"etld/internal/core/operator"
	"etld/internal/features/news"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
)

// An editor writes, looks and publishes; for an incident it takes a second one.
func TestEditorsPublishNews(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		reader := newFront(t, p)
		maker, checker, support := p.staff(t, operator.Editor), p.staff(t, operator.Editor), p.staff(t, operator.Support)
		text := func(word string) map[string]any {
			return map[string]any{"title": word, "summary": "About " + word, "body": "All of **" + word + "**. <script>alert(1)</script>"}
		}
		draft := func(category string, texts map[string]any, more map[string]any) map[string]any {
			body := map[string]any{"category": category, "texts": texts}
			for name, value := range more {
				body[name] = value
			}
			return body
		}
		change := func(row news.ArticleRow) map[string]any {
			return map[string]any{"payload": map[string]any{"id": row.ID, "version": row.Version}, "reason": "it is true"}
		}
		seen := func() (titles string) {
			for _, r := range apitest.Data[httpapi.List[news.Row]](t, reader.Call("/api/main/news", reader.id)).List {
				titles += r.Title + " "
			}
			return titles
		}
		for name, refused := range map[string]struct {
			by   *person
			body map[string]any
			code int
		}{
			"support":          {support, draft("product", map[string]any{"en": text("x")}, nil), operator.ErrForbidden.Code},
			"no language":      {maker, draft("product", map[string]any{}, nil), 1002},
			"unknown language": {maker, draft("product", map[string]any{"de": text("x")}, nil), 1002},
			"half a text":      {maker, draft("product", map[string]any{"en": map[string]any{"title": "x"}}, nil), 1002},
			"another cover":    {maker, draft("product", map[string]any{"en": text("x")}, map[string]any{"cover": "https://elsewhere.example/x.png"}), 1002},
			"nobody's article": {maker, draft("product", map[string]any{"en": text("x")}, map[string]any{"id": "01ABCDEFGHJKMNPQRSTVWXYZ"}), 1005},
		} {
			if r := refused.by.call("news/draft", refused.body); r.Code != refused.code {
				t.Errorf("%s: %+v, want %d", name, r, refused.code)
			}
		}
		saved := maker.call("news/draft", draft("product", map[string]any{"ru": text("Узел")}, nil))
		row := dataOf[news.ArticleRow](t, saved)
		if r := maker.call("news/publish", change(row)); r.Code != news.ErrNoFallback.Code {
			t.Errorf("in Russian only: %+v", r)
		}
		row = dataOf[news.ArticleRow](t, maker.call("news/draft", draft("product", map[string]any{"ru": text("Узел"), "en": text("Node")}, map[string]any{"id": row.ID, "version": row.Version})))
		if len(row.Missing) != 1 || row.Missing[0] != httpapi.Chinese || !row.HasDraft || row.Revision != 0 {
			t.Errorf("saved %+v", row)
		}
		preview := dataOf[httpapi.List[news.Preview]](t, checker.call("news/preview", map[string]any{"id": row.ID}))
		if len(preview.List) != 3 || preview.List[0].Lang != httpapi.English || preview.List[0].Translated || preview.List[2].Body != "<p>All of <strong>Узел</strong>. alert(1)</p>\n" {
			t.Errorf("preview %+v", preview)
		}
		if got := seen(); got != "" {
			t.Errorf("a draft is seen: %s", got)
		}
		if r := support.call("news/publish", change(row)); r.Code != operator.ErrForbidden.Code {
			t.Errorf("support publishes: %+v", r)
		}
		if r := maker.call("news/publish", change(row)); r.Code != http.StatusOK || dataOf[operator.Proposal](t, r).State != operator.Executed {
			t.Errorf("publish: %+v", r)
		}
		if got := seen(); got != "Node " {
			t.Errorf("published: %s", got)
		}
		if r := maker.call("news/publish", change(row)); r.Code != operator.ErrBasisChanged.Code {
			t.Errorf("publish once more: %+v", r)
		}
		p.expectIncident(t, reader, maker, checker, draft("incident", map[string]any{"en": text("Outage"), "zhtw": text("中斷")}, nil), change, seen)
		list := dataOf[httpapi.List[news.ArticleRow]](t, checker.call("news/list", map[string]any{})).List
		if len(list) != 2 || list[0].HasDraft || list[0].Revision != 1 || !list[0].Pinned || len(list[0].Missing) != 1 || list[1].Title != "Узел" && list[1].Title != "Node" {
			t.Errorf("the editors' list: %+v", list)
		}
		detail := dataOf[news.ArticleDetail](t, maker.call("news/detail", map[string]any{"id": list[0].ID}))
		if detail.Draft != nil || detail.Published == nil || !strings.Contains(detail.Published.Texts.English.Body, "<script>") {
			t.Errorf("the detail: %+v", detail)
		}
	})
}

// expectIncident holds that an incident takes two editors, as does making it
// something else.
func (p *Program) expectIncident(t *testing.T, reader *front, maker, checker *person, draft map[string]any, change func(news.ArticleRow) map[string]any, seen func() string) {
	t.Helper()
	row := dataOf[news.ArticleRow](t, maker.call("news/draft", draft))
	proposed := maker.call("news/publish", change(row))
	if state := dataOf[operator.Proposal](t, proposed).State; state != operator.Pending || seen() != "Node " {
		t.Errorf("an incident by one editor is %s, seen are %s", state, seen())
	}
	if r := maker.approve(proposed); r.Code != operator.ErrOwnProposal.Code {
		t.Errorf("the maker approves: %+v", r)
	}
	// What is changed meanwhile is not what the second editor approves.
	draft["id"], draft["version"] = row.ID, row.Version
	row = dataOf[news.ArticleRow](t, maker.call("news/draft", draft))
	if r := checker.approve(proposed); r.Code != operator.ErrBasisChanged.Code {
		t.Errorf("approve what was changed: %+v", r)
	}
	waits := dataOf[operator.Proposal](t, proposed)
	if r := maker.call("proposals/reject", map[string]any{"proposalId": waits.ID, "payloadHash": waits.PayloadHash, "reason": "it was changed"}); r.Code != http.StatusOK {
		t.Fatalf("take back: %+v", r)
	}
	if r := checker.approve(maker.call("news/publish", change(row))); r.Code != http.StatusOK {
		t.Fatalf("approve: %+v", r)
	}
	if got := seen(); got != "Outage Node " {
		t.Errorf("approved: %s", got)
	}
	row.Version++
	pin := func(isPinned bool) reply {
		return maker.call("news/pin", map[string]any{"payload": map[string]any{"id": row.ID, "version": row.Version, "pinned": isPinned}, "reason": "people ask"})
	}
	pinned := pin(true)
	if r := maker.approve(pinned); r.Code != operator.ErrOwnProposal.Code {
		t.Errorf("one editor pins an incident: %+v", r)
	}
	if r := checker.approve(pinned); r.Code != http.StatusOK {
		t.Errorf("pin: %+v", r)
	}
	if r := pin(false); r.Code != operator.ErrBasisChanged.Code {
		t.Errorf("pin what was changed: %+v", r)
	}
	found, err := p.Violations(t.Context())
	if err != nil || len(found) > 0 {
		t.Errorf("the books: %v, %v", found, err)
	}
}
