package machine

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
	"etld/internal/features/machine/offer"
	"etld/internal/features/machine/payrun"
	"etld/internal/features/machine/rules"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// tokens lets a token be its user's id.
type tokens map[string]string

func (t tokens) Hints(string) []sqldb.Hint { return nil }
func (t tokens) Find(_ sqldb.Command, hash string) (httpapi.Session, error) {
	userID, ok := t[hash]
	if !ok {
		return httpapi.Session{}, fault.SignInAgain
	}
	return httpapi.Session{ID: "session-" + userID, UserID: userID}, nil
}
func (t tokens) Touch(sqldb.Command, string) error { return nil }

// caller is a client of the calls.
type caller struct {
	t      *testing.T
	api    *httpapi.API
	tokens tokens
	count  int
}

func newCaller(t *testing.T, w *world) *caller {
	t.Helper()
	sessions := tokens{}
	api, err := httpapi.New(httpapi.Config{DB: w.DB, Sessions: sessions, Chance: entropy.System(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	w.machines.Register(api)
	return &caller{t: t, api: api, tokens: sessions}
}

type reply struct {
	Code int             `json:"code"`
	Data json.RawMessage `json:"data"`
}

// call makes a call; a request id is added for those that need one.
func (c *caller) call(userID, path string, pairs ...string) reply {
	c.t.Helper()
	c.tokens[httpapi.HashToken(userID)] = userID
	values := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	if !values.Has("requestId") {
		c.count++
		values.Set("requestId", fmt.Sprintf("request-%016d", c.count))
	}
	r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, path+"?"+values.Encode(), nil)
	r.Header.Set("token", userID)
	r.Header.Set("lan", "en_US")
	recorder := httptest.NewRecorder()
	c.api.ServeHTTP(recorder, r)
	var got reply
	if err := json.Unmarshal(recorder.Body.Bytes(), &got); err != nil || recorder.Code != http.StatusOK {
		c.t.Fatalf("%s: status %d, %s", path, recorder.Code, recorder.Body)
	}
	return got
}

// get decodes a successful answer.
func get[T any](c *caller, userID, path string, pairs ...string) (data T) {
	c.t.Helper()
	got := c.call(userID, path, pairs...)
	if got.Code != 200 {
		c.t.Fatalf("%s: code %d, %s", path, got.Code, got.Data)
	}
	if err := json.Unmarshal(got.Data, &data); err != nil {
		c.t.Fatalf("%s: %v in %s", path, err, got.Data)
	}
	return data
}

// What an operator can change in the terms is told, and a machine tells what
// it was bought under.
func TestCallsTellTheDaysOfTheTerms(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		api := newCaller(t, w)
		buyer := w.User(1, "1000 USDT")
		m := w.running(buyer, "small")
		set, err := param.NewSet(rules.Parameters(), rules.SharesWithinFee)
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]int64{"machine.credit_days": 31, "machine.exit_after_days": 22} {
			w.Update(func(tx *sqldb.Tx) error {
				_, err := set.Change(tx, entropy.System(), param.Proposal{Name: name, Value: value, EffectiveAt: c.Now().Add(2 * day), Actor: "a", Reason: "r"})
				return err
			})
		}
		told := func(what string, creditDays, exitAfterDays int64) {
			t.Helper()
			offer := get[ProductDetail](api, buyer, "/api/miner/detail", "id", productID("small"))
			if offer.CreditDays != creditDays || offer.ExitAfterDays != exitAfterDays {
				t.Errorf("%s: the offer tells %d and %d", what, offer.CreditDays, offer.ExitAfterDays)
			}
			own := get[MachineDetail](api, buyer, "/api/miner/myDetail", "id", m.ID).Product
			if own.CreditDays != 90 || own.ExitAfterDays != 15 {
				t.Errorf("%s: the machine tells %d and %d", what, own.CreditDays, own.ExitAfterDays)
			}
		}
		told("before the change", 90, 15)
		c.Advance(2 * day)
		told("after it", 31, 22)
	})
}

