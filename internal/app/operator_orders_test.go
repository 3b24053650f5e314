package app

import "etld/internal/features/shop"

// readsInRussian holds that an order's goods are named in the reader's language, and that
// the reader, who has seen one address and the labels of three orders with it today, may see
// the rest of 300.
func (one *person) readsInRussian(orderNo string) {
	one.t.Helper()
	one.lan = "ru"
	row := dataOf[listOf[shop.OrderLine]](one.t, one.call("orders/list", map[string]any{"ids": []string{orderNo}})).List[0]
	if row.SightsLeft != 297 || row.Goods != "Стальная пластина для фразы восстановления" {
		one.t.Errorf("in Russian, after three sights: %+v", row)
	}
	one.lan = ""
}
