package withdrawal

import (
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"

	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb/dbtest"
)

// Slow contract wallets delay a run no longer than its time, and those that were
// not reached come first in the next.
func TestSlowContractWalletsTakeTurns(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.service.stopwatch = w.asked.stopwatch
		anna := w.user("anna", "1000 USDT")
		w.kinds.contract[wallettest.Address(w.keys[anna]).Hex()] = true
		var statements []string
		for range 5 {
			p := w.press(anna, "50", "USDT")
			p.signature = hexutil.Encode([]byte("whatever the contract takes"))
			if got := w.send(p); got.Code != 200 {
				t.Fatalf("%s", got.Body)
			}
			statements = append(statements, signer.StatementText(testHost, p.asked))
		}
		w.asked.say(walletsig.ErrUnverifiable)
		w.asked.takes = checkTimeMax/2 - time.Millisecond
		for i, want := range [][]string{statements[:3], statements[3:], statements[:3]} {
			w.asked.texts = nil
			w.run()
			if !slices.Equal(w.asked.texts, want) {
				t.Errorf("run %d asked about %q, want %q", i, w.asked.texts, want)
			}
		}
		w.asked.say(nil)
		w.run()
		w.run()
		for _, one := range statements {
			if !slices.Contains(w.asked.texts, one) {
				t.Errorf("never asked about %q", one)
			}
		}
		w.check()
	})
}

// A contract wallet's withdrawal that cannot be judged is parked, even while others are
// asked, and is judged later; one that was cancelled meanwhile is parked no longer.
func TestAContractWalletThatFailsHarmsNoOther(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		request := func(userID string) string {
			w.kinds.contract[wallettest.Address(w.keys[userID]).Hex()] = true
			p := w.press(userID, "50", "USDT")
			p.signature = hexutil.Encode([]byte("whatever the contract takes"))
			return apitest.Data[RequestOut](t, w.send(p)).WithdrawNo
		}
		expect := func(when, userID, id string, want Status) {
			t.Helper()
			if row := w.record(userID, id); row.Status != want {
				t.Errorf("%s: %+v, want %s", when, row, want)
			}
		}
		anna, berta := w.user("anna", "1000 USDT"), w.user("berta", "1000 USDT")
		left, failing, other := request(anna), request(anna), request(berta)
		w.inbox.fullFor = anna
		w.run()
		w.wantParked(checkJob, 1, left, failing)
		expect("while another fails", berta, other, Approved)
		w.asked.texts = nil
		w.run()
		w.wantParked(checkJob, 1, left, failing)
		if len(w.asked.texts) > 0 {
			t.Errorf("asked about %q before its time", w.asked.texts)
		}
		w.inbox.fullFor = ""
		if got := w.cancel(anna, left); got.Code != 200 {
			t.Fatalf("%s", got.Body)
		}
		w.Clock.Advance(retryAfter)
		w.run()
		w.wantParked(checkJob, 0)
		expect("when it is due", anna, failing, Approved)
		w.check()
	})
}