func TestCallsFromPurchaseToMaturity(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		api := newCaller(t, w)
		buyer, other := w.User(1, "1000 USDT"), w.User(2)

		all := get[httpapi.List[ProductRow]](api, buyer, "/api/miner/all", "size", "2")
		if len(all.List) != 2 || !all.HasMore || all.List[0].Name != "Small machine" || all.List[0].EstETLDPerDay != nil || all.List[0].BreakEvenPrice != nil {
			t.Errorf("the catalogue is %+v", all)
		}
		rest := get[httpapi.List[ProductRow]](api, buyer, "/api/miner/all", "size", "2", "cursor", all.NextCursor)
		if len(rest.List) != 1 || rest.List[0].Size != "large" || rest.HasMore {
			t.Errorf("its second page is %+v", rest)
		}
		detail := get[ProductDetail](api, buyer, "/api/miner/detail", "id", all.List[0].ID)
		if len(detail.Quotes) != 10 || detail.Quotes[2].PayAmount != amount("315") || detail.NetCertainCost != amount("3.2") || detail.PayNew != amount("105") || detail.DailyRate != "0.0002" {
			t.Errorf("the detail is %+v", detail)
		}
		bought := get[PurchaseOut](api, buyer, "/api/miner/purchaseMiner", "productId", detail.ID, "quantity", "2", "payType", "balance", "termsVersion", detail.TermsVersion)
		if len(bought.MinerNos) != 2 || bought.PayAmount != amount("210") || bought.CoolingEndAt == nil || bought.PayAddress != nil {
			t.Errorf("bought %+v", bought)
		}
		started := get[StatusOut](api, buyer, "/api/miner/startNow", "minerNo", bought.MinerNos[0])
		cancelled := get[StatusOut](api, buyer, "/api/miner/cancel", "minerNo", bought.MinerNos[1])
		if started.Status != StatusRunning || cancelled.Status != StatusNotRunning || cancelled.Phase != "cancelled" {
			t.Errorf("started %+v, cancelled %+v", started, cancelled)
		}
		w.pass(3*day, time.Hour)

		mine := get[MachineList](api, buyer, "/api/miner/findMyList", "status", "running")
		if len(mine.List.List) != 1 || !mine.ServerTime.Equal(c.Now()) {
			t.Fatalf("my running machines: %+v", mine)
		}
		row := mine.List.List[0]
		// Noon to noon three times: two hours' ends of interest have come, and three days' ends.
		if row.MinerNo != bought.MinerNos[0] || row.InterestPaid != amount("0.04") || row.InterestRest != amount("1.76") || row.ETLDPaid != amount("2") || row.Cause != CoolingWaived || len(row.Actions) != 0 {
			t.Errorf("my machine: %+v", row)
		}
		if everything := get[MachineList](api, buyer, "/api/miner/findMyList"); len(everything.List.List) != 2 {
			t.Errorf("all my machines: %+v", everything)
		}
		st := get[Statistics](api, buyer, "/api/miner/minerStatistics")
		if st.Running != 1 || st.Power != 1 || *st.NetworkPower != 1 || *st.Rate != amount("0.8") || st.TotalInterest != amount("0.04") || st.TotalETLD != amount("2") ||
			st.LockedPrincipal != amount("100") || len(st.Calendar) != 7 || st.TodayInterest != 0 || st.TodayETLD != amount("0.8") || st.Calendar[5].Interest != amount("0.02") {
			t.Errorf("statistics: %+v", st)
		}
		income := get[httpapi.List[payrun.IncomeRow]](api, buyer, "/api/miner/income", "id", row.MinerNo, "size", "3")
		more := get[httpapi.List[payrun.IncomeRow]](api, buyer, "/api/miner/income", "id", row.MinerNo, "size", "3", "cursor", income.NextCursor)
		log := slices.Concat(income.List, more.List)
		if len(log) != 5 || more.HasMore || log[0].Kind != "output" || log[1].Kind != "interest" || log[1].Interest.K != 2 || log[4].Output.Seconds != 43200 {
			t.Errorf("income: %+v", log)
		}
		entries := make(map[string]bool)
		for _, line := range log {
			if line.TxNo == nil || entries[*line.TxNo] {
				t.Errorf("line %+v has no entry of its own", line)
				continue
			}
			entries[*line.TxNo] = true
		}
		history := get[MachineDetail](api, buyer, "/api/miner/myDetail", "id", row.MinerNo)
		if len(history.History) != 2 || history.History[0].Phase != "cooling" || history.History[1].Cause != CoolingWaived || history.History[1].Actor != "user" {
			t.Errorf("history: %+v", history.History)
		}
		// Nobody invited the buyer.
		if history.Unallocated != amount("1.5") {
			t.Errorf("unallocated is %s", history.Unallocated)
		}
		after := get[ProductDetail](api, buyer, "/api/miner/detail", "id", detail.ID)
		if after.EstETLDPerDay == nil || *after.EstETLDPerDay != amount("0.8") || *after.EstETLDTotal != amount("45") || *after.BreakEvenPrice != amount("0.0712") || after.Owned != 1 {
			t.Errorf("the detail with a rate: %+v", after)
		}
		for _, path := range []string{"/api/miner/myDetail", "/api/miner/income"} {
			if got := api.call(other, path, "id", row.MinerNo); got.Code != 1005 {
				t.Errorf("%s of another's machine: %+v", path, got)
			}
		}
		w.check()
	})
}

