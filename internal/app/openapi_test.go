package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strconv"
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
		for _, flaw := range nullableArrays(t, made) {
			t.Errorf("%s: %s", file, flaw)
		}
		if !bytes.Equal(bytes.TrimSpace(stored), bytes.TrimSpace(made)) {
			t.Errorf("api/%s is not what the handlers give; run make generate", file)
		}
	}
	if _, err := OpenAPI(context.Background(), "other"); !errors.Is(err, ErrNoDocument) {
		t.Errorf("a document that does not exist: %v", err)
	}
}

// nullableArrays finds the places where a document allows null for a list: every
// list is sent, be it empty, and clients need no case for its absence.
func nullableArrays(t *testing.T, document []byte) (places []string) {
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
			if kinds := kindsOf(n); slices.Contains(kinds, "array") && slices.Contains(kinds, "null") {
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

func TestNullableArraysAreFound(t *testing.T) {
	t.Parallel()
	got := nullableArrays(t, []byte(`{"a":{"type":["array","null"]},"b":{"type":"array","items":{"type":["string","null"]}},
		"c":[{"anyOf":[{"type":"array"},{"type":"null"}]}],"d":{"properties":{"type":{"type":"string"}}}}`))
	if want := []string{"/a", "/c/0"}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}
