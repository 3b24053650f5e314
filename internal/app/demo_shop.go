package app

import (
	"maps"
	"slices"

	"etld/internal/app/demo"
	"etld/internal/core/picture"
	"etld/internal/infra/sqldb"
)

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
	return p.shop.Seed(tx, goods, demo.CarrierHost)
}

// seedDemoPictures keeps the pictures of the demo's goods and news, once.
func (p seeds) seedDemoPictures(tx *sqldb.Tx) (map[string]picture.Seeded, error) {
	pictures, err := demo.Pictures()
	if err != nil {
		return nil, err
	}
	return pictures, p.pictures.Seed(tx, slices.Collect(maps.Values(pictures)))
}
