package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The checked-in documents are those the handlers give; make generate renews them.
func TestOpenAPIDocumentIsCurrent(t *testing.T) {
	t.Parallel()
	for which, file := range map[Document]string{PublicCalls: "openapi.json", OperatorCalls: "operator.json"} {
		stored, err := os.ReadFile("../../api/" + file)
		if err != nil {
			t.Fatal(err)
		}
		made, err := OpenAPI(context.Background(), which)
		if err != nil {
			t.Fatal(err)
		}
		for _, flaw := range schemasOf(t, made, isNullableArray) {
			t.Errorf("%s: %s may be null", file, flaw)
		}
		numbers := schemasOf(t, made, isNumber)
		numbers = slices.DeleteFunc(numbers, func(place string) bool {
			return slices.ContainsFunc(pricesAsNumbers, func(path string) bool { return strings.HasPrefix(place, "/paths/"+path+"/post/responses/") })
		})
		for _, flaw := range numbers {
			t.Errorf("%s: %s is a number with a fraction; amounts are texts", file, flaw)
		}
		if !bytes.Equal(bytes.TrimSpace(stored), bytes.TrimSpace(made)) {
			t.Errorf("api/%s is not what the handlers give; run make generate", file)
		}
	}
	if _, err := OpenAPI(context.Background(), "other"); !errors.Is(err, ErrNoDocument) {
		t.Errorf("a document that does not exist: %v", err)
	}
}

// pricesAsNumbers are the calls that the contract of the product has answer with a
// number. They are for display; nothing is computed from them.
var pricesAsNumbers = []string{"/api/main/getETHPrice", "/api/main/getETLDPrice"}

// isNullableArray: every list is sent, be it empty, and clients need no case for
// its absence.
func isNullableArray(kinds []string) bool {
	return slices.Contains(kinds, "array") && slices.Contains(kinds, "null")
}

// isNumber: a number that may have a fraction is read as a float by most clients.
func isNumber(kinds []string) bool { return slices.Contains(kinds, "number") }

// schemasOf finds the places of a document whose schemas are of a sort.
func schemasOf(t *testing.T, document []byte, isOfSort func(kinds []string) bool) (places []string) {
	t.Helper()
	var whole any
	if err := json.Unmarshal(document, &whole); err != nil {
		t.Fatal(err)
	}
	var walk func(node any, place string)
	walk = func(node any, place string) {
		switch n := node.(type) {
		case []any:
			for i, child := range n {
				walk(child, place+"/"+strconv.Itoa(i))
			}
		case map[string]any:
			if isOfSort(kindsOf(n)) {
				places = append(places, place)
			}
			for key, child := range n {
				walk(child, place+"/"+key)
			}
		}
	}
	walk(whole, "")
	slices.Sort(places)
	return places
}

// kindsOf is the JSON types that a schema allows, its alternatives' included.
func kindsOf(schema map[string]any) (kinds []string) {
	switch t := schema["type"].(type) {
	case string:
		kinds = append(kinds, t)
	case []any:
		for _, one := range t {
			if text, ok := one.(string); ok {
				kinds = append(kinds, text)
			}
		}
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		alternatives, _ := schema[key].([]any)
		for _, one := range alternatives {
			if inner, ok := one.(map[string]any); ok {
				kinds = append(kinds, kindsOf(inner)...)
			}
		}
	}
	return kinds
}

func TestFlawsOfADocumentAreFound(t *testing.T) {
	t.Parallel()
	document := []byte(`{"a":{"type":["array","null"]},"b":{"type":"array","items":{"type":["string","null"]}},
		"c":[{"anyOf":[{"type":"array"},{"type":"null"}]}],"d":{"properties":{"type":{"type":"string"}}},
		"e":{"type":["null","number"]},"f":{"items":{"type":"number"}},"g":{"type":"integer"}}`)
	if got, want := schemasOf(t, document, isNullableArray), []string{"/a", "/c/0"}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	if got, want := schemasOf(t, document, isNumber), []string{"/e", "/f/items"}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}
