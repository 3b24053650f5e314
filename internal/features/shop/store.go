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
	goodsTable = sqldb.NewTable[Goods]("shop_goods", `id, category, position, price, asset, user_limit = Limit, on_sale, regions, pictures, names,
		details, created_at, off_sale_at, next_price, next_asset, next_at`)
	orderTable = sqldb.NewTable[Order]("shop_order", `id, state, sealed, company, tracking, track_url, cause, reason, paid_at, shipped_at, ended_at,
		told_at, erase_at`).Once("user_id, goods_id, quantity, price, amount, asset, pay_type, names, picture, created_at, ship_from")
	boughtTable = sqldb.NewTable[bought]("shop_bought", "id = key, quantity")
	sightTable  = sqldb.NewTable[sight]("shop_sight", "id = key, seen").Once("staff_id, day")

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
