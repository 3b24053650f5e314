package withdrawal

import (
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/operator/emergency/emergencytest"
	"etld/internal/core/payout"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

var (
	noNetwork  = [3]string{"This network is not available for USDT", "此網路不支援 USDT", "Эта сеть недоступна для USDT"}
	notSigned  = [3]string{"Signature failed", "簽名失敗", "Не удалось подписать"}
	expired    = [3]string{"The signed message has expired, please sign again", "簽名訊息已過期，請重新簽名", "Срок действия подписанного сообщения истёк, подпишите заново"}
	usedBefore = [3]string{"This signature was already used", "此簽名已被使用", "Эта подпись уже использована"}
)

// stop is an operator's emergency stop of withdrawals, or its end.
func (w *world) stop(part emergency.Part, isStopped bool) {
	w.T.Helper()
	emergencytest.Stop(w.T, w.DB, part, isStopped)
}

func (w *world) count(table string) (n int64) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&n), `SELECT COUNT(*) FROM `+table)
		return err
	})
	return n
}

// Each refusal is reached while everything that is judged later is wrong too,
// so that the order is seen; what is judged earlier is mended step by step.
func TestEveryRefusalInOrder(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna := w.user("anna", "5 USDT", "100 ETLD")
		forged := "0x" + strings.Repeat("ab", 65)
		say := func(what string, code int, texts [3]string, change func(p *press)) {
			t.Helper()
			w.refused(what, code, texts, func() press {
				p := w.press(anna, "5", "USDT")
				p.signature = forged
				change(&p)
				return p
			})
		}
		for i, language := range apitest.Languages {
			got := w.client.In(language).Call(withdrawPath, anna, "currency", "USDT", "network", "TRC-20", "requestId", fmt.Sprintf("missing-quantity-%d", i))
			if want := [3]string{"Please enter the withdrawal amount", "請輸入提領金額", "Введите сумму вывода"}[i]; got.Code != 1004 || got.Message != want {
				t.Errorf("no quantity: %s", got.Body)
			}
		}
		w.stop(emergency.Withdrawals, true)
		for _, network := range []string{"TRC-20", terms.ERC20} {
			say(network, 1304, noNetwork, func(p *press) { p.asked.Network = network })
		}
		say("stopped", 1305, [3]string{"Withdrawals on this network are paused: the operator has stopped withdrawals for now", "此網路已暫停提領：營運方已暫時停止提領",
			"Вывод в этой сети приостановлен: оператор временно остановил вывод средств"}, func(*press) {})
		w.stop(emergency.Withdrawals, false)
		w.stop(emergency.Everything, true)
		say("all stopped", 1305, [3]string{"Withdrawals on this network are paused: the operator has stopped withdrawals for now", "此網路已暫停提領：營運方已暫時停止提領",
			"Вывод в этой сети приостановлен: оператор временно остановил вывод средств"}, func(*press) {})
		w.stop(emergency.Everything, false)
		w.Update(func(tx *sqldb.Tx) error {
			return w.payouts.Stop(tx, terms.BEP20, payout.BreakerOperator, "looking into it")
		})
		say("breaker", 1305, [3]string{"Withdrawals on this network are paused: sending is halted until an operator has looked into it", "此網路已暫停提領：付款已暫停，待營運方查明後恢復",
			"Вывод в этой сети приостановлен: отправка остановлена до проверки оператором"}, func(*press) {})
		w.Update(func(tx *sqldb.Tx) error { return w.payouts.Resume(tx, terms.BEP20) })
		stalled, none := "finality_stalled", ""
		w.halted.Store(&stalled)
		say("finality stalled", 1305, [3]string{"Withdrawals on this network are paused: the chain is not confirming blocks; this ends automatically", "此網路已暫停提領：鏈上區塊暫無法最終確認，恢復後將自動繼續",
			"Вывод в этой сети приостановлен: сеть не подтверждает блоки; это пройдёт само"}, func(*press) {})
		w.halted.Store(&none)
		say("below the minimum", 1301, [3]string{"Minimum withdrawal is 10 USDT", "最低提領 10 USDT", "Минимальный вывод: 10 USDT"}, func(*press) {})
		say("one atom below", 1301, [3]string{"Minimum withdrawal is 10 USDT", "最低提領 10 USDT", "Минимальный вывод: 10 USDT"}, func(p *press) { p.asked.Quantity = amount("9.99999999") })
		say("above the maximum", 1302, [3]string{"Maximum withdrawal is 10,000 USDT", "最高提領 10,000 USDT", "Максимальный вывод: 10\u00a0000 USDT"}, func(p *press) { p.asked.Quantity = amount("10000.00000001") })
		w.fillDay(anna)
		say("above the day's rest", 1303, [3]string{"This exceeds your daily limit; 4,000 USDT left", "超過每日限額，尚餘 4,000 USDT", "Превышен дневной лимит, осталось 4\u00a0000 USDT"},
			func(p *press) { p.asked.Quantity = amount("4000.00000001") })
		say("too little USDT", 1201, [3]string{"Insufficient USDT balance", "USDT 餘額不足", "Недостаточно USDT на балансе"}, func(p *press) { p.asked.Quantity = amount("10") })
		say("too little ETLD", 1202, [3]string{"Insufficient ETLD balance", "ETLD 餘額不足", "Недостаточно ETLD"},
			func(p *press) { p.asked.Currency, p.asked.Quantity = money.ETLD, amount("100.00000001") })
		say("forged", 1101, notSigned, func(p *press) { p.asked.Currency, p.asked.Quantity = money.ETLD, amount("20") })
		w.Expect("nothing was taken", ledger.AvailableOf(anna, money.USDT), "5")
		w.Expect("nor of the other", ledger.AvailableOf(anna, money.ETLD), "100")
		if n := w.count("payout_payout"); n != 0 {
			t.Errorf("%d payouts were ordered", n)
		}
		w.check()
	})
}

