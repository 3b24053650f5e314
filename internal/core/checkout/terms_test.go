package checkout

import "testing"

// Versions are kept with what was bought, so the digest of some terms never changes.
func TestVersionOfTerms(t *testing.T) {
	t.Parallel()
	type terms struct {
		ID    string `json:"id"`
		Price int64  `json:"price"`
	}
	// printf '{"id":"node","price":500}' | sha256sum
	const want = "660447ce120501ae"
	if got := VersionOf(terms{"node", 500}); got != want || len(got) != VersionLength {
		t.Errorf("%s, want %s", got, want)
	}
	if VersionOf(terms{"node", 501}) == want {
		t.Error("other terms have the same version")
	}
}
