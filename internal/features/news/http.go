package news

import (
	"slices"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/core/picture"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	tag      = "news"
	listName = "news"

	// wordsMax bounds what a search looks for, and searchedMost the articles that
	// one call looks into, searchedAtOnce at a time.
	wordsMax       = 5
	searchedMost   = 200
	searchedAtOnce = 50
	// historyMost is how many revisions are listed.
	historyMost = 50
)

// Row is an article in a list.
type Row struct {
	ID          string           `json:"id"`
	Category    Category         `json:"category"`
	Title       string           `json:"title"`
	Summary     string           `json:"summary"`
	Cover       string           `json:"cover" doc:"A path of this site: what is shown without an image"`
	Image       *picture.Picture `json:"image" doc:"What the editor chose to be shown; null where the cover is"`
	PublishedAt time.Time        `json:"publishedAt"`
	Pinned      bool             `json:"pinned"`
	Lang        httpapi.Language `json:"lang" doc:"The language of the text"`
	Translated  bool             `json:"translated" doc:"False: not yet translated into the caller's language"`
}

// Revision is one of an article's published revisions.
type Revision struct {
	Number      int64     `json:"number"`
	PublishedAt time.Time `json:"publishedAt"`
}

// Detail is an article whole.
type Detail struct {
	Row
	Body      string     `json:"body" doc:"Safe HTML; links lead to https or to a screen (#/…)"`
	Revision  int64      `json:"revision" doc:"The revision that this is"`
	Revisions []Revision `json:"revisions" nullable:"false" doc:"The published ones, newest first, at most 50"`
}

// ListIn asks for news.
type ListIn struct {
	httpapi.Page
	Category Category `query:"category" optional:"true"`
	Search   string   `query:"search" optional:"true" maxLength:"64" doc:"Up to five words, all to occur; a page may be short and still have a next one"`
}

// Check bounds the search.
func (in *ListIn) Check() error {
	if len(words(in.Search)) > wordsMax {
		return fault.Invalid("search")
	}
	return in.Page.Check()
}

// InfoIn names an article.
type InfoIn struct {
	ID       httpapi.ID `query:"id"`
	Revision int64      `query:"revision" optional:"true" minimum:"1" doc:"An older one; the newest if left out"`
}

// Register adds the calls of readers.
func (s *Service) Register(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/main/news", Tag: tag, Summary: "News, pinned ones first, then newest first"}, s.list)
	httpapi.View(api, httpapi.Op{Path: "/api/main/newInfo", Tag: tag, Summary: "One article", Faults: []fault.Fault{fault.NotFound}}, s.info)
}

// Newest are the first articles of the list.
func (s *Service) Newest(tx *sqldb.Tx, reader httpapi.Language, limit int) ([]Row, error) {
	rows, _, err := s.rows(tx, place{reader: reader, position: entropy.LastID}, limit)
	return rows, err
}

// Incident is the incident that goes on: the newest that is pinned.
func (s *Service) Incident(tx *sqldb.Tx, reader httpapi.Language) (*Row, error) {
	rows, _, err := s.rows(tx, place{reader, Incident, entropy.LastID}, 1)
	if err != nil || len(rows) == 0 || !rows[0].Pinned {
		return nil, err
	}
	return &rows[0], nil
}

func (s *Service) list(tx *sqldb.Tx, c httpapi.Caller, in ListIn) (httpapi.List[Row], error) {
	from, err := in.After(listName, 1)
	if err != nil {
		return httpapi.List[Row]{}, err
	}
	start := place{c.Language, Category(in.Category), entropy.LastID}
	if from != nil {
		start.position = from[0]
	}
	if wanted := words(in.Search); len(wanted) > 0 {
		return s.search(tx, start, wanted, in.Size)
	}
	list, positions, err := s.rows(tx, start, in.Limit())
	if err != nil {
		return httpapi.List[Row]{}, err
	}
	return httpapi.NewList(in.Page, listName, list, func(r Row) []string { return []string{positions[r.ID]} }), nil
}