// fillDay uses 16,000 USDT of the daily limit up, rejected by nobody: the rows of
// two withdrawals that were confirmed today would do as well.
func (w *world) fillDay(userID string) {
	w.T.Helper()
	w.Deposit(userID, "16000 USDT")
	for _, quantity := range []string{"10000", "6000"} {
		w.withdraw(userID, quantity, "USDT")
	}
}

func TestAStatementSaysWhatIsAsked(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		anna, berta := w.user("anna", "1000 USDT"), w.user("berta", "1000 USDT")
		say := func(what string, code int, texts [3]string, change func(p *press)) {
			t.Helper()
			w.refused(what, code, texts, func() press {
				p := w.press(anna, "100", "USDT")
				change(&p)
				return p
			})
		}
		signedFor := func(change func(asked *signer.Withdrawal)) func(p *press) {
			return func(p *press) {
				asked := p.asked
				change(&asked)
				p.message = signer.StatementText(testHost, asked)
			}
		}
		say("wrong key", 1101, notSigned, func(p *press) { p.key = w.keys[berta] })
		say("other quantity", 1101, notSigned, signedFor(func(asked *signer.Withdrawal) { asked.Quantity, asked.Arrival = amount("99"), amount("98") }))
		say("other currency", 1101, notSigned, signedFor(func(asked *signer.Withdrawal) { asked.Currency = money.ETLD }))
		say("other network", 1101, notSigned, signedFor(func(asked *signer.Withdrawal) { asked.Network = terms.ERC20 }))
		say("other address", 1101, notSigned, signedFor(func(asked *signer.Withdrawal) { asked.Address = wallettest.Address(w.keys[berta]) }))
		say("another's address and key", 1101, notSigned, func(p *press) {
			signedFor(func(asked *signer.Withdrawal) { asked.Address = wallettest.Address(w.keys[berta]) })(p)
			p.key = w.keys[berta]
		})
		say("other request", 1101, notSigned, signedFor(func(asked *signer.Withdrawal) { asked.RequestID = "request-of-somebody-else" }))
		say("fee of other terms", 1102, expired, signedFor(func(asked *signer.Withdrawal) { asked.Fee, asked.Arrival = amount("2"), amount("98") }))
		say("arrival that does not add up", 1101, notSigned, signedFor(func(asked *signer.Withdrawal) { asked.Arrival = amount("100") }))
		say("another deployment", 1101, notSigned, func(p *press) { p.message = signer.StatementText("evil.example", p.asked) })
		say("spelled otherwise", 1101, notSigned, func(p *press) {
			p.message = strings.Replace(signer.StatementText(testHost, p.asked), "100 USDT", "100.0 USDT", 1)
		})
		say("with more behind it", 1101, notSigned, func(p *press) { p.message = signer.StatementText(testHost, p.asked) + " " })
		say("a sign-in", 1101, notSigned, func(p *press) {
			p.message = fmt.Sprintf("Sign in to %s on chain 56. This costs nothing and moves no funds. Time: %d", testHost, c.Now().UnixMilli())
		})
		say("stale", 1102, expired, func(p *press) { p.asked.At = p.asked.At.Add(-5*time.Minute - time.Millisecond) })
		say("from the future", 1102, expired, func(p *press) { p.asked.At = p.asked.At.Add(5*time.Minute + time.Millisecond) })
		for name, spoil := range map[string]func(raw []byte) []byte{
			"high s": highTwin, "short": func(raw []byte) []byte { return raw[:64] }, "long": func(raw []byte) []byte { return append(raw, 0) },
			"v of 29": func(raw []byte) []byte { raw[64] = 29; return raw }} {
			say(name, 1101, notSigned, func(p *press) {
				raw, err := hexutil.Decode(wallettest.Sign(p.key, signer.StatementText(testHost, p.asked)))
				w.Must(err)
				p.signature = hexutil.Encode(spoil(raw))
			})
		}
		for field, change := range map[string]func(params []string) []string{
			"message":   func(params []string) []string { return without(params, "message") },
			"signature": func(params []string) []string { return without(params, "signature") },
			"quantity":  func(params []string) []string { return append(without(params, "quantity"), "quantity", "0") },
			"currency":  func(params []string) []string { return append(without(params, "currency"), "currency", "BTC") }} {
			if got := w.client.Call(withdrawPath, anna, change(w.press(anna, "100", "USDT").params())...); got.Code != 1002 || !strings.Contains(got.Message, field) {
				t.Errorf("wrong %s: %s", field, got.Body)
			}
		}
		w.Expect("nothing was taken", ledger.AvailableOf(anna, money.USDT), "1000")
		w.check()
	})
}

