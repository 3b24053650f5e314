package app

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"etld/internal/features/news"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// demoArticles are the demo's news, as "1-category-topic.language.md": a heading, a
// paragraph that is the summary, and the body. They stand in the order in which they
// are published.
//
//go:embed demo/news/*.md
var demoArticles embed.FS

// seedDemoNews publishes the demo's articles, once.
func (p *Program) seedDemoNews(ctx context.Context) error {
	drafts, err := demoNews()
	if err != nil {
		return err
	}
	return p.db.Update(ctx, func(tx *sqldb.Tx) error { return p.news.Seed(tx, drafts, demoActor) })
}

func demoNews() ([]news.Draft, error) {
	files, err := fs.Glob(demoArticles, "demo/news/*.zhtw.md")
	if err != nil {
		return nil, err
	}
	var list []news.Draft
	for _, file := range files {
		stem := strings.TrimSuffix(file, "zhtw.md")
		_, words, _ := strings.Cut(stem, "-")
		category, _, _ := strings.Cut(words, "-")
		d := news.Draft{Category: news.Category(category)}
		t := &d.Texts
		for language, text := range map[httpapi.Language]**news.Text{httpapi.Chinese: &t.Chinese, httpapi.English: &t.English, httpapi.Russian: &t.Russian} {
			raw, err := demoArticles.ReadFile(stem + string(language) + ".md")
			if err != nil {
				return nil, err
			}
			parts := strings.SplitN(string(raw), "\n\n", 3)
			if len(parts) < 3 {
				return nil, fmt.Errorf("%s in %s has no heading, summary and body", stem, language)
			}
			*text = &news.Text{Title: strings.TrimPrefix(parts[0], "# "), Summary: parts[1], Body: parts[2]}
		}
		list = append(list, d)
	}
	return list, nil
}
