package demo

import (
	"embed"
	"fmt"

	"etld/internal/base/wording"
	"etld/internal/core/picture"
)

// The drawings beside these files are what they were made of (make pictures).
//
//go:embed pictures/*.webp
var pictureFiles embed.FS

// seen says what is to be seen on the demo's pictures, by the id of goods and the topic
// of news.
var seen = map[string]wording.Wording{
	"seedPlate": {
		Chinese: "鋼板上有 24 列打點，旁邊放著鋼印筆",
		English: "A steel plate with 24 rows of punched dots, and the punch beside it",
		Russian: "Стальная пластина с 24 рядами точек и кернер рядом"},
	"smartPlug": {
		Chinese: "白色插座，螢幕顯示 86.4 瓦",
		English: "A white plug whose display says 86.4 watts",
		Russian: "Белая розетка, на экране 86,4 Вт"},
	"quietFan": {
		Chinese: "黑色方形風扇，九片扇葉，四角有橡膠釘",
		English: "A black square fan with nine blades and rubber mounts in its corners",
		Russian: "Чёрный квадратный вентилятор: девять лопастей, резиновые крепления по углам"},
	"walletPouch": {
		Chinese: "灰藍色羊毛氈收納袋，皮扣帶配黃銅釦",
		English: "A pouch of blue-grey felt with a leather strap and a brass button",
		Russian: "Чехол из серо-синего войлока с кожаным ремешком и латунной кнопкой"},
	"keyboard": {
		Chinese: "黑色鍵盤配米白鍵帽，Enter 鍵為綠色",
		English: "A black keyboard with ivory keys and a green Enter",
		Russian: "Чёрная клавиатура с кремовыми клавишами и зелёной Enter"},
	"hoodie": {
		Chinese: "墨綠連帽上衣，袖口繡著一片葉子",
		English: "A dark green hoodie with a leaf stitched on its sleeve",
		Russian: "Тёмно-зелёное худи с вышитым на рукаве листом"},
	"mugSteel": {
		Chinese: "不鏽鋼隨行杯，黑色杯蓋與綠色杯套",
		English: "A steel travel mug with a black lid and a green band",
		Russian: "Стальная термокружка с чёрной крышкой и зелёной полосой"},
	"deskLamp": {
		Chinese: "黃銅桌燈在暗處投下暖光",
		English: "A brass desk lamp that throws a warm light in the dark",
		Russian: "Латунная настольная лампа с тёплым светом в темноте"},
	"withdrawals": {
		Chinese: "一封蓋印的信從金庫送往錢包",
		English: "A sealed letter on its way from a vault to a wallet",
		Russian: "Запечатанное письмо на пути из хранилища в кошелёк"},
	"books": {
		Chinese: "攤開的帳簿上方，一座平衡的天平",
		English: "A balance in equilibrium above an open book",
		Russian: "Весы в равновесии над раскрытой книгой"},
	"nodes": {
		Chinese: "三顆相連的寶石，中間一顆戴著王冠",
		English: "Three linked gems, the middle one with a crown",
		Russian: "Три связанных самоцвета, средний — с короной"},
	"machines": {
		Chinese: "一台礦機流出兩種收益，旁邊是儀表",
		English: "A machine with two streams of coins, and a gauge beside it",
		Russian: "Майнер с двумя потоками монет и прибор рядом"},
	"demo": {
		Chinese: "實驗桌上有燒瓶、放大鏡與盒子",
		English: "A flask, a magnifying glass and a box on a bench",
		Russian: "Колба, лупа и коробка на лабораторном столе"},
}

// Pictures are the demo's, by the id of goods and the topic of news.
func Pictures() (map[string]picture.Seeded, error) {
	all := make(map[string]picture.Seeded, len(seen))
	for name, alt := range seen {
		var sizes [][]byte
		for _, width := range []int{320, 640, 1280} {
			size, err := pictureFiles.ReadFile(fmt.Sprintf("pictures/%s-%d.webp", name, width))
			if err != nil {
				return nil, err
			}
			sizes = append(sizes, size)
		}
		made, err := picture.Ready(sizes...)
		if err != nil {
			return nil, fmt.Errorf("the picture of %s: %w", name, err)
		}
		all[name] = picture.Seeded{Made: made, Alt: alt}
	}
	return all, nil
}