// At the edges of time a statement holds, and only once.
func TestAStatementIsGoodForOneWithdrawal(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna := w.user("anna", "1000 USDT")
		edge := w.press(anna, "100", "USDT")
		edge.asked.At = edge.asked.At.Add(-5 * time.Minute)
		first := w.send(edge)
		if first.Code != 200 {
			t.Fatalf("at five minutes: %s", first.Body)
		}
		if again := w.send(edge); again.Body != first.Body {
			t.Errorf("the same press: %s, then %s", first.Body, again.Body)
		}
		w.refused("used before", 1103, usedBefore, func() press {
			p := w.press(anna, "100", "USDT")
			p.message = signer.StatementText(testHost, edge.asked)
			return p
		})
		other := edge
		other.asked.Quantity = amount("200")
		other.message = signer.StatementText(testHost, edge.asked)
		if got := w.send(other); got.Code != 1009 {
			t.Errorf("the same request for another quantity: %s", got.Body)
		}
		// The stored answer of a press is forgotten after 30 days; its statement is not.
		w.Update(func(tx *sqldb.Tx) error { _, err := tx.Exec(`DELETE FROM api_reply`); return err })
		w.refused("used before and forgotten", 1103, usedBefore, func() press {
			w.Update(func(tx *sqldb.Tx) error { _, err := tx.Exec(`DELETE FROM api_reply`); return err })
			return edge
		})
		w.Expect("taken once", ledger.AvailableOf(anna, money.USDT), "900")
		w.Expect("held once", reserved(anna, money.USDT), "100")
		w.check()
	})
}

// highTwin is the second signature that anybody can make from a first.
func highTwin(raw []byte) []byte {
	s := new(big.Int).Sub(crypto.S256().Params().N, new(big.Int).SetBytes(raw[32:64]))
	copy(raw[32:64], common.BigToHash(s).Bytes())
	raw[64] = 27 + 28 - raw[64]
	return raw
}

func without(params []string, name string) (rest []string) {
	for i := 0; i < len(params); i += 2 {
		if params[i] != name {
			rest = append(rest, params[i], params[i+1])
		}
	}
	return rest
}

// 1306 is for what is nobody's fault but ours: here, a review that cannot be
// opened. Nothing is held then.
func TestFailedForAReasonOfOurs(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		reviews := &closedReviews{}
		w := newWorldWith(t, db, c, func(config *Config) { reviews.Proposals, config.Proposals = config.Proposals, reviews })
		anna := w.user("anna", "1000 USDT")
		w.refused("no review", 1306, [3]string{"Withdrawal failed", "提領失敗", "Вывод не выполнен"}, func() press { return w.press(anna, "500", "USDT") })
		w.Expect("nothing was taken", ledger.AvailableOf(anna, money.USDT), "1000")
		w.Expect("nothing is held", reserved(anna, money.USDT), "0")
		if n := w.count("withdrawal_request") + w.count("payout_payout") + w.count("withdrawal_event"); n != 0 {
			t.Errorf("%d rows remain", n)
		}
		w.check()
	})
}

// closedReviews opens no proposal.
type closedReviews struct{ Proposals }

func (closedReviews) Open(*sqldb.Tx, operator.Request) (operator.Proposal, error) {
	return operator.Proposal{}, operator.ErrPending
}