func TestCallsRefuse(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		api := newCaller(t, w)
		buyer, other := w.User(1, "500 USDT"), w.User(2)
		mine := w.running(buyer, "small")
		small := []string{"productId", productID("small"), "quantity", "1", "payType", "balance", "termsVersion", w.version("small")}
		with := func(pairs ...string) []string { return slices.Concat(small, pairs) }
		for _, c := range []struct {
			name, user, path string
			pairs            []string
			code             int
		}{
			{"no quantity", buyer, "/api/miner/purchaseMiner", with("quantity", ""), 1003},
			{"quantity 0", buyer, "/api/miner/purchaseMiner", with("quantity", "0"), 1002},
			{"quantity 11", buyer, "/api/miner/purchaseMiner", with("quantity", "11"), 1002},
			{"quantity 1.5", buyer, "/api/miner/purchaseMiner", with("quantity", "1.5"), 1002},
			{"another way to pay", buyer, "/api/miner/purchaseMiner", with("payType", "gold"), 1002},
			{"no terms", buyer, "/api/miner/purchaseMiner", with("termsVersion", ""), 1002},
			{"old terms", buyer, "/api/miner/purchaseMiner", with("termsVersion", "old"), 1504},
			{"no such product", buyer, "/api/miner/purchaseMiner", with("productId", "nothing"), 1005},
			{"a bad request id", buyer, "/api/miner/purchaseMiner", with("requestId", "short"), 1002},
			{"no money", other, "/api/miner/purchaseMiner", small, 1201},
			{"over the limit", buyer, "/api/miner/purchaseMiner", with("quantity", "10"), 1502},
			{"an unknown filter", buyer, "/api/miner/findMyList", []string{"status", "broken"}, 1002},
			{"an unknown size", buyer, "/api/miner/all", []string{"machineSize", "huge"}, 1002},
			{"a foreign cursor", buyer, "/api/miner/findMyList", []string{"cursor", "AAAA"}, 1002},
			{"another's machine started", other, "/api/miner/startNow", []string{"minerNo", mine.ID}, 1005},
			{"a running machine started", buyer, "/api/miner/startNow", []string{"minerNo", mine.ID}, 1506},
			{"a running machine cancelled", buyer, "/api/miner/cancel", []string{"minerNo", mine.ID}, 1505},
			{"a running machine left", buyer, "/api/miner/exit", []string{"minerNo", mine.ID}, 1506},
			{"no machine", buyer, "/api/miner/exit", nil, 1002},
			{"an unknown product's detail", buyer, "/api/miner/detail", []string{"id", "nothing"}, 1005},
		} {
			if got := api.call(c.user, c.path, c.pairs...); got.Code != c.code {
				t.Errorf("%s: code %d, want %d", c.name, got.Code, c.code)
			}
		}
		w.expect("nothing was taken", w.Balance(ledger.AvailableOf(buyer, money.USDT)), amount("395"))
		// The same request twice buys once.
		for range 2 {
			get[PurchaseOut](api, buyer, "/api/miner/purchaseMiner", with("requestId", "one-and-the-same-id")...)
		}
		w.expect("bought once", w.Balance(ledger.AvailableOf(buyer, money.USDT)), amount("290"))
		w.check()
	})
}

// A credit that ends between the offer and the purchase: the sum that was shown
// is no longer the sum, and nothing is bought until the buyer agrees to it.
func TestPurchaseOfAnotherSumThanShownIsRefused(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		api := newCaller(t, w)
		buyer := w.User(1, "2000 USDT")
		w.Update(func(tx *sqldb.Tx) error {
			w.machines.store.putCredits(tx, buyer, nil, []offer.Credit{{ID: "earlierMachine", UserID: buyer, Amount: amount("300"), Rest: amount("300"), CreatedAt: tx.Now(), ExpiresAt: tx.Now().Add(day)}})
			return nil
		})
		shown := get[ProductDetail](api, buyer, "/api/miner/detail", "id", productID("medium"))
		buy := func(payType checkout.PayType, sum string) []string {
			return []string{"productId", shown.ID, "quantity", "1", "payType", string(payType), "termsVersion", shown.TermsVersion, "payAmount", sum}
		}
		if got := shown.Quotes[0].PayAmount; got != amount("1038") {
			t.Errorf("shown %s", got)
		}
		c.Advance(day)
		for _, payType := range []checkout.PayType{checkout.PayBalance, checkout.PayChain} {
			got := api.call(buyer, "/api/miner/purchaseMiner", buy(payType, "1038")...)
			if got.Code != 1504 || string(got.Data) != `{"payAmount":"1050","serviceFee":"50"}` {
				t.Errorf("%s: %d %s", payType, got.Code, got.Data)
			}
		}
		w.expect("nothing was taken", w.Balance(ledger.AvailableOf(buyer, money.USDT)), amount("2000"))
		w.expect("nothing was reserved", w.Balance(interestReserved), 0)
		if got := get[MachineList](api, buyer, "/api/miner/findMyList"); len(got.List.List) != 0 {
			t.Errorf("there are %+v", got.List.List)
		}
		for _, sum := range []string{"0.00000001", "1049.99999999", "1050.00000001"} {
			if got := api.call(buyer, "/api/miner/purchaseMiner", buy(checkout.PayBalance, sum)...); got.Code != 1504 {
				t.Errorf("%s: code %d", sum, got.Code)
			}
		}
		if got := api.call(buyer, "/api/miner/purchaseMiner", buy(checkout.PayBalance, "much")...); got.Code != 1002 {
			t.Errorf("no sum at all: code %d", got.Code)
		}
		if got := get[PurchaseOut](api, buyer, "/api/miner/purchaseMiner", buy(checkout.PayBalance, "1050")...); got.PayAmount != amount("1050") {
			t.Errorf("bought %+v", got)
		}
		w.expect("paid what was agreed", w.Balance(ledger.AvailableOf(buyer, money.USDT)), amount("950"))
		w.check()
	})
}

