package schemas

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

type colour string

// Values lists the colours.
func (colour) Values() []string { return []string{"red", "green"} }

type Paint struct {
	Litres int `json:"litres"`
}

type Order struct {
	Kind    string          `json:"kind"`
	Payload json.RawMessage `json:"payload"`
	One     colour          `json:"one"`
	Many    []colour        `json:"many"`
	Tagged  colour          `json:"tagged" enum:"red"`
	Perhaps *colour         `json:"perhaps"`
	Missing colour          `json:"missing" optional:"true"`
	Left    *Paint          `json:"left"`
	Free    string          `json:"free"`
}

// The document lists what a closed type can be, says where null is sent, and has a
// payload for each kind.
func TestWhatTypesSayBesides(t *testing.T) {
	t.Parallel()
	registry := huma.NewMapRegistry(Prefix, huma.DefaultSchemaNamer)
	registry.Schema(reflect.TypeFor[Order](), true, "")
	Union(registry, "Order", map[string]reflect.Type{"paint": reflect.TypeFor[Paint](), "blank": reflect.TypeFor[Paint]()})
	TellSets(registry)
	TellNulls(registry)
	order := registry.Map()["Order"]
	for field, want := range map[string][]any{"kind": {"blank", "paint"}, "one": {"red", "green"}, "tagged": {"red"}, "perhaps": {"red", "green"},
		"missing": {"", "red", "green"}, "free": nil} {
		if got := order.Properties[field].Enum; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", field, got, want)
		}
	}
	if got := order.Properties["many"].Items.Enum; !reflect.DeepEqual(got, []any{"red", "green"}) {
		t.Errorf("many: %v", got)
	}
	if !order.Properties["perhaps"].Nullable || order.Properties["one"].Nullable || len(order.Properties["left"].AnyOf) != 2 {
		t.Errorf("nulls: %+v", order.Properties)
	}
	if len(order.OneOf) != 2 || order.OneOf[1].Properties["kind"].Enum[0] != "paint" || order.OneOf[1].Properties["payload"].Ref != Prefix+"Paint" {
		t.Errorf("the union is %+v", order.OneOf)
	}
}