func TestCancelling(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		anna, berta := w.user("anna", "1000 USDT"), w.user("berta")
		out := w.withdraw(anna, "500", "USDT")
		for what, got := range map[string]int{"another's": w.cancel(berta, out.WithdrawNo).Code, "unknown": w.cancel(anna, "0123456789").Code} {
			if got != 1005 {
				t.Errorf("%s: %d", what, got)
			}
		}
		reply := w.cancel(anna, out.WithdrawNo)
		if reply.Code != 200 {
			t.Fatalf("cancel: %s", reply.Body)
		}
		until := c.Now().Add(24 * time.Hour)
		w.View(func(tx *sqldb.Tx) error {
			for id, want := range map[string]time.Time{anna: until, berta: {}} {
				got, err := w.service.GameLockedUntil(tx, id)
				if err != nil || !got.Equal(want) {
					t.Errorf("locked until %s (%v), want %s", got, err, want)
				}
			}
			return nil
		})
		english := w.client
		for i, language := range apitest.Languages {
			w.client = english.In(language)
			want := [3]string{"This withdrawal can no longer be cancelled", "此提領已無法取消", "Этот вывод уже нельзя отменить"}[i]
			if got := w.cancel(anna, out.WithdrawNo); got.Code != 1307 || got.Message != want {
				t.Errorf("twice: %s", got.Body)
			}
		}
		w.client = english
		w.Expect("all is back", ledger.AvailableOf(anna, money.USDT), "1000")
		row := w.record(anna, out.WithdrawNo)
		if row.Status != Cancelled || row.Cancellable || row.NextStep.Code != "refunded_cancelled" || len(row.Timeline) != 2 {
			t.Errorf("record: %+v", row)
		}
		var open operator.Proposal
		w.View(func(tx *sqldb.Tx) error {
			found := false
			var err error
			open, found, err = w.staff.Pending(tx, kindReview, out.WithdrawNo)
			if found {
				t.Errorf("its review is still open: %+v", open)
			}
			return err
		})
		// What was cancelled counts against no limit.
		for range 3 {
			next := w.withdraw(anna, "1000", "USDT")
			if got := w.cancel(anna, next.WithdrawNo); got.Code != 200 {
				t.Errorf("again: %s", got.Body)
			}
		}
		w.wantCause(w.withdraw(anna, "150", "USDT").WithdrawNo, terms.CauseAutomatic)
		w.check()
	})
}

// A contract wallet's signature is judged by its chain, after the money is held.
func TestContractWallets(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		anna := w.user("anna", "1000 USDT")
		w.kinds.contract[wallettest.Address(w.keys[anna]).Hex()] = true
		contract := func(quantity string) RequestOut {
			p := w.press(anna, quantity, "USDT")
			p.signature = "0x" + hex.EncodeToString([]byte("whatever the contract takes"))
			reply := w.send(p)
			if reply.Code != 200 {
				t.Fatalf("a contract wallet: %s", reply.Body)
			}
			rows := w.client.Call(recordsPath, anna)
			if rows.Code != 200 || !strings.Contains(rows.Body, "checking_signature") {
				t.Errorf("before it was asked: %s", rows.Body)
			}
			var out RequestOut
			w.Must(jsonOf(reply.Data, &out))
			return out
		}
		good := contract("100")
		w.asked.say(walletsig.ErrUnverifiable)
		w.run()
		if row := w.record(anna, good.WithdrawNo); row.NextStep.Code != "checking_signature" {
			t.Errorf("its chain does not answer: %+v", row)
		}
		w.asked.say(nil)
		w.run()
		if row := w.record(anna, good.WithdrawNo); row.Status != Approved {
			t.Errorf("confirmed by the contract: %+v", row)
		}
		large := contract("300")
		w.run()
		if row := w.record(anna, large.WithdrawNo); row.Status != Pending || row.NextStep.Code != "review" {
			t.Errorf("a large one: %+v", row)
		}
		for name, answer := range map[string]error{"refused": walletsig.ErrRefused, "reverting": walletsig.ErrReverted} {
			bad := contract("50")
			w.asked.say(answer)
			w.run()
			row := w.record(anna, bad.WithdrawNo)
			if row.Status != Rejected || row.Reason == nil || row.Reason.Code != reasonSignature {
				t.Errorf("%s: %+v", name, row)
			}
		}
		for name, answer := range map[string]error{"silent": walletsig.ErrUnverifiable, "endless": fmt.Errorf("%w: %w", walletsig.ErrUnverifiable, walletsig.ErrNotInTime)} {
			bad := contract("50")
			w.asked.say(answer)
			c.Advance(unansweredMax - time.Second)
			w.run()
			if row := w.record(anna, bad.WithdrawNo); row.NextStep.Code != "checking_signature" {
				t.Errorf("%s for less than an hour: %+v", name, row)
			}
			c.Advance(time.Second)
			w.run()
			if row := w.record(anna, bad.WithdrawNo); row.Status != Rejected || row.Reason.Code != reasonUnasked {
				t.Errorf("%s for an hour: %+v", name, row)
			}
		}
		w.Expect("held are two", reserved(anna, money.USDT), "400")
		p := w.press(anna, "100", "USDT")
		p.asked.Network = terms.ERC20
		if got := w.send(p); got.Code != 1304 {
			t.Errorf("on another network: %s", got.Body)
		}
		w.check()
	})
}