func TestPurchaseOnChainAnswersWithThePayment(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		api := newCaller(t, w)
		buyer := w.User(1)
		out := get[PurchaseOut](api, buyer, "/api/miner/purchaseMiner", "productId", productID("small"), "quantity", "1", "payType", "chain", "termsVersion", w.version("small"))
		if out.PayAddress == nil || *out.Amount != amount("105") || out.CoolingEndAt != nil || !out.ExpireAt.Equal(c.Now().Add(30*time.Minute)) {
			t.Errorf("%+v", out)
		}
		rows := get[MachineList](api, buyer, "/api/miner/findMyList", "status", "to_be_confirmed")
		if len(rows.List.List) != 1 || rows.List.List[0].Phase != "payment" || rows.List.List[0].IntentNo != *out.IntentNo || strings.Join(rows.List.List[0].Actions, ",") != actCancel {
			t.Errorf("%+v", rows)
		}
		if got := get[StatusOut](api, buyer, "/api/miner/cancel", "minerNo", out.MinerNos[0]); got.Status != StatusNotRunning {
			t.Errorf("%+v", got)
		}
		w.expect("released", w.Balance(interestReserved), money.Amount(0))
	})
}

// Two machines of one order mature at one instant, at which another machine's
// interest takes effect too: each row names the entry that holds it.
func TestIncomeNamesItsOwnEntry(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		offers := offer.Catalogue()
		offers[0].Product.TermDays = 2
		w := newWorld(t, db, c, offers...)
		api := newCaller(t, w)
		buyer := w.User(1, "2000 USDT")
		w.Clock.Advance(c.Now().Truncate(time.Hour).Add(time.Hour + 30*time.Minute).Sub(c.Now()))
		long := w.running(buyer, "medium")
		w.Clock.Advance(30 * time.Minute)
		order := w.orderOf(buyer, "small", 2)
		order.StartNow = true
		machines := append(w.buy(order).Machines, long)
		w.pass(3*day, time.Hour)
		refs := make(map[string]string)
		w.View(func(tx *sqldb.Tx) error {
			return tx.Query(func(row *sqldb.Row) error {
				var entryID, refType, refID string
				err := row.Scan(&entryID, &refType, &refID)
				refs[entryID] = refType + " " + refID
				return err
			}, `SELECT entry_id, ref_type, ref_id FROM ledger_transfer`)
		})
		own := 0
		for _, m := range machines {
			for _, r := range get[httpapi.List[payrun.IncomeRow]](api, buyer, "/api/miner/income", "id", m.ID, "size", "50").List {
				want := string(ledger.RefOutput) + " " + r.Day
				switch {
				case r.Kind == payrun.IncomePrincipal, r.Kind == payrun.IncomeInterest && r.Interest.K == r.Interest.TermDays:
					want = string(ledger.RefMachine) + " " + m.ID
					own++
				case r.Kind == payrun.IncomeInterest:
					want = string(ledger.RefInterest) + " " + payrun.HourReference(r.At)
				}
				if r.TxNo == nil || refs[*r.TxNo] != want {
					t.Errorf("machine %s, %s of %s at %s: entry %v, want that for %s", m.ID, r.Kind, r.Day, r.At, r.TxNo, want)
				}
			}
		}
		if own != 4 {
			t.Errorf("%d rows have an entry of the machine's own, want 4", own)
		}
	})
}
