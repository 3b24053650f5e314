package withdrawal

import (
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/payout"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestRecordsComeInPages(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna, berta := w.user("anna", "5000 USDT"), w.user("berta", "5000 USDT")
		var ids []string
		for i := range 7 {
			out := w.withdraw(anna, "300", "USDT")
			ids = append(ids, out.WithdrawNo)
			if i%2 == 0 {
				w.cancel(anna, out.WithdrawNo)
			}
			w.withdraw(berta, "300", "USDT")
		}
		slices.Reverse(ids)
		var seen []string
		for cursor, page := "", 0; page < 5; page++ {
			params := []string{"size", "3"}
			if cursor != "" {
				params = append(params, "cursor", cursor)
			}
			list := apitest.Data[httpapi.List[RecordRow]](t, w.client.Call(recordsPath, anna, params...))
			for _, row := range list.List {
				seen = append(seen, row.WithdrawNo)
			}
			if page == 0 {
				// A new one in between moves nothing.
				w.withdraw(anna, "300", "USDT")
			}
			if cursor = list.NextCursor; !list.HasMore {
				break
			}
		}
		if !slices.Equal(seen, ids) {
			t.Errorf("saw %v, want %v", seen, ids)
		}
		cancelled := apitest.Data[httpapi.List[RecordRow]](t, w.client.Call(recordsPath, anna, "status", "cancelled"))
		if len(cancelled.List) != 4 {
			t.Errorf("%d are cancelled", len(cancelled.List))
		}
		for _, params := range [][]string{{"status", "lost"}, {"status", "Cancelled"}, {"cursor", "x"}, {"size", "51"}, {"withdrawNo", "!"}} {
			if got := w.client.Call(recordsPath, anna, params...); got.Code != 1002 || !strings.Contains(got.Message, params[0]) {
				t.Errorf("%v: %s", params, got.Body)
			}
		}
		if got := w.client.Call(recordsPath, berta, "withdrawNo", ids[0]); got.Code != 1005 {
			t.Errorf("another's: %s", got.Body)
		}
		w.check()
	})
}

func TestConfig(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		anna := w.user("anna", "1000 USDT", "7 ETH")
		config := apitest.Data[ConfigOut](t, w.client.Call(configPath, anna))
		if len(config.Networks) != 5 || config.Address != wallettest.Address(w.keys[anna]).Hex() || config.StatementPhrase != signer.StatementPhrase(testHost) || config.ReviewHours != 24 {
			t.Errorf("config: %+v", config)
		}
		row := config.Networks[0]
		want := NetworkRow{Currency: "USDT", Network: terms.BEP20, Fee: amount("1"), Min: amount("10"), MaxRequest: amount("10000"), DayRest: amount("20000"),
			Available: amount("1000"), Maximum: amount("1000"), Decimals: 8, Enabled: true}
		if row != want {
			t.Errorf("USDT: %+v, want %+v", row, want)
		}
		for _, row := range config.Networks {
			isFirst := row.Network == terms.BEP20
			if row.Enabled != isFirst || (row.Reason == "") != isFirst || (row.ReasonText == "") != isFirst {
				t.Errorf("%s on %s: %+v", row.Currency, row.Network, row)
			}
			if row.Currency == "ETH" && row.Maximum != amount("3") {
				t.Errorf("at most 3 ETH at once: %+v", row)
			}
			if row.Network == terms.ERC20 && row.Reason != closedNotConnected {
				t.Errorf("the second chain: %+v", row)
			}
		}
		russian := apitest.Data[ConfigOut](t, w.client.In("ru_RU").Call(configPath, anna, "currency", "USDT"))
		if len(russian.Networks) != 2 || russian.Networks[1].ReasonText != "Эта сеть ещё не подключена" {
			t.Errorf("in Russian: %+v", russian.Networks)
		}
		for quantity, code := range map[string]int{"9": 1301, "10001": 1302, "1000.00000001": 1201, "500": 0, "0.5": 1301} {
			row := apitest.Data[ConfigOut](t, w.client.Call(configPath, anna, "currency", "USDT", "quantity", quantity)).Networks[0]
			switch {
			case (row.Problem == nil) != (code == 0):
				t.Errorf("%s: %+v", quantity, row.Problem)
			case row.Problem != nil && (row.Problem.Code != code || row.Problem.Message == "" || strings.Contains(row.Problem.Message, "{")):
				t.Errorf("%s: %+v", quantity, row.Problem)
			case (row.Arrival == nil) != (quantity == "0.5"):
				t.Errorf("%s arrives as %v", quantity, row.Arrival)
			case row.Arrival != nil && *row.Arrival != amount(quantity)-amount("1"):
				t.Errorf("%s arrives as %v", quantity, row.Arrival)
			}
		}
		// One took three minutes, two took seven.
		for _, minutes := range []time.Duration{3, 7, 7} {
			w.withdraw(anna, "15", "USDT")
			c.Advance(minutes * time.Minute)
			w.pay()
		}
		w.withdraw(anna, "15", "USDT")
		w.View(func(tx *sqldb.Tx) error {
			list, err := w.service.UnderWay(tx, anna)
			if len(list) != 1 || list[0].Quantity != amount("15") || list[0].Payout != payout.Queued || list[0].IsCancellable || *list[0].UsualMinutes != 7 {
				t.Errorf("under way %+v", list)
			}
			return err
		})
		w.pay()
		after := apitest.Data[ConfigOut](t, w.client.Call(configPath, anna, "currency", "USDT")).Networks
		if after[0].MedianMinutes == nil || *after[0].MedianMinutes != 7 || after[1].MedianMinutes != nil || after[0].DayRest != amount("19940") {
			t.Errorf("after three: %+v", after)
		}
		w.kinds.contract[wallettest.Address(w.keys[anna]).Hex()] = true
		w.check()
	})
}

