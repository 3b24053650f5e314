package app

import (
	"context"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// beyondContract are the calls that the product's contract does not list.
var beyondContract = []string{"/api/main/priceHistory", "/api/pay/claimSuspense"}

// docs/api.md describes the calls beyond the contract with the parameters they
// have, and names no call that does not exist.
func TestCallsBeyondTheContractAreDescribed(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	made, err := OpenAPI(context.Background(), PublicCalls)
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]struct {
			Post struct{ Parameters []struct{ Name string } }
		}
	}
	if err := json.Unmarshal(made, &document); err != nil {
		t.Fatal(err)
	}
	sections := sectionsOf(string(text))
	for _, path := range beyondContract {
		var want []string
		for _, p := range document.Paths[path].Post.Parameters {
			want = append(want, p.Name)
		}
		if len(want) == 0 {
			t.Errorf("%s is no call, or has no parameters", path)
		}
		if got := rowsOf(sections[path]); !slices.Equal(got, want) {
			t.Errorf("docs/api.md gives %s the parameters %v, it has %v", path, got, want)
		}
	}
	for _, path := range regexp.MustCompile("/api/[A-Za-z]+/[A-Za-z]+").FindAllString(string(text), -1) {
		if _, exists := document.Paths[path]; !exists {
			t.Errorf("docs/api.md speaks of %s, which is no call", path)
		}
	}
	if got := rowsOf("| Parameter | |\n|---|---|\n| `a` | x |\n| `b` | y |\n"); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("a table reads as %v", got)
	}
}

// sectionsOf cuts a document at its headings of the second level.
func sectionsOf(text string) map[string]string {
	sections := make(map[string]string)
	for section := range strings.SplitSeq(text, "\n## ") {
		title, rest, _ := strings.Cut(section, "\n")
		sections[strings.TrimSpace(title)] = rest
	}
	return sections
}

// rowsOf are the first columns of a table of parameters.
func rowsOf(section string) (names []string) {
	_, table, _ := strings.Cut(section, "| Parameter |")
	for _, match := range regexp.MustCompile("(?m)^\\| `([A-Za-z]+)` \\|").FindAllStringSubmatch(table, -1) {
		names = append(names, match[1])
	}
	return names
}
