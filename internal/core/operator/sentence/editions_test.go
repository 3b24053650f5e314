package sentence

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// signed is a proposal with the sentence that wallets signed of it in an edition.
type signed struct {
	Kind     string `json:"kind"`
	Subject  string `json:"subject"`
	Payload  string `json:"payload"`
	Sentence string `json:"sentence"`
}

func vectorsOf(t *testing.T, edition int) (list []signed) {
	t.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("testdata/editions/%d.json", edition))
	if err == nil {
		err = json.Unmarshal(raw, &list)
	}
	if err != nil {
		t.Fatalf("the vectors of edition %d: %v", edition, err)
	}
	return list
}

// What was signed in an edition is said in it to the letter for ever, and the words of now
// are the newest one's: other words are another edition.
func TestAnEditionStaysAsItWasSigned(t *testing.T) {
	t.Parallel()
	for i, words := range editions {
		for _, v := range vectorsOf(t, i+1) {
			if got := of(words, v.Kind, v.Subject, []byte(v.Payload)); got != v.Sentence {
				t.Errorf("edition %d says another sentence than was signed:\n%s\n%s", i+1, got, v.Sentence)
			}
			if !slices.Contains(Signed(v.Kind, v.Subject, []byte(v.Payload)), v.Sentence) {
				t.Errorf("what was signed in edition %d is not known: %s", i+1, v.Sentence)
			}
		}
	}
	now := maps.Clone(catalogues[English])
	maps.DeleteFunc(now, func(key, _ string) bool { return strings.HasPrefix(key, "diff.") || strings.HasPrefix(key, "said.") })
	if newest := editions[len(editions)-1]; !maps.Equal(now, newest) {
		t.Errorf("the English words of sentences are not those of edition %d. Where a release had it, the new words are editions/%d.json with vectors of its own",
			len(editions), len(editions)+1)
	}
}

// Every word of an edition and every kind stands in one of its vectors: whoever changes it
// meets them.
func TestTheVectorsHoldEveryWordOfAnEdition(t *testing.T) {
	t.Parallel()
	for i, words := range editions {
		vectors := vectorsOf(t, i+1)
		for key, text := range words {
			other := maps.Clone(words)
			other[key] = text + "~"
			begins := text[:max(0, strings.IndexAny(text+"{", "{…"))]
			if !slices.ContainsFunc(vectors, func(v signed) bool {
				return strings.Contains(v.Sentence, begins) && of(other, v.Kind, v.Subject, []byte(v.Payload)) != v.Sentence
			}) {
				t.Errorf("no vector of edition %d has %s", i+1, key)
			}
		}
	}
	newest := vectorsOf(t, len(editions))
	for _, kind := range kinds(t) {
		if !slices.ContainsFunc(newest, func(v signed) bool { return v.Kind == kind }) {
			t.Errorf("no vector of edition %d is of the kind %s", len(editions), kind)
		}
	}
}

// A sentence that was reworded is known in its former words too, and no other is.
func TestFormerWordsOfAProposalAreKnown(t *testing.T) {
	former := maps.Clone(editions[0])
	former["kind.bid_cancel"], former["value.interest"] = "Withdraw the bid {bidNo}", "the pool of interest"
	was := editions
	editions = append([]map[string]string{former}, editions...)
	defer func() { editions = was }()
	for payload, want := range map[string][]string{
		`{"bidNo":"b1"}`:                   {"Cancel the bid b1.", "Withdraw the bid b1."},
		`{"bidNo":"b1","pool":"interest"}`: {"Cancel the bid b1: pool the interest pool.", "Withdraw the bid b1: pool the pool of interest."},
		`{"bidNo":"b2"}`:                   {"Cancel the bid b2 (b1).", "Withdraw the bid b2 (b1)."},
	} {
		if got := Signed("bid_cancel", "b1", []byte(payload)); !slices.Equal(got, want) {
			t.Errorf("%s may have been signed as %q, want %q", payload, got, want)
		}
	}
	if got := Signed("bid_place", "b1", []byte(`{}`)); len(got) != 1 {
		t.Errorf("what was never reworded may have been signed as %q", got)
	}
}