// The second chain has a token of six decimals: what it cannot represent is
// refused, and a contract wallet of the first chain does not withdraw there.
func TestASecondChain(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorldWith(t, db, c, func(config *Config) { config.Payouts = w2(t, db, config.Payouts) })
		anna := w.user("anna", "5000 USDT")
		p := w.press(anna, "100.0000001", "USDT")
		p.asked.Network, p.asked.Fee, p.asked.Arrival = terms.ERC20, amount("5"), amount("95.0000001")
		if got := w.send(p); got.Code != 1002 || !strings.Contains(got.Message, "quantity") {
			t.Errorf("seven decimals: %s", got.Body)
		}
		row := apitest.Data[ConfigOut](t, w.client.Call(configPath, anna, "currency", "USDT", "quantity", "100.0000001")).Networks[1]
		if !row.Enabled || row.Decimals != 6 || row.Problem == nil || row.Problem.Code != 1002 {
			t.Errorf("config: %+v", row)
		}
		p = w.press(anna, "100.000001", "USDT")
		p.asked.Network, p.asked.Fee, p.asked.Arrival = terms.ERC20, amount("5"), amount("95.000001")
		if got := w.send(p); got.Code != 200 {
			t.Errorf("six decimals: %s", got.Body)
		}
		w.kinds.contract[wallettest.Address(w.keys[anna]).Hex()] = true
		if got := w.send(p); got.Code != 200 {
			t.Errorf("the stored answer: %s", got.Body)
		}
		again := w.press(anna, "100", "USDT")
		again.asked.Network, again.asked.Fee, again.asked.Arrival = terms.ERC20, amount("5"), amount("95")
		if got := w.send(again); got.Code != 1304 {
			t.Errorf("a contract wallet on the second chain: %s", got.Body)
		}
		row = apitest.Data[ConfigOut](t, w.client.Call(configPath, anna, "currency", "USDT")).Networks[1]
		if row.Enabled || row.Reason != closedContractWallet || row.ReasonText == "" {
			t.Errorf("config of a contract wallet: %+v", row)
		}
	})
}

