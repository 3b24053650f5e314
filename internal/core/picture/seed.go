package picture

import (
	"bytes"
	"fmt"

	"golang.org/x/image/webp"

	"etld/internal/base/wording"
	"etld/internal/infra/sqldb"
)

// Seeded is a picture whose sizes were made before, and what is to be seen.
type Seeded struct {
	Made
	Alt wording.Wording
}

// Ready is a picture of sizes that Make made, the narrowest first.
func Ready(contents ...[]byte) (Made, error) {
	var made Made
	for _, content := range contents {
		says, err := webp.DecodeConfig(bytes.NewReader(content))
		if err != nil {
			return Made{}, fmt.Errorf("a size of a picture: %w", err)
		}
		made.Sizes = append(made.Sizes, MadeSize{Width: says.Width, Height: says.Height, Content: content})
	}
	made.ID = idOf(made.Sizes)
	return made, nil
}

// Seed fills an empty shelf, and does nothing where there are pictures.
func (s *Service) Seed(tx *sqldb.Tx, list []Seeded) error {
	some, err := sqldb.Collect(tx, pictureTable.Scan, selectPage, "", 1)
	if err != nil || len(some) > 0 {
		return err
	}
	for _, one := range list {
		if _, err := s.keep(tx, one.Made, one.Alt); err != nil {
			return err
		}
	}
	return nil
}
