package payment_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/payment"
	"etld/internal/infra/chain"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
)

// A person's data has every payment and every transfer once, the newest first, where
// they fill several pages and most are of one moment.
func TestPeopleExportMoreThanAPageOfPayments(t *testing.T) {
	const atOnce, later = httpapi.PageSizeMax*2 + 7, 5
	onEach(t, func(t *testing.T, w *world) {
		var intents, transfers []string
		open := func(user, ref string) payment.Intent {
			i := w.mustOpen(user, ref, money.Units(3))
			if err := w.cancel(i.No); err != nil {
				t.Fatal(err)
			}
			return i
		}
		var block []chain.Transfer
		for n := range atOnce {
			intents = append(intents, open("ann", fmt.Sprint("at once ", n)).No)
			one := w.line.pay(ann, money.Units(2))
			block, transfers = append(block, one), append(transfers, one.Tx.Hex())
		}
		w.line.land(append(block, w.line.pay(bob, money.Units(2)))...)
		w.work()
		of := open("bob", "somebody else's")
		for n := range later {
			w.Clock.Advance(time.Minute)
			intents = append(intents, open("ann", fmt.Sprint("later ", n)).No)
			one := w.line.pay(ann, money.Units(2))
			transfers = append(transfers, one.Tx.Hex())
			w.line.land(one)
			w.work()
		}
		c := apitest.New(t, w.DB)
		w.service.Register(c.API)
		httpapi.Export(c.API, httpapi.Op{Path: "/api/test/export", Tag: "test"})
		type exported struct {
			Parts struct {
				Payments  []payment.IntentRow
				Transfers []payment.Receipt
			}
		}
		got := apitest.Data[exported](t, c.Call("/api/test/export", "ann")).Parts
		var numbers, hashes []string
		for _, i := range got.Payments {
			numbers = append(numbers, i.IntentNo)
		}
		for _, one := range got.Transfers {
			hashes = append(hashes, one.TxHash)
		}
		// What came later stands first, and what is of one moment in any order.
		for what, lists := range map[string][2][]string{"payments": {numbers, intents}, "transfers": {hashes, transfers}} {
			got, want := lists[0], slices.Clone(lists[1])
			slices.Reverse(want)
			if len(got) != len(want) || !slices.Equal(got[:later], want[:later]) {
				t.Fatalf("%d %s, want %d; the newest are %v, want %v", len(got), what, len(want), got[:min(later, len(got))], want[:later])
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("the %s are %v, want %v", what, got, want)
			}
		}
		others := apitest.Data[exported](t, c.Call("/api/test/export", "bob")).Parts
		if len(others.Payments) != 1 || others.Payments[0].IntentNo != of.No || len(others.Transfers) != 1 {
			t.Errorf("bob's: %+v", others)
		}
	})
}

// meanwhile does something when sessions are asked the n-th time: an export asks
// before each of its pages.
type meanwhile struct {
	tokens
	asked, n int
	do       func()
}

func (m *meanwhile) Find(tx sqldb.Command, tokenHash string) (httpapi.Session, error) {
	if m.asked++; m.asked == m.n {
		m.do()
	}
	return m.tokens.Find(tx, tokenHash)
}

// What is credited while its person's data is read is not left out: a transfer keeps
// its place in the list.
func TestATransferThatIsCreditedBetweenTwoPagesIsExported(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		var block []chain.Transfer
		for range httpapi.PageSizeMax + 5 {
			block = append(block, w.line.pay(ann, money.Units(2)))
		}
		w.line.land(block...)
		w.work()
		w.Clock.Advance(time.Minute)
		w.mustOpen("ann", "a purchase", money.Units(100))
		half := w.line.pay(ann, money.Units(50))
		w.line.land(half)
		w.work()
		// The caller, the page of payments, and the first of transfers come before.
		sessions := &meanwhile{tokens: tokens{"ann": httpapi.HashToken("ann")}, n: 4, do: func() {
			w.Clock.Advance(time.Minute)
			w.line.land(w.line.pay(ann, money.Units(50)))
			w.work()
		}}
		c := apitest.NewWith(t, w.DB, httpapi.Config{Sessions: sessions})
		w.service.Register(c.API)
		httpapi.Export(c.API, httpapi.Op{Path: "/api/test/export", Tag: "test"})
		got := apitest.Data[struct {
			Parts struct{ Transfers []payment.Receipt }
		}](t, c.Call("/api/test/export", "ann")).Parts.Transfers
		if i := slices.IndexFunc(got, func(r payment.Receipt) bool { return r.TxHash == half.Tx.Hex() }); i < 0 || len(got) != len(block)+1 || sessions.asked != sessions.n {
			t.Errorf("%d transfers, want %d; the one that was credited meanwhile stands at %d; %d pages", len(got), len(block)+1, i, sessions.asked)
		}
	})
}
