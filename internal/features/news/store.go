package news

import (
	"fmt"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/fault"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// article is what lists and changes need; its published texts are news_text.
type article struct {
	id       string
	category Category
	cover    string
	isPinned bool
	// version rises with every change.
	version int64
	// revision is the published one, 0 for none.
	revision int64
	hasDraft bool
	// languages are those of the published revision.
	languages []httpapi.Language
	position  string

	publishedAt, updatedAt, createdAt time.Time
}

// revision is an article as it was, or is to be, published.
type revision struct {
	id, articleID        string
	number               int64
	category             Category
	cover                string
	texts                Texts
	author               string
	savedAt, publishedAt time.Time
}

// published is a text in the language of its key.
type published struct {
	id string
	Text
}

// banner is one that editors put on the front page. Those with a lower position
// stand before it.
type banner struct {
	id                   string
	version, position    int64
	look                 Look
	span                 Span
	updatedAt, createdAt time.Time
}

var (
	articleTable = sqldb.NewTable[article]("news_article", `id, category, cover, is_pinned, version, revision, has_draft, languages, position,
		published_at, updated_at, created_at`)
	textTable     = sqldb.NewTable[published]("news_text", "id, title, summary, body")
	revisionTable = sqldb.NewTable[revision]("news_revision", "id, category, cover, texts, author, saved_at, published_at").
			Once("article_id, number")
	bannerTable = sqldb.NewTable[banner]("news_banner", `id, version, position, texts = look.Texts, target = look.Target, cover = look.Cover,
		shown_from = span.From, shown_until = span.Until, updated_at, created_at`)

	saveArticle  = articleTable.Upsert()
	saveText     = textTable.Upsert()
	saveRevision = revisionTable.Upsert()
	saveBanner   = bannerTable.Upsert()

	texts = sqldb.NewLookup("news text", textTable.Select("WHERE id"), sqldb.Single(textTable.ByKey(func(p published) string { return p.id })))

	selectArticle  = articleTable.Select("WHERE id = $1")
	selectNewest   = articleTable.Select("WHERE position > '' AND position < $1 ORDER BY position DESC LIMIT $2")
	selectCategory = articleTable.Select("WHERE category = $1 AND position > '' AND position < $2 ORDER BY position DESC LIMIT $3")
	selectAll      = articleTable.Select("WHERE id < $1 ORDER BY id DESC LIMIT $2")
	selectRevision = revisionTable.Select("WHERE id = $1")
	selectBanner   = bannerTable.Select("WHERE id = $1")
	selectBanners  = bannerTable.Select("ORDER BY position, id LIMIT $1")
)

const (
	selectHistory = `SELECT number, published_at FROM news_revision WHERE article_id = $1 AND number <= $2 ORDER BY number DESC LIMIT $3`
	deleteText    = `DELETE FROM news_text WHERE id = $1`
	deleteBanner  = `DELETE FROM news_banner WHERE id = $1`
)

func textKey(articleID string, l httpapi.Language) string { return articleID + "." + string(l) }

func revisionKey(articleID string, number int64) string {
	return fmt.Sprintf("%s.%06d", articleID, number)
}

// find is an article, published or not.
func find(tx *sqldb.Tx, id string) (article, error) {
	return fault.Known(sqldb.Find(tx, articleTable.Scan, selectArticle, id))
}

// findRevision is one of an article's, the draft included.
func findRevision(tx *sqldb.Tx, articleID string, number int64) (revision, error) {
	return fault.Known(sqldb.Find(tx, revisionTable.Scan, selectRevision, revisionKey(articleID, number)))
}

// place is where somebody reads on: in a language, in one category or in all, from
// behind a position.
type place struct {
	reader   httpapi.Language
	category Category
	position string
}

// page reads articles that readers see.
func page(tx *sqldb.Tx, from place, limit int) ([]article, error) {
	if from.category == "" {
		return sqldb.Collect(tx, articleTable.Scan, selectNewest, from.position, limit)
	}
	return sqldb.Collect(tx, articleTable.Scan, selectCategory, from.category, from.position, limit)
}

// textsOf are the published texts of articles in the language that a reader gets.
func textsOf(tx sqldb.Command, list []article, reader httpapi.Language) (map[string]Text, error) {
	keys := each.Of(list, func(a article) string { return textKey(a.id, shownIn(a.languages, reader)) })
	found := make(map[string]Text, len(list))
	err := texts.Each(tx, keys, func(p published) error {
		found[p.id] = p.Text
		return nil
	})
	return found, err
}

// banners are all there are, in their order.
func banners(tx *sqldb.Tx) ([]banner, error) {
	return sqldb.Collect(tx, bannerTable.Scan, selectBanners, bannersMax)
}

func findBanner(tx *sqldb.Tx, id string) (banner, error) {
	return fault.Known(sqldb.Find(tx, bannerTable.Scan, selectBanner, id))
}
