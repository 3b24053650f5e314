package offer

import (
	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/core/checkout"
)

// Listing is a product of the first catalogue with its stock.
type Listing struct {
	Product Product
	Stock   int64
}

// Catalogue is the catalogue a new database starts with.
func Catalogue() []Listing {
	return []Listing{
		{Stock: 1000, Product: Product{ID: "machineSmall", Size: "small", Image: "small", Position: 1, Sale: checkout.Sale{OnSale: true},
			Figures: Figures{Price: money.Units(100), Power: 1, TermDays: 90, DailyRate: money.Percent(2), ETLDCap: money.Units(45), UserLimit: 10},
			Names:   wording.Texts{"en": "Small machine", "zhtw": "小型礦機", "ru": "Малый майнер"},
			Details: wording.Texts{
				"en":   "1 T of computing power for 90 days. Daily interest in USDT is reserved before the sale; ETLD output depends on the power of the whole network.",
				"zhtw": "1 T 算力，期限 90 天。USDT 日息於出售前即已預留；ETLD 產出取決於全網算力。",
				"ru":   "1 T мощности на 90 дней. Ежедневные проценты в USDT отложены до продажи; добыча ETLD зависит от мощности всей сети.",
			}}},
		{Stock: 200, Product: Product{ID: "machineMedium", Size: "medium", Image: "medium", Position: 2, Sale: checkout.Sale{OnSale: true},
			Figures: Figures{Price: money.Units(1000), Power: 11, TermDays: 180, DailyRate: money.Ratio(250), ETLDCap: money.Units(1100), UserLimit: 10},
			Names:   wording.Texts{"en": "Medium machine", "zhtw": "中型礦機", "ru": "Средний майнер"},
			Details: wording.Texts{
				"en":   "11 T of computing power for 180 days. Daily interest in USDT is reserved before the sale; ETLD output depends on the power of the whole network.",
				"zhtw": "11 T 算力，期限 180 天。USDT 日息於出售前即已預留；ETLD 產出取決於全網算力。",
				"ru":   "11 T мощности на 180 дней. Ежедневные проценты в USDT отложены до продажи; добыча ETLD зависит от мощности всей сети.",
			}}},
		{Stock: 50, Product: Product{ID: "machineLarge", Size: "large", Image: "large", Position: 3, Sale: checkout.Sale{OnSale: true},
			Figures: Figures{Price: money.Units(10_000), Power: 120, TermDays: 360, DailyRate: money.Percent(3), ETLDCap: money.Units(26_400), UserLimit: 10},
			Names:   wording.Texts{"en": "Large machine", "zhtw": "大型礦機", "ru": "Большой майнер"},
			Details: wording.Texts{
				"en":   "120 T of computing power for 360 days. Daily interest in USDT is reserved before the sale; ETLD output depends on the power of the whole network.",
				"zhtw": "120 T 算力，期限 360 天。USDT 日息於出售前即已預留；ETLD 產出取決於全網算力。",
				"ru":   "120 T мощности на 360 дней. Ежедневные проценты в USDT отложены до продажи; добыча ETLD зависит от мощности всей сети.",
			}}},
	}
}
