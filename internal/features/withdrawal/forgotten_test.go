package withdrawal

import (
	"testing"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/payout"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A copy of the books may have as waiting what was paid since: nothing is given back before
// the signer's journal was read, nor while it has something that the books forgot.
func TestWhatMayBePaidIsNotGivenBack(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna := w.user("anna", "1000 USDT")
		out := w.withdraw(anna, "500", "USDT")
		reviewer := w.colleague(0, operator.FinanceChecker)
		refused := func(when string, code int, texts [3]string) {
			t.Helper()
			english := w.client
			for i, language := range apitest.Languages {
				w.client = english.In(language)
				if got := w.cancel(anna, out.WithdrawNo); got.Code != code || got.Message != texts[i] {
					t.Errorf("cancelled %s: %s", when, got.Body)
				}
			}
			w.client = english
			if got := reviewer.reject(out.WithdrawNo, string(reasonRules), ""); got.Code != code {
				t.Errorf("rejected %s: %d %s", when, got.Code, got.Message)
			}
		}
		w.unread.Store(true)
		refused("before the journal was read", payout.ErrUnread.Code, [3]string{"What was signed before the restart has to be checked first; please try again later",
			"須先核對重新啟動前已簽署的內容，請稍後再試", "Сначала проверяется то, что было подписано до перезапуска; повторите попытку позже"})
		w.unread.Store(false)
		w.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`INSERT INTO payout_recall_forgotten (id, network, nonce, reference, recipient, asset, quantity, signed_at, found_at)
				VALUES ('0x1', 'BEP-20', 7, $1, '', 'USDT', 1, 0, 0)`, out.WithdrawNo)
			return err
		})
		refused("while it has what the books forgot", payout.ErrForgotten.Code, [3]string{"The payout may already have been made; it is being looked into",
			"這筆付款可能已經送出，正在查核中", "Возможно, выплата уже отправлена: это проверяется"})
		w.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`DELETE FROM payout_recall_forgotten`)
			return err
		})
		if got := w.cancel(anna, out.WithdrawNo); got.Code != 200 {
			t.Errorf("at last: %s", got.Body)
		}
		w.Expect("all is back", ledger.AvailableOf(anna, money.USDT), "1000")
		w.check()
	})
}
