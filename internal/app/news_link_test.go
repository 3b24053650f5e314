package app

import (
	"net/http"
	"testing"

	"etld/internal/core/operator"
	"etld/internal/features/news"
)

// One editor publishes what stays within the app; a link that leads outside, a host and
// an address take a second one, however they are written.
func TestALinkOutsideTakesTwoEditors(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		maker, checker := p.staff(t, operator.Editor), p.staff(t, operator.Editor)
		for body, isAlone := range map[string]bool{
			"Claim [here](#/swap) by 12.5.2026, i. e. soon.":        true,
			"Claim at https://example.org.":                         false,
			"Claim at example.&#8203;org":                           false,
			"Claim at 198.51.100.7/claim":                           false,
			"V2.全新上線, 2.Подарок":                                    true,
			"Claim at exam**ple.org**":                              false,
			"Claim at ex&#97;mple&#46;org":                          false,
			"Заявки на пример.рф":                                   false,
			"Pay to 0x00112233445566778899AABBccddeeff00112233":     false,
			"Pay to 0x0011223344556677*8899aabb*ccddeeff00112233":   false,
			"Pay to 0x00112233 44556677 8899aabb ccddeeff 00112233": false,
			"Pay to TJRabPrwbZy45sbavfcjinPJC18kjpRTv8":             false,
			"[Claim](https://example.org/claim)":                    false,
			"[Claim](&#104;ttps://example.org)":                     false,
			"<https://example.org>":                                 false,
			"[Claim][1]\n\n[1]: https://example.org":                false,
		} {
			draft := map[string]any{"category": "product", "texts": map[string]any{
				"en": map[string]any{"title": "A", "summary": "B", "body": "Nothing."}, "ru": map[string]any{"title": "A", "summary": "B", "body": body}}}
			row := dataOf[news.ArticleRow](t, maker.call("news/draft", draft))
			r := maker.call("news/publish", map[string]any{"payload": map[string]any{"id": row.ID, "version": row.Version}, "reason": "it is true"})
			if state := dataOf[operator.Proposal](t, r).State; (state == operator.Executed) != isAlone {
				t.Errorf("%s: one editor leads to %s", body, state)
			}
			if isAlone {
				continue
			}
			if r := maker.approve(r); r.Code == http.StatusOK {
				t.Errorf("%s: its maker approves it", body)
			}
			if r := checker.approve(r); r.Code != http.StatusOK {
				t.Errorf("%s: the second editor: %+v", body, r)
			}
		}
	})
}
