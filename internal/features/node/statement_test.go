package node

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The recipe of a statement's hash is told with an example, from which anybody can
// write a verifier: here by its own few lines, on the text as it stands on the page.
func TestTheHashOfAStatementByItsRecipe(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile("(?s)```\n({\"format\":\"etld dividend 1\".*?)\n```\n\nIts hash is `([0-9a-f]{64})`").FindStringSubmatch(string(page))
	if found == nil {
		t.Fatal("the page has no example")
	}
	text, hash := found[1], found[2]
	if sum := sha256.Sum256([]byte(text)); hex.EncodeToString(sum[:]) != hash {
		t.Errorf("the text's hash is %x, the page says %s", sum, hash)
	}
	var s Statement
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	s.Hash = hash
	if err := s.Verify(); err != nil {
		t.Error(err)
	}
	for _, number := range []string{"N000001", "N000002", "N000003"} {
		if sum := sha256.Sum256([]byte("etld node " + number)); !strings.Contains(text, hex.EncodeToString(sum[:])) {
			t.Errorf("node %s has no row", number)
		}
	}
}
