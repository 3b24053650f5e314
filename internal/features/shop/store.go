package shop

import (
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// bought is how many of some goods a user has, or may get.
type bought struct {
	key      string
	Quantity int64
}

// boughtKey is the row of a user and some goods.
func boughtKey(userID, goodsID string) string { return userID + "|" + goodsID }

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
		c.Add("off_sale_at", &g.OffSaleAt)
		c.Add("next_price", &g.NextPrice)
		c.Add("next_asset", &g.NextAsset)
		c.Add("next_at", &g.NextAt)
	})
	orderTable = sqldb.NewTable("shop_order", func(c *sqldb.Columns, o *Order) {
		c.Add("id", &o.ID)
		c.Once("user_id", &o.UserID)
		c.Once("goods_id", &o.GoodsID)
		c.Once("quantity", &o.Quantity)
		c.Once("price", &o.Price)
		c.Once("amount", &o.Amount)
		c.Once("asset", &o.Asset)
		c.Once("pay_type", &o.PayType)
		c.Add("state", &o.State)
		c.Once("names", sqldb.JSON(&o.Names))
		c.Once("picture", &o.Picture)
		c.Add("sealed", &o.Sealed)
		c.Add("company", &o.Company)
		c.Add("tracking", &o.Tracking)
		c.Add("track_url", &o.TrackURL)
		c.Add("cause", &o.Cause)
		c.Add("reason", &o.Reason)
		c.Once("created_at", &o.CreatedAt)
		c.Add("paid_at", &o.PaidAt)
		c.Add("shipped_at", &o.ShippedAt)
		c.Add("ended_at", &o.EndedAt)
		c.Add("told_at", &o.ToldAt)
		c.Add("erase_at", &o.EraseAt)
		c.Once("ship_from", &o.ShipFrom)
	})
	boughtTable = sqldb.NewTable("shop_bought", func(c *sqldb.Columns, b *bought) {
		c.Add("id", &b.key)
		c.Add("quantity", &b.Quantity)
	})
	sightTable = sqldb.NewTable("shop_sight", func(c *sqldb.Columns, v *sight) {
		c.Add("id", &v.key)
		c.Once("staff_id", &v.staffID)
		c.Once("day", &v.day)
		c.Add("seen", &v.seen)
	})

	selectOnSale = goodsTable.Select(`WHERE on_sale = 1 AND (off_sale_at = 0 OR off_sale_at > $4) AND ($1 = '' OR category = $1)
		AND (position > $2 OR (position = $2 AND id > $3)) ORDER BY position, id LIMIT $5`)

	selectMine      = orderTable.Select("WHERE user_id = $1 AND id < $2 AND " + isOrder + " ORDER BY id DESC LIMIT $3")
	selectMineIn    = orderTable.Select("WHERE user_id = $1 AND state = $2 AND id < $3 ORDER BY id DESC LIMIT $4")
	selectOrders    = orderTable.Select("ORDER BY id")
	selectAllBought = boughtTable.Select("ORDER BY id")

	selectLongest = orderTable.Select("WHERE state = 'waiting_for_delivery' AND ship_from <= $1 ORDER BY id LIMIT $2")

	selectLate = `SELECT id FROM shop_order WHERE state = 'waiting_for_delivery' AND told_at = 0 AND paid_at <= $1 AND ` +
		jobs.NotParked(jobLate, "shop_order.id") + ` ORDER BY paid_at, id LIMIT $2`
)

const (
	// isOrder leaves out what is not paid.
	isOrder      = `state IN ('waiting_for_delivery', 'shipped', 'invalid')`
	selectAnyOne = `SELECT id FROM shop_goods LIMIT 1`
)

// store is all SQL that commands need.
type store struct {
	goods  *sqldb.Keyed[Goods]
	orders *sqldb.Keyed[Order]
	bought *sqldb.Keyed[bought]
	sights *sqldb.Keyed[sight]
}

// goodsAt are goods as they are at the transaction's time.
func (s *store) goodsAt(tx sqldb.Command, id string) (Goods, bool, error) {
	g, found, err := s.goods.Get(tx, id)
	return g.at(tx.Now()), found, err
}

func newStore() *store {
	return &store{
		goods:  goodsTable.Keyed("shop goods", func(g Goods) string { return g.ID }, goodsTable.Upsert()),
		orders: orderTable.Keyed("shop orders", func(o Order) string { return o.ID }, orderTable.Upsert()),
		bought: boughtTable.Keyed("goods of users", func(b bought) string { return b.key }, boughtTable.Upsert()),
		sights: sightTable.Keyed("addresses that operators saw", func(v sight) string { return v.key }, sightTable.Upsert()),
	}
}
