package picture

import (
	"fmt"

	"etld/internal/infra/sqldb"
)

// PathPrefix is where pictures are served.
const PathPrefix = "/pictures/"

// Service keeps pictures.
type Service struct {
	pictures *sqldb.Lookup[stored]
}

// New builds the service.
func New() *Service {
	byID := sqldb.Single(pictureTable.ByKey(func(p stored) string { return p.id }))
	return &Service{pictures: sqldb.NewLookup("pictures", pictureTable.Select("WHERE id"), byID)}
}

// Shown are pictures as a page shows them, without those that do not exist.
func (s *Service) Shown(tx *sqldb.Tx, ids []string) ([]Picture, error) {
	list := []Picture{}
	for _, id := range ids {
		p, found, err := s.pictures.Get(tx, id)
		if err != nil {
			return nil, err
		}
		if !found {
			continue
		}
		shown := Picture{ID: id, Sizes: []Size{}}
		for _, size := range p.Sizes {
			shown.Sizes = append(shown.Sizes, Size{Width: size.Width, Height: size.Height, URL: fmt.Sprintf("%s%s-%d.%s", PathPrefix, id, size.Width, size.Format)})
		}
		list = append(list, shown)
	}
	return list, nil
}
