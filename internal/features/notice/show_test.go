package notice

import (
	"testing"

	"etld/internal/infra/httpapi"
)

func TestParametersAreShownAsTheLanguageWritesThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, value  string
		zhtw, en, ru string
	}{
		{"amount", "5000.5", "5,000.5", "5,000.5", "5\u00a0000,5"},
		{"due", "100", "100", "100", "100"},
		{"rest", "0.00000001", "0.00000001", "0.00000001", "0,00000001"},
		{"wei", "1234567", "1,234,567", "1,234,567", "1\u00a0234\u00a0567"},
		{"amount", "-1000", "\u22121,000", "\u22121,000", "\u22121\u00a0000"},
		{"amount", "unknown", "unknown", "unknown", "unknown"},
		{"referrer", "12345678", "12345678", "12345678", "12345678"},
		{"endAt", "2026-03-05T20:30:00Z", "2026/03/06 04:30 UTC+8", "6 Mar 2026, 04:30 UTC+8", "06.03.2026, 04:30 UTC+8"},
		{"before", "20000", "20,000", "20,000", "20\u00a0000"},
		{"after", "0.05%", "0.05%", "0.05%", "0,05\u00a0%"},
		{"endAt", "soon", "soon", "soon", "soon"},
	} {
		for language, want := range map[httpapi.Language]string{httpapi.Chinese: c.zhtw, httpapi.English: c.en, httpapi.Russian: c.ru} {
			if got := show(language, c.name, c.value); got != want {
				t.Errorf("%s %s in %s: %q, want %q", c.name, c.value, language, got, want)
			}
		}
	}
}

func TestAReasonThatEndsWithAFullStopHasNoSecond(t *testing.T) {
	t.Parallel()
	c, err := loadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	for language, want := range map[httpapi.Language]string{
		httpapi.Chinese: "風扇 × 1 不會出貨。原因：已損壞。19.9\u00a0USDT 已退回餘額。",
		httpapi.English: "風扇 × 1 will not be sent. Reason: 已損壞. Returned to your balance: 19.9\u00a0USDT.",
		httpapi.Russian: "風扇 × 1: отправки не будет. Причина: 已損壞. На баланс возвращено: 19,9\u00a0USDT.",
	} {
		for _, reason := range []string{"已損壞", "已損壞。", "已損壞."} {
			params := map[string]string{"goods": "風扇", "quantity": "1", "reason": reason, "amount": "19.9", "currency": "USDT"}
			if got := c.render(language, "order_invalid", params).Text; got != want {
				t.Errorf("%q in %s: %q, want %q", reason, language, got, want)
			}
		}
	}
}