// w2 is payouts with a second wallet, on a chain where nothing is ever paid.
func w2(t *testing.T, db *sqldb.DB, _ *payout.Service) *payout.Service {
	t.Helper()
	both, err := payout.New(payout.Config{DB: db, Ledger: newLedger(), Chance: newChance(), Log: quiet(), Settlement: func() payout.Settlement { return nothing{} }, Wallets: []payout.Wallet{
		{Network: terms.BEP20, ChainID: 56, Address: tokens[money.USDT], Chain: newNode(), Signer: nothing{}, FeeCapMax: 1, Coins: []payout.Coin{{Asset: money.USDT, Token: tokens[money.USDT], Decimals: 18}}},
		{Network: terms.ERC20, ChainID: 1, Address: tokens[money.USDT], Chain: newNode(), Signer: nothing{}, FeeCapMax: 1, Coins: []payout.Coin{{Asset: money.USDT, Token: tokens[money.USDT], Decimals: 6}}}}})
	if err != nil {
		t.Fatal(err)
	}
	return both
}

// What a record says of a waiting payout follows from the payout's own reason.
func TestWhatHappensNext(t *testing.T) {
	t.Parallel()
	now := dbtest.Start
	approved := Withdrawal{Status: Approved}
	for _, test := range []struct {
		name string
		w    Withdrawal
		p    payout.Payout
		want string
	}{
		{"unchecked", Withdrawal{Status: Pending, ReviewBy: now}, payout.Payout{}, "checking_signature"},
		{"pending", Withdrawal{Status: Pending, ReviewBy: now, CheckedAt: now}, payout.Payout{}, "review"},
		{"late", Withdrawal{Status: Pending, ReviewBy: now.Add(-1), CheckedAt: now}, payout.Payout{}, "review_overdue"},
		{"queued", approved, payout.Payout{State: payout.Queued}, "queued"},
		{"queued again", approved, payout.Payout{State: payout.Queued, Reason: payout.ReasonReissued}, "queued"},
		{"short", approved, payout.Payout{State: payout.Queued, Reason: payout.ReasonShort}, "queued_refill"},
		{"short, at the last moment", approved, payout.Payout{State: payout.Queued, Reason: payout.ReasonShort, ExpectedAt: now}, "queued_refill"},
		{"short for longer", approved, payout.Payout{State: payout.Queued, Reason: payout.ReasonShort, ExpectedAt: now.Add(-1)}, "queued_refill_late"},
		{"low gas for longer", approved, payout.Payout{State: payout.Queued, Reason: payout.ReasonLowGas, ExpectedAt: now.Add(-1)}, "queued_refill_late"},
		{"low gas", approved, payout.Payout{State: payout.Queued, Reason: payout.ReasonLowGas}, "queued_refill"},
		{"day cap", approved, payout.Payout{State: payout.Queued, Reason: payout.ReasonDayCap}, "queued_day_cap"},
		{"signer's day cap", approved, payout.Payout{State: payout.Queued, Reason: signer.ErrDayCap.Code}, "queued_day_cap"},
		{"signer's automatic cap", approved, payout.Payout{State: payout.Queued, Reason: signer.ErrAutomaticDayCap.Code}, "queued_day_cap"},
		{"contract wallet that never answers", approved, payout.Payout{State: payout.Queued, Reason: signer.ErrUndecided.Code}, "queued_network"},
		{"no signer", approved, payout.Payout{State: payout.Queued, Reason: payout.ReasonSignerUnavailable}, "queued_network"},
		{"no chain", approved, payout.Payout{State: payout.Queued, Reason: payout.ReasonChainUnavailable}, "queued_network"},
		{"finality", approved, payout.Payout{State: payout.Queued, Reason: payout.ReasonFinality}, "queued_finality"},
		{"halted chain", approved, payout.Payout{State: payout.Queued, Reason: payout.ReasonHalted}, "queued_halted"},
		{"fees", approved, payout.Payout{State: payout.Queued, Reason: payout.ReasonFeeTooHigh}, "queued_fee"},
		{"stopped", approved, payout.Payout{State: payout.Queued, Reason: payout.ReasonStopped}, "queued_stopped"},
		{"would fail", approved, payout.Payout{State: payout.Queued, Reason: payout.ReasonWouldFail}, "queued_problem"},
		{"sent", approved, payout.Payout{State: payout.Broadcast}, "sent"},
		{"in a block", approved, payout.Payout{State: payout.Mined}, "in_block"},
		{"unknown", approved, payout.Payout{State: payout.Unknown}, "unknown"},
		{"attention", approved, payout.Payout{State: payout.NeedsAttention}, "attention"},
		{"confirmed", Withdrawal{Status: Confirmed}, payout.Payout{State: payout.Final}, "done"},
		{"cancelled", Withdrawal{Status: Cancelled}, payout.Payout{}, "refunded_cancelled"},
		{"rejected", Withdrawal{Status: Rejected}, payout.Payout{State: payout.Failed}, "refunded_rejected"},
	} {
		if got := nextOf(test.w, test.p, "", now); got.code != test.want {
			t.Errorf("%s: %s, want %s", test.name, got.code, test.want)
		}
	}
	for halted, want := range map[string]string{pausedFinality: "in_block_finality", string(chain.StateThrottled): "in_block"} {
		if got := nextOf(approved, payout.Payout{State: payout.Mined}, halted, now); got.code != want {
			t.Errorf("in a block of a chain that is %s: %s, want %s", halted, got.code, want)
		}
	}
}

