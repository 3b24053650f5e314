package app

import (
	"net/http"
	"testing"

	"etld/internal/core/operator"
	"etld/internal/features/shop"
	"etld/internal/infra/httpapi"
)

// A parcel is followed at the host of a listed carrier only, and two people list one.
func TestParcelsAreFollowedAtListedCarriers(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		_, buyer := p.invited(t)
		sender, checker := p.staff(t, operator.Fulfilment), p.staff(t, operator.FinanceChecker)
		orderNo := p.order(t, buyer, "seedPlate")
		ship := func(trackURL string) int {
			return sender.call("orders/ship", map[string]any{"orderNo": orderNo, "company": "Post", "number": "1", "trackUrl": trackURL}).Code
		}
		change := func(host string, isListed bool) reply {
			return sender.call("carriers/change", map[string]any{"payload": map[string]any{"host": host, "listed": isListed}, "reason": "a new carrier"})
		}
		if r := change("https://post.example", true); r.Code != 1002 {
			t.Errorf("what is no host: %+v", r)
		}
		if r := change("post.example", true); r.Code != operator.ErrNothing.Code {
			t.Errorf("listed twice: %+v", r)
		}
		proposed := change("parcels.example", true)
		if code := ship("https://parcels.example/1"); code != shop.ErrNoCarrier.Code {
			t.Errorf("before it is approved: %d", code)
		}
		if r := checker.approve(proposed); r.Code != http.StatusOK {
			t.Fatalf("approve: %+v", r)
		}
		if r := checker.approve(change("post.example", false)); r.Code != http.StatusOK {
			t.Fatalf("take off: %+v", r)
		}
		if list := dataOf[httpapi.List[shop.Carrier]](t, sender.call("carriers/list", map[string]any{})).List; len(list) != 1 || list[0].Host != "parcels.example" {
			t.Errorf("the list: %+v", list)
		}
		if code := ship("https://post.example/1"); code != shop.ErrNoCarrier.Code {
			t.Errorf("one that is off the list: %d", code)
		}
		if code := ship("https://parcels.example/1"); code != http.StatusOK {
			t.Errorf("a listed one: %d", code)
		}
	})
}