// rows reads articles, with the position of each by its id.
func (s *Service) rows(tx *sqldb.Tx, from place, limit int) ([]Row, map[string]string, error) {
	list, err := page(tx, from, limit)
	if err != nil {
		return nil, nil, err
	}
	shown, err := textsOf(tx, list, from.reader)
	if err != nil {
		return nil, nil, err
	}
	if err := s.loadImages(tx, list); err != nil {
		return nil, nil, err
	}
	rows, positions := make([]Row, len(list)), make(map[string]string, len(list))
	for i, a := range list {
		l := shownIn(a.languages, from.reader)
		positions[a.id] = a.position
		if rows[i], err = s.rowOf(tx, a, textIn{shown[textKey(a.id, l)], l}, from.reader); err != nil {
			return nil, nil, err
		}
	}
	return rows, positions, nil
}

// textIn is the text that is shown, and its language.
type textIn struct {
	Text
	language httpapi.Language
}

func (s *Service) rowOf(tx sqldb.Command, a article, t textIn, reader httpapi.Language) (Row, error) {
	image, err := s.imageOf(tx, a.cover, reader)
	return Row{ID: a.id, Category: a.category, Title: t.Title, Summary: t.Summary, Cover: coverPath(a.drawnCover()), Image: image,
		PublishedAt: a.publishedAt, Pinned: a.isPinned, Lang: t.language, Translated: t.language == reader}, err
}

// imageOf is the picture that is an article's cover, or nil.
func (s *Service) imageOf(tx sqldb.Command, cover string, reader httpapi.Language) (*picture.Picture, error) {
	if isDrawn(cover) {
		return nil, nil
	}
	images, err := s.pictures.Shown(tx, []string{cover}, reader)
	if err != nil || len(images) == 0 {
		return nil, err
	}
	return &images[0], nil
}

// loadImages reads the pictures of many articles at once.
func (s *Service) loadImages(tx sqldb.Command, list []article) error {
	var ids []string
	for _, a := range list {
		if !isDrawn(a.cover) && !slices.Contains(ids, a.cover) {
			ids = append(ids, a.cover)
		}
	}
	return s.pictures.Load(tx, ids)
}

// search finds up to size articles among a bounded number, and goes on where it
// ended.
func (s *Service) search(tx *sqldb.Tx, from place, wanted []string, size int) (httpapi.List[Row], error) {
	found := []Row{}
	for looked := 0; looked < searchedMost; looked += searchedAtOnce {
		list, err := page(tx, from, searchedAtOnce)
		if err != nil {
			return httpapi.List[Row]{}, err
		}
		shown, err := textsOf(tx, list, from.reader)
		if err != nil {
			return httpapi.List[Row]{}, err
		}
		for _, a := range list {
			l := shownIn(a.languages, from.reader)
			if t := shown[textKey(a.id, l)]; t.holds(wanted) {
				if len(found) == size {
					return httpapi.Partial(listName, found, from.position), nil
				}
				row, err := s.rowOf(tx, a, textIn{t, l}, from.reader)
				if err != nil {
					return httpapi.List[Row]{}, err
				}
				found = append(found, row)
			}
			from.position = a.position
		}
		if len(list) < searchedAtOnce {
			return httpapi.All(found), nil
		}
	}
	return httpapi.Partial(listName, found, from.position), nil
}

func (s *Service) info(tx *sqldb.Tx, c httpapi.Caller, in InfoIn) (Detail, error) {
	a, err := find(tx, string(in.ID))
	if err != nil {
		return Detail{}, err
	}
	number := in.Revision
	if number == 0 {
		number = a.revision
	}
	if a.revision == 0 || number > a.revision {
		return Detail{}, fault.NotFound
	}
	shown, err := findRevision(tx, a.id, number)
	if err != nil {
		return Detail{}, err
	}
	history, err := sqldb.Collect(tx, sqldb.Into(func(r *Revision) []any { return sqldb.Dest(&r.Number, &r.PublishedAt) }),
		selectHistory, a.id, a.revision, historyMost)
	if err != nil {
		return Detail{}, err
	}
	l := shownIn(shown.texts.languages(), c.Language)
	t := shown.texts.in(l)
	a.category, a.cover = shown.category, shown.cover
	out := Detail{Revision: number, Revisions: history}
	if out.Row, err = s.rowOf(tx, a, textIn{*t, l}, c.Language); err != nil {
		return Detail{}, err
	}
	out.Body, err = s.printer.print(t.Body)
	return out, err
}
