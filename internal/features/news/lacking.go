package news

import (
	"etld/internal/base/entropy"
	"etld/internal/core/operator"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// What lacks a translation.
const (
	kindArticle = "article"
	kindBanner  = "banner"
	lackingName = "lacking"
)

// Lacking is an article or a banner that is not there in every language.
type Lacking struct {
	Kind  string `json:"kind" enum:"article,banner"`
	ID    string `json:"id"`
	Title string `json:"title" doc:"In the caller's language if there is one"`
	// Missing are the languages that it lacks.
	Missing []httpapi.Language `json:"missing" nullable:"false"`
}

// lacking lists what lacks a translation: first the banners, then the newest
// revisions of articles, newest first. A call looks into searchedMost articles, so a
// page may be short, or empty, and still have a next one.
func (s *Service) lacking(tx *sqldb.Tx, c operator.Caller, in httpapi.Page) (httpapi.List[Lacking], error) {
	from, err := in.After(lackingName, 1)
	if err != nil {
		return httpapi.List[Lacking]{}, err
	}
	found, position := []Lacking{}, entropy.LastID
	if from != nil {
		position = from[0]
	} else if found, err = lackingBanners(tx, c.Language); err != nil {
		return httpapi.List[Lacking]{}, err
	}
	most := len(found) + in.Size
	for looked := 0; looked < searchedMost; looked += searchedAtOnce {
		list, err := sqldb.Collect(tx, articleTable.Scan, selectAll, position, searchedAtOnce)
		if err != nil {
			return httpapi.List[Lacking]{}, err
		}
		for _, a := range list {
			newest, err := newestOf(tx, a)
			if err != nil {
				return httpapi.List[Lacking]{}, err
			}
			if row := rowOfArticle(a, newest, c.Language); len(row.Missing) > 0 {
				if len(found) == most {
					return httpapi.Partial(lackingName, found, position), nil
				}
				found = append(found, Lacking{Kind: kindArticle, ID: a.id, Title: row.Title, Missing: row.Missing})
			}
			position = a.id
		}
		if len(list) < searchedAtOnce {
			return httpapi.All(found), nil
		}
	}
	return httpapi.Partial(lackingName, found, position), nil
}

func lackingBanners(tx *sqldb.Tx, reader httpapi.Language) ([]Lacking, error) {
	list, err := banners(tx)
	found := []Lacking{}
	for _, b := range list {
		if missing := missingOf(b.look.Texts.languages()); len(missing) > 0 {
			found = append(found, Lacking{Kind: kindBanner, ID: b.id, Title: rowOfBanner(b, reader).Title, Missing: missing})
		}
	}
	return found, err
}
