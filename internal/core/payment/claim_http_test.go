package payment_test

import (
	"crypto/ecdsa"
	"fmt"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
)

// carlClaims is a wallet that paid and became Carl's afterwards, with a client
// for the calls.
func (w *world) carlClaims() (key *ecdsa.PrivateKey, sender common.Address, client *apitest.Client) {
	w.T.Helper()
	key = wallettest.New()
	sender = wallettest.Address(key)
	w.line.land(w.line.pay(sender, money.Units(7)))
	w.work()
	w.users.byAddress[sender.Hex()] = "carl"
	client = apitest.New(w.T, w.DB)
	w.service.Register(client.API)
	w.claims().Register(client.API)
	return key, sender, client
}

// Each refusal of the call, in the words of each language, and none changes
// anything.
func TestClaimCallSpeaksThreeLanguages(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		other := wallettest.New()
		key, sender, client := w.carlClaims()
		claim := func(language string, at time.Time, sign func(text string) string) apitest.Reply {
			text := fmt.Sprintf("%s%d", w.info("carl").ClaimPhrase, at.UnixMilli())
			return client.In(language).Call("/api/pay/claimSuspense", "carl", "sender", sender.Hex(), "message", text, "signature", sign(text))
		}
		bySender := func(text string) string { return wallettest.Sign(key, text) }
		byOther := func(text string) string { return wallettest.Sign(other, text) }
		now := func() time.Time { return w.Clock.Now() }
		refuse := func(code int, at func() time.Time, by func(string) string, texts map[string]string) {
			t.Helper()
			for language, text := range texts {
				if r := claim(language, at(), by); r.Code != code || r.Message != text {
					t.Errorf("%s: %s, want %d %s", language, r.Body, code, text)
				}
			}
		}
		refuse(1101, now, byOther, map[string]string{"en_US": "Signature failed", "zh_cn": "簽名失敗", "ru_RU": "Не удалось подписать"})
		refuse(1102, func() time.Time { return now().Add(-6 * time.Minute) }, bySender, map[string]string{
			"en_US": "The signed message has expired, please sign again", "zh_cn": "簽名訊息已過期，請重新簽名",
			"ru_RU": "Срок действия подписанного сообщения истёк, подпишите заново"})
		w.wantBalances(map[ledger.Account]money.Amount{suspense: money.Units(7), ledger.AvailableOf("carl", money.USDT): 0})
		list := apitest.Data[httpapi.List[payment.Receipt]](t, claim("en_US", now(), bySender)).List
		if len(list) != 1 || list[0].Amount != money.Units(7) || list[0].State != "claimed" {
			t.Errorf("claimed %+v", list)
		}
		refuse(1103, now, bySender, map[string]string{"en_US": "This signature was already used", "zh_cn": "此簽名已被使用", "ru_RU": "Эта подпись уже использована"})
		refuse(1005, func() time.Time { return now().Add(time.Second) }, bySender, map[string]string{"en_US": "Not found", "zh_cn": "查無資料", "ru_RU": "Не найдено"})
		w.wantBalances(map[ledger.Account]money.Amount{suspense: 0, ledger.AvailableOf("carl", money.USDT): money.Units(7)})
	})
}
