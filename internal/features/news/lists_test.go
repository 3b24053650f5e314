package news

import (
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// fillArticles writes a hundred thousand articles, fillRevisions as many revisions.
const (
	fillArticles = `INSERT INTO news_article (id, category, cover, is_pinned, version, revision, has_draft, languages, position, published_at, updated_at, created_at)
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
	SELECT 'NEWS' || (100000 + i), CASE i % 50 WHEN 3 THEN 'incident' WHEN 1 THEN 'product' ELSE 'announcement' END, '', 0, 1, 1, 0, '[]', CASE i % 10 WHEN 0 THEN '' ELSE '0' || (100000 + i) END, i, i, i FROM n`
	fillRevisions = `INSERT INTO news_revision (id, article_id, number, category, cover, texts, author, saved_at, published_at)
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
	SELECT 'REV' || (100000 + i), 'NEWS' || (100000 + i % 1000), i, 'notice', '', '{}', '', i, i FROM n`
)

// Lists of a hundred thousand articles are read from an index, in its order.
func TestListsOfNewsAreReadFromAnIndex(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
			if _, err := tx.Exec(fillArticles); err != nil {
				return err
			}
			_, err := tx.Exec(fillRevisions)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		dbtest.ReadFromIndexes(t, db, map[string]dbtest.Read{
			"everybody's":          {Query: selectNewest, Args: []any{"~", 21}, Index: "news_article_position"},
			"of a category":        {Query: selectCategory, Args: []any{"incident", "~", 21}, Index: "news_article_category"},
			"editors'":             {Query: selectAll, Args: []any{entropy.LastID, 21}, Index: "news_article"},
			"an article's history": {Query: selectHistory, Args: []any{"NEWS100007", 1 << 40, 21}, Index: "news_revision_article"},
		})
	})
}
