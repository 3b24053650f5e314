package app

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"etld/internal/core/operator"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/chain/signer"
)

// beyondContract are the calls that the product's contract does not list.
var beyondContract = []string{"/api/game/confirmAge", "/api/game/confirmReality", "/api/main/priceHistory", "/api/miner/calendar", "/api/miner/calendarLink",
	"/api/miner/endCalendarLink", "/api/miner/makeCalendarLink", "/api/miner/recentIncome", "/api/miner/statement", "/api/node/startNow", "/api/open/heads",
	"/api/pay/claimSuspense", "/api/user/eraseData", "/api/user/erasure", "/api/user/exportData", "/api/userAccount/underWay"}

// settingsOfNotices are described together, in words.
var settingsOfNotices = []string{"/api/user/noticeSettings", "/api/user/setNoticeSettings"}

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
			Post struct{ Parameters []struct{ Name, In string } }
		}
	}
	if err := json.Unmarshal(made, &document); err != nil {
		t.Fatal(err)
	}
	sections := sectionsOf(string(text))
	for _, path := range beyondContract {
		var want []string
		for _, p := range document.Paths[path].Post.Parameters {
			if p.In == "query" {
				want = append(want, p.Name)
			}
		}
		if _, exists := document.Paths[path]; !exists || sections[path] == "" {
			t.Errorf("%s is no call, or has no section", path)
		}
		if got := rowsOf(sections[path]); !slices.Equal(got, want) {
			t.Errorf("docs/api.md gives %s the parameters %v, it has %v", path, got, want)
		}
	}
	for _, path := range settingsOfNotices {
		if _, exists := document.Paths[path]; !exists || sections[strings.Join(settingsOfNotices, " and ")] == "" {
			t.Errorf("%s is no call, or has no section", path)
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

// docs/operations describes every call of operators, and its table of calls names
// none that does not exist.
func TestOperatorsCallsAreDescribed(t *testing.T) {
	t.Parallel()
	made, err := OpenAPI(context.Background(), OperatorCalls)
	if err != nil {
		t.Fatal(err)
	}
	var document struct{ Paths map[string]any }
	if err := json.Unmarshal(made, &document); err != nil {
		t.Fatal(err)
	}
	calls := make(map[string]bool)
	for path := range document.Paths {
		calls[strings.TrimPrefix(path, operator.PathPrefix)] = true
	}
	pages, err := filepath.Glob("../../docs/operations/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	described := make(map[string]bool)
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range regexp.MustCompile("`([A-Za-z]+(?:/[A-Za-z]+)?)`").FindAllStringSubmatch(string(text), -1) {
			described[name[1]] = true
		}
		for _, name := range firstColumn(sectionsOf(string(text))["Calls"]) {
			if !calls[name] {
				t.Errorf("%s speaks of %s, which is no call", page, name)
			}
		}
	}
	for call := range calls {
		if !described[call] {
			t.Errorf("%s is not described", call)
		}
	}
	if got := firstColumn("| Path | Body |\n|---|---|\n| `a/b`, `c` | `d` |\n| `e/…` | - |\n"); !slices.Equal(got, []string{"a/b", "c"}) {
		t.Errorf("a table reads as %v", got)
	}
}

// firstColumn is what a table's first column names in code.
func firstColumn(text string) (names []string) {
	for line := range strings.Lines(text) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 {
			continue
		}
		for _, match := range regexp.MustCompile("`([A-Za-z/]+)`").FindAllStringSubmatch(cells[1], -1) {
			names = append(names, match[1])
		}
	}
	return names
}

// The table of roles names for each role what it does alone, proposes, approves and
// reads, as the calls themselves say it.
func TestTheTableOfRolesIsTrue(t *testing.T) {
	t.Parallel()
	made, err := OpenAPI(context.Background(), OperatorCalls)
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]struct {
			Post struct {
				Roles     []string `json:"x-roles"`
				Checkers  []string `json:"x-checkers"`
				Kind      string   `json:"x-kind"`
				IsAudited bool     `json:"x-audited"`
			}
		}
	}
	if err := json.Unmarshal(made, &document); err != nil {
		t.Fatal(err)
	}
	const alone, proposes, approves, reads = 2, 3, 4, 5
	want := make(map[string]map[int][]string)
	note := func(role string, column int, call string) {
		if want[role] == nil {
			want[role] = make(map[int][]string)
		}
		want[role][column] = append(want[role][column], call)
	}
	for path, call := range document.Paths {
		name, column := strings.TrimPrefix(path, operator.PathPrefix), reads
		switch {
		case call.Post.Kind != "":
			column = proposes
		case call.Post.IsAudited:
			column = alone
		}
		for _, role := range call.Post.Roles {
			if role != string(operator.Auditor) {
				note(role, column, name)
			}
		}
		for _, role := range call.Post.Checkers {
			note(role, approves, name)
		}
	}
	text, err := os.ReadFile("../../docs/operations/operators.md")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile("`([A-Za-z_/]+)`")
	found := 0
	for line := range strings.Lines(sectionsOf(string(text))["Roles"]) {
		cells := strings.Split(line, "|")
		if len(cells) < 6 || !code.MatchString(cells[1]) {
			continue
		}
		found++
		role := code.FindStringSubmatch(cells[1])[1]
		for column := alone; column <= reads; column++ {
			var got []string
			for _, match := range code.FindAllStringSubmatch(cells[column], -1) {
				got = append(got, match[1])
			}
			slices.Sort(want[role][column])
			if !slices.Equal(got, want[role][column]) {
				t.Errorf("%s, column %d: the table has %v, the calls %v", role, column, got, want[role][column])
			}
		}
	}
	if found != len(want)+1 {
		t.Errorf("the table has %d roles, want %d and the auditor", found, len(want))
	}
}

// The policy that payouts.md shows is one that the signer takes, and it knows each currency
// that a server with a hot wallet offers.
func TestTheSamplePolicyPaysWhatIsOffered(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/operations/payouts.md")
	if err != nil {
		t.Fatal(err)
	}
	_, sample, _ := strings.Cut(string(text), "```json\n")
	sample, _, _ = strings.Cut(sample, "```")
	file := filepath.Join(t.TempDir(), "policy.json")
	if err := os.WriteFile(file, []byte(sample), 0o600); err != nil {
		t.Fatal(err)
	}
	policy, err := signer.LoadPolicy(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range terms.Offers() {
		for _, n := range policy.Networks {
			if n.Name == o.Network && !slices.ContainsFunc(n.Currencies, func(c signer.Currency) bool { return c.Name == o.Asset }) {
				t.Errorf("the sample pays no %s on %s", o.Asset, o.Network)
			}
		}
	}
	if len(policy.Networks) != 1 || policy.Networks[0].Name != networkName {
		t.Errorf("the sample is of other networks: %+v", policy.Networks)
	}
}