// A hot wallet that runs short says when it is refilled, in the reader's
// language, and goes on by itself.
func TestShortHotWallet(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		anna := w.user("anna", "1000 USDT")
		all := w.node.drain(tokens[money.USDT], w.wallet.Address)
		out := w.withdraw(anna, "100", "USDT")
		w.pay()
		if told := w.inbox.told[anna]; !slices.Equal(told, []string{eventStep}) {
			t.Errorf("an open app is told %q while it waits", told)
		}
		refill := c.Now().Add(w.wallet.RefillWithin)
		shown := refill.In(time.FixedZone("UTC+8", 8*3600))
		english := w.client
		for i, language := range apitest.Languages {
			w.client = english.In(language)
			want := [3]string{shown.Format("2 Jan 2006, 15:04") + " UTC+8", shown.Format("2006/01/02 15:04") + " UTC+8", shown.Format("02.01.2006, 15:04") + " UTC+8"}[i]
			row := w.record(anna, out.WithdrawNo)
			if row.NextStep.Code != "queued_refill" || row.NextStep.At == nil || !row.NextStep.At.Equal(refill) || !strings.Contains(row.NextStep.Text, want) {
				t.Errorf("%s: %+v, want %s", language, row.NextStep, want)
			}
		}
		w.client = english
		checker := w.colleague(0, operator.FinanceChecker)
		list := dataOf[lists.Page[QueueRow]](w, checker.call("withdrawals/list", map[string]any{"status": "approved"})).List.List
		cover := dataOf[lists.Page[CoverRow]](w, checker.call("withdrawals/cover", nil)).List.List
		if len(list) != 1 || list[0].PayoutReason != payout.ReasonShort || cover[0].Missing != amount("99") {
			t.Errorf("the queue: %+v, %+v", list, cover)
		}
		c.Advance(w.wallet.RefillWithin + time.Second)
		w.pay()
		if next := w.record(anna, out.WithdrawNo).NextStep; next.Code != "queued_refill_late" || next.At == nil || !next.At.Equal(refill) {
			t.Errorf("a refill that did not come: %+v", next)
		}
		w.node.fund(tokens[money.USDT], w.wallet.Address, all)
		c.Advance(time.Minute)
		w.pay()
		if row := w.record(anna, out.WithdrawNo); row.Status != Confirmed {
			t.Errorf("refilled: %+v", row)
		}
		w.check()
	})
}

// Tenths that no binary fraction is add up to the atom.
func TestTenthsLeaveNothing(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna := w.user("anna", "0.3 ETH")
		w.withdraw(anna, "0.1", "ETH")
		w.withdraw(anna, "0.2", "ETH")
		w.Expect("available", ledger.AvailableOf(anna, money.ETH), "0")
		w.Expect("held", reserved(anna, money.ETH), "0.3")
		w.check()
	})
}
