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
