package news

import (
	"fmt"
	"time"

	"etld/internal/base/wording"
	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

const (
	kindPublish = "news_publish"
	kindPin     = "news_pin"
	// diffMost keeps a proposal readable; the preview shows all.
	diffMost = 2_000
)

// ArticleRow is an article as editors see it in a list.
type ArticleRow struct {
	ID       string   `json:"id"`
	Version  int64    `json:"version"`
	Category Category `json:"category"`
	Title    string   `json:"title" doc:"Of the newest revision, the draft included, in the caller's language if there is one"`
	Revision int64    `json:"revision" doc:"The published one; 0 is none"`
	HasDraft bool     `json:"hasDraft"`
	Pinned   bool     `json:"pinned"`
	// Missing are the languages that the newest revision lacks.
	Missing     []httpapi.Language `json:"missing" nullable:"false"`
	PublishedAt time.Time          `json:"publishedAt,omitzero"`
	UpdatedAt   time.Time          `json:"updatedAt"`
}

// Saved is a revision as it is stored.
type Saved struct {
	Number      int64     `json:"number"`
	Category    Category  `json:"category"`
	Cover       string    `json:"cover"`
	Texts       Texts     `json:"texts"`
	Author      string    `json:"author" doc:"The id of who saved it"`
	SavedAt     time.Time `json:"savedAt"`
	PublishedAt time.Time `json:"publishedAt,omitzero"`
}

// ArticleDetail is an article with what is published and what is to be.
type ArticleDetail struct {
	ArticleRow
	Covers    []string `json:"covers" nullable:"false" doc:"What there is to choose from"`
	Published *Saved   `json:"published"`
	Draft     *Saved   `json:"draft"`
}

// Preview is what readers of one language would see of an article's newest
// revision.
type Preview struct {
	Reader     httpapi.Language `json:"reader"`
	Lang       httpapi.Language `json:"lang"`
	Translated bool             `json:"translated"`
	Title      string           `json:"title"`
	Summary    string           `json:"summary"`
	Body       string           `json:"body" doc:"Safe HTML"`
	Unlinked   []string         `json:"unlinked" nullable:"false" doc:"Where links and pictures of the text lead that readers do not get: all but https and a screen (#/…)"`
}

type articleIn struct {
	ID httpapi.ID `json:"id"`
}

// changeIn names an article as somebody saw it.
type changeIn struct {
	ID      httpapi.ID `json:"id"`
	Version int64      `json:"version"`
}

type pinIn struct {
	ID      httpapi.ID `json:"id"`
	Version int64      `json:"version"`
	Pinned  bool       `json:"pinned"`
}

// RegisterOperator adds the editors' calls.
func (s *Service) RegisterOperator(o *operator.Service) {
	editors := []operator.Role{operator.Editor}
	operator.Rows(o, operator.Route{Path: "news/list", Roles: editors}, articleList, articleRow)
	operator.Detail(o, operator.Route{Path: "news/detail", Roles: editors}, articleList, s.detail)
	operator.View(o, operator.Route{Path: "news/preview", Roles: editors}, s.preview)
	operator.Action(o, operator.Route{Path: "news/draft", Roles: editors}, s.draft)
	operator.Handle(o, operator.Kind[pinIn]{Name: kindPin, Path: "news/pin", Makers: editors, Checkers: editors,
		Describe: s.describePin, Execute: func(tx *sqldb.Tx, in pinIn, _ operator.Decision) error {
			_, err := s.pin(tx, string(in.ID), in.Version, in.Pinned)
			return err
		}})
	operator.Handle(o, operator.Kind[changeIn]{Name: kindPublish, Path: "news/publish", Makers: editors, Checkers: editors,
		Describe: s.describe, Execute: func(tx *sqldb.Tx, in changeIn, _ operator.Decision) error {
			return s.publish(tx, string(in.ID), in.Version)
		}})
	operator.View(o, operator.Route{Path: "news/lacking", Roles: editors}, s.lacking)
	s.registerBanners(o, editors)
}

func (s *Service) draft(tx *sqldb.Tx, c *operator.Call, d Draft) (ArticleRow, error) {
	c.Note(audit.Note{Subject: d.ID})
	a, err := s.save(tx, d, c.ID)
	if err != nil {
		return ArticleRow{}, err
	}
	c.Note(audit.Note{Subject: a.id, After: map[string]any{"version": a.version, "category": d.Category, "languages": d.Texts.languages()}})
	return rowOfArticle(a, revision{category: d.Category, texts: d.Texts}, c.Language), nil
}

// describePin asks a second editor about incidents only: pinned, one stands before
// everything on the front page.
func (s *Service) describePin(tx *sqldb.Tx, in pinIn) (operator.Description, error) {
	a, err := current(tx, string(in.ID), in.Version)
	if err != nil {
		return operator.Description{}, err
	}
	if a.isPinned == in.Pinned {
		return operator.Description{}, operator.ErrNothing
	}
	newest, err := newestOf(tx, a)
	if err != nil {
		return operator.Description{}, err
	}
	shown := newest
	if a.revision > 0 {
		if shown, err = findRevision(tx, a.id, a.revision); err != nil {
			return operator.Description{}, err
		}
	}
	d := operator.Description{Subject: a.id, Basis: fmt.Sprint(a.version),
		Diff: []operator.Change{{Field: "pinned", Before: fmt.Sprint(a.isPinned), After: fmt.Sprint(in.Pinned)}}}
	if newest.category == Incident || shown.category == Incident {
		d.Approvals = 1
	}
	return d, nil
}

// describe asks a second editor about incidents and about what leads outside.
func (s *Service) describe(tx *sqldb.Tx, in changeIn) (operator.Description, error) {
	a, draft, before, err := draftOf(tx, string(in.ID), in.Version)
	if err != nil {
		return operator.Description{}, err
	}
	d := operator.Description{Subject: a.id, Diff: difference(before, draft), Basis: fmt.Sprint(a.version)}
	leadsOut, err := s.printer.leadsOut(draft.texts)
	if draft.category == Incident || before.category == Incident || leadsOut {
		d.Approvals = 1
	}
	return d, err
}

// difference is what a checker sees of a revision.
func difference(before, after revision) (diff []operator.Change) {
	compare := func(field, from, to string) {
		if from != to {
			diff = append(diff, operator.Change{Field: field, Before: wording.Cut(from, diffMost), After: wording.Cut(to, diffMost)})
		}
	}
	compare("category", string(before.category), string(after.category))
	compare("cover", before.cover, after.cover)
	for _, l := range httpapi.Languages {
		var from, to Text
		if t := before.texts.in(l); t != nil {
			from = *t
		}
		if t := after.texts.in(l); t != nil {
			to = *t
		}
		compare("title "+string(l), from.Title, to.Title)
		compare("summary "+string(l), from.Summary, to.Summary)
		compare("body "+string(l), from.Body, to.Body)
	}
	return diff
}

// newestOf is an article's newest revision: its draft, if it has one.
func newestOf(tx *sqldb.Tx, a article) (revision, error) {
	number := a.revision
	if a.hasDraft {
		number++
	}
	return findRevision(tx, a.id, number)
}

func rowOfArticle(a article, newest revision, reader httpapi.Language) ArticleRow {
	has := newest.texts.languages()
	title := ""
	for _, l := range append([]httpapi.Language{shownIn(has, reader)}, has...) {
		if t := newest.texts.in(l); t != nil && title == "" {
			title = t.Title
		}
	}
	return ArticleRow{ID: a.id, Version: a.version, Category: newest.category, Title: title, Revision: a.revision, HasDraft: a.hasDraft, Pinned: a.isPinned,
		Missing: missingOf(has), PublishedAt: a.publishedAt, UpdatedAt: a.updatedAt}
}

// articleList lists all articles, drafts too.
var articleList = lists.List[article]{Table: articleTable, Key: "id", Orders: []lists.Order{lists.Newest("createdAt", "id")}}

func articleRow(tx *sqldb.Tx, c operator.Caller, a article) (ArticleRow, error) {
	newest, err := newestOf(tx, a)
	return rowOfArticle(a, newest, c.Language), err
}

func (s *Service) detail(tx *sqldb.Tx, c operator.Caller, a article) (ArticleDetail, error) {
	newest, err := newestOf(tx, a)
	if err != nil {
		return ArticleDetail{}, err
	}
	out := ArticleDetail{ArticleRow: rowOfArticle(a, newest, c.Language), Covers: Covers()}
	if a.hasDraft {
		out.Draft = savedOf(newest)
	}
	if a.revision > 0 {
		shown, err := findRevision(tx, a.id, a.revision)
		if err != nil {
			return ArticleDetail{}, err
		}
		out.Published = savedOf(shown)
	}
	return out, nil
}

func savedOf(r revision) *Saved {
	return &Saved{Number: r.number, Category: r.category, Cover: r.cover, Texts: r.texts, Author: r.author, SavedAt: r.savedAt, PublishedAt: r.publishedAt}
}

// preview shows the newest revision to readers of every language. A language that
// nobody could read yet is left out.
func (s *Service) preview(tx *sqldb.Tx, _ operator.Caller, in articleIn) (httpapi.List[Preview], error) {
	a, err := find(tx, string(in.ID))
	if err != nil {
		return httpapi.List[Preview]{}, err
	}
	newest, err := newestOf(tx, a)
	if err != nil {
		return httpapi.List[Preview]{}, err
	}
	var rows []Preview
	for _, reader := range httpapi.Languages {
		l := shownIn(newest.texts.languages(), reader)
		t := newest.texts.in(l)
		if t == nil {
			continue
		}
		body, err := s.printer.print(t.Body)
		if err != nil {
			return httpapi.List[Preview]{}, err
		}
		rows = append(rows, Preview{Reader: reader, Lang: l, Translated: l == reader, Title: t.Title, Summary: t.Summary, Body: body, Unlinked: s.printer.unlinked(t.Body)})
	}
	return httpapi.All(rows), nil
}
