package app

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"etld/internal/app/demo"
	"etld/internal/core/picture"
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
func (p seeds) seedDemoNews(ctx context.Context) error {
	drafts, topics, err := demoNews()
	if err != nil {
		return err
	}
	return p.program.db.Update(ctx, func(tx *sqldb.Tx) error {
		pictures, err := p.seedDemoPictures(tx)
		if err != nil {
			return err
		}
		for i, topic := range topics {
			drafts[i].Cover = pictures[topic].ID
		}
		return p.program.news.Seed(tx, drafts, demoActor)
	})
}

// demoNews are the drafts, and of each its topic, by which its picture is known.
func demoNews() (list []news.Draft, topics []string, err error) {
	files, err := fs.Glob(demoArticles, "demo/news/*.zhtw.md")
	if err != nil {
		return nil, nil, err
	}
	for _, file := range files {
		stem := strings.TrimSuffix(file, "zhtw.md")
		_, words, _ := strings.Cut(stem, "-")
		category, topic, _ := strings.Cut(strings.TrimSuffix(words, "."), "-")
		d := news.Draft{Category: news.Category(category)}
		t := &d.Texts
		for language, text := range map[httpapi.Language]**news.Text{httpapi.Chinese: &t.Chinese, httpapi.English: &t.English, httpapi.Russian: &t.Russian} {
			raw, err := demoArticles.ReadFile(stem + string(language) + ".md")
			if err != nil {
				return nil, nil, err
			}
			parts := strings.SplitN(string(raw), "\n\n", 3)
			if len(parts) < 3 {
				return nil, nil, fmt.Errorf("%s in %s has no heading, summary and body", stem, language)
			}
			*text = &news.Text{Title: strings.TrimPrefix(parts[0], "# "), Summary: parts[1], Body: parts[2]}
		}
		list, topics = append(list, d), append(topics, topic)
	}
	return list, topics, nil
}

// seedDemoShop puts the demo's goods on sale, once, each with its picture.
func (p seeds) seedDemoShop(tx *sqldb.Tx) error {
	pictures, err := p.seedDemoPictures(tx)
	if err != nil {
		return err
	}
	goods := demo.Goods()
	for i, g := range goods {
		goods[i].Pictures = []string{pictures[g.ID].ID}
	}
	return p.program.shop.Seed(tx, goods, demo.CarrierHost)
}

// seedDemoPictures keeps the pictures of the demo's goods and news, once.
func (p seeds) seedDemoPictures(tx *sqldb.Tx) (map[string]picture.Seeded, error) {
	pictures, err := demo.Pictures()
	if err != nil {
		return nil, err
	}
	return pictures, p.program.pictures.Seed(tx, slices.Collect(maps.Values(pictures)))
}
