package shop

import (
	"etld/internal/base/fault"
	"etld/internal/infra/httpapi"
)

const (
	tag       = "shop"
	goodsList = "goods"
	// QuantityMax is how many one order may ask for.
	QuantityMax = 99
)

// GoodsIn asks for goods.
type GoodsIn struct {
	httpapi.Page
	Category Category `query:"category" optional:"true" enum:"hardware,accessories,apparel,home"`
}

// GoodsInfoIn names goods.
type GoodsInfoIn struct {
	ID httpapi.ID `query:"id"`
}

// Register adds the calls of the shop.
func (s *Service) Register(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/shop/goods", Tag: tag, Summary: "What is on sale, in the catalogue's order"}, s.goods)
	httpapi.View(api, httpapi.Op{Path: "/api/shop/goodsInfo", Tag: tag, Summary: "One of the goods with what it means for the caller",
		Faults: []fault.Fault{fault.NotFound}}, s.goodsInfo)
}
