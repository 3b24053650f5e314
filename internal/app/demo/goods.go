package demo

import (
	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/features/shop"
)

// CarrierHost is where the demo's parcels are followed.
const CarrierHost = "post.example"

// Goods are what the demo's shop sells. What is on offer is made up, and is sent to
// nobody.
func Goods() []shop.Offer {
	return []shop.Offer{
		{Stock: 120, Goods: shop.Goods{ID: "seedPlate", Category: shop.Hardware, Price: money.Units(49), Asset: money.USDT, Limit: 5,
			Names: wording.Texts{"en": "Steel plate for a recovery phrase", "zhtw": "助記詞鋼板", "ru": "Стальная пластина для фразы восстановления"},
			Details: wording.Texts{
				"en":   "Stainless steel, 2 mm, with a punch and 24 numbered rows. Fire and water do not harm it. Take no photograph of it, and never type the phrase into a web page.",
				"zhtw": "2 公釐厚不鏽鋼板，附鋼印筆與 24 個編號欄位，不怕火、不怕水。請勿拍照，也不要把助記詞輸入任何網頁。",
				"ru":   "Нержавеющая сталь толщиной 2 мм, кернер и 24 пронумерованные строки. Не боится огня и воды. Не фотографируйте её и не вводите фразу на сайтах."}}},
		{Stock: 60, Goods: shop.Goods{ID: "smartPlug", Category: shop.Hardware, Price: money.MustParse("19.9"), Asset: money.USDT, Limit: 10,
			Regions: []string{"TW", "JP", "US"},
			Names:   wording.Texts{"en": "Plug with an energy meter", "zhtw": "電力計量智慧插座", "ru": "Розетка со счётчиком энергии"},
			Details: wording.Texts{
				"en":   "Shows what a device draws, in watts and kilowatt-hours, on its own display: no account, no cloud. Type A plug, 110 V, up to 15 A.",
				"zhtw": "機身螢幕直接顯示用電功率與度數，不需帳號、不連雲端。A 型插頭，110 V，最大 15 A。",
				"ru":   "Показывает мощность и расход энергии на собственном экране: без учётной записи и облака. Вилка типа A, 110 В, до 15 А."}}},
		{Stock: 3, Goods: shop.Goods{ID: "quietFan", Category: shop.Hardware, Price: money.Units(29), Asset: money.USDT, Limit: 2,
			Names: wording.Texts{"en": "Quiet fan, 120 mm", "zhtw": "12 公分靜音風扇", "ru": "Тихий вентилятор, 120 мм"},
			Details: wording.Texts{
				"en":   "Keeps a small computer cool at 18 dB. Four-pin connector with speed control, four rubber mounts, five years of warranty.",
				"zhtw": "為小型主機散熱，噪音僅 18 分貝。4 pin 接頭可調速，附四個橡膠減震釘，保固五年。",
				"ru":   "Охлаждает небольшой компьютер при шуме 18 дБ. Четырёхконтактный разъём с регулировкой, четыре резиновых крепления, гарантия пять лет."}}},
		{Stock: 200, Goods: shop.Goods{ID: "walletPouch", Category: shop.Accessories, Price: money.Units(15), Asset: money.USDT, Limit: 10,
			Names: wording.Texts{"en": "Felt pouch for a hardware wallet", "zhtw": "硬體錢包羊毛氈收納袋", "ru": "Войлочный чехол для аппаратного кошелька"},
			Details: wording.Texts{
				"en":   "Wool felt with a leather strap, 11 × 7 cm. A pocket for the cable, and no logo that tells what is inside.",
				"zhtw": "羊毛氈搭配皮扣帶，11 × 7 公分，附線材夾層；外觀沒有標誌，不會透露裡面是什麼。",
				"ru":   "Шерстяной войлок с кожаным ремешком, 11 × 7 см. Карман для кабеля и никакого логотипа, выдающего содержимое."}}},
		{Stock: 40, Goods: shop.Goods{ID: "keyboard", Category: shop.Accessories, Price: money.Units(89), Asset: money.USDT, Limit: 2,
			Names: wording.Texts{"en": "Mechanical keyboard, 75 %", "zhtw": "75% 機械式鍵盤", "ru": "Механическая клавиатура, 75 %"},
			Details: wording.Texts{
				"en":   "84 keys, hot-swappable switches, USB-C cable of 1.8 m. Legends in English; stickers for Zhuyin and Cyrillic are in the box.",
				"zhtw": "84 鍵、熱插拔軸體、1.8 公尺 USB-C 線。鍵帽為英文印刷，盒內附注音與西里爾字母貼紙。",
				"ru":   "84 клавиши, переключатели с горячей заменой, кабель USB-C 1,8 м. Клавиши с латиницей; наклейки с кириллицей и чжуинь — в комплекте."}}},
		{Stock: 80, Goods: shop.Goods{ID: "hoodie", Category: shop.Apparel, Price: money.Units(120), Asset: money.ETLD, Limit: 3,
			Names: wording.Texts{"en": "Hoodie, organic cotton", "zhtw": "有機棉連帽上衣", "ru": "Худи из органического хлопка"},
			Details: wording.Texts{
				"en":   "Heavy organic cotton, unisex, size L: chest 118 cm, length 71 cm. A small leaf is stitched on the sleeve. Paid in ETLD.",
				"zhtw": "厚磅有機棉，男女皆可穿，L 號：胸圍 118 公分、衣長 71 公分，袖口繡有小葉子。以 ETLD 支付。",
				"ru":   "Плотный органический хлопок, унисекс, размер L: грудь 118 см, длина 71 см. На рукаве вышит маленький лист. Оплата в ETLD."}}},
		{Stock: 150, Goods: shop.Goods{ID: "mugSteel", Category: shop.Home, Price: money.Units(36), Asset: money.ETLD, Limit: 6,
			Names: wording.Texts{"en": "Travel mug, 350 ml", "zhtw": "350 毫升隨行杯", "ru": "Термокружка, 350 мл"},
			Details: wording.Texts{
				"en":   "Double-walled steel keeps tea hot for six hours. The lid closes tight and comes apart for cleaning. Paid in ETLD.",
				"zhtw": "雙層不鏽鋼，熱茶保溫六小時；杯蓋密封，可拆開清洗。以 ETLD 支付。",
				"ru":   "Двойные стальные стенки держат чай горячим шесть часов. Крышка плотно закрывается и разбирается для мытья. Оплата в ETLD."}}},
		{Stock: 90, Goods: shop.Goods{ID: "deskLamp", Category: shop.Home, Price: money.MustParse("42.5"), Asset: money.USDT, Limit: 4,
			Names: wording.Texts{"en": "Desk lamp with a warm light", "zhtw": "暖光桌燈", "ru": "Настольная лампа с тёплым светом"},
			Details: wording.Texts{
				"en":   "2,700 K, dims without flicker, folds flat. Powered by any USB-C charger of 10 W.",
				"zhtw": "色溫 2,700 K，調光無頻閃，可摺平收納；10 W 的 USB-C 充電器即可供電。",
				"ru":   "2700 К, диммер без мерцания, складывается. Питание от любого зарядного устройства USB-C на 10 Вт."}}},
	}
}
