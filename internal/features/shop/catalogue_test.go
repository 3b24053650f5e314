package shop

import (
	"errors"
	"testing"

	"etld/internal/base/fault"
	"etld/internal/base/money"
)

// What is wrong or missing in several ways is refused for the first of them, each
// time the same.
func TestRefusalsOfAChangeHaveAnOrder(t *testing.T) {
	t.Parallel()
	price := money.Unit
	for range 20 {
		var refused fault.Fault
		if !errors.As((Wording{}).check("names", nameMax), &refused) || refused.Params["field"] != "names.zhtw" {
			t.Fatalf("without any text: %+v", refused)
		}
		if field := (goodsChange{Price: &price}).missing(); field != "category" {
			t.Fatalf("%s is named first", field)
		}
	}
}
