package shop

import "etld/internal/infra/sqldb"

var (
	goodsTable = sqldb.NewTable("shop_goods", func(c *sqldb.Columns, g *Goods) {
		c.Add("id", &g.ID)
		c.Add("category", &g.Category)
		c.Add("position", &g.Position)
		c.Add("price", &g.Price)
		c.Add("asset", &g.Asset)
		c.Add("user_limit", &g.Limit)
		c.Add("on_sale", &g.OnSale)
		c.Add("regions", sqldb.JSON(&g.Regions))
		c.Add("pictures", sqldb.JSON(&g.Pictures))
		c.Add("names", sqldb.JSON(&g.Names))
		c.Add("details", sqldb.JSON(&g.Details))
		c.Add("created_at", &g.CreatedAt)
	})

	selectOnSale = goodsTable.Select(`WHERE on_sale = 1 AND ($1 = '' OR category = $1) AND (position > $2 OR (position = $2 AND id > $3))
		ORDER BY position, id LIMIT $4`)
	selectAnyOne = `SELECT id FROM shop_goods LIMIT 1`
)

// store is all SQL that commands need: lookups and writes only.
type store struct {
	goods     *sqldb.Lookup[Goods]
	saveGoods *sqldb.Rows[Goods]
}

func newStore() *store {
	return &store{
		goods:     sqldb.NewLookup("shop goods", goodsTable.Select("WHERE id"), sqldb.Single(goodsTable.ByKey(func(g Goods) string { return g.ID }))),
		saveGoods: goodsTable.Upsert(),
	}
}

func (s *store) putGoods(tx *sqldb.Tx, g Goods) {
	s.goods.Set(tx, g.ID, g)
	s.saveGoods.Add(tx, g)
}
