package app

import (
	"testing"

	"etld/internal/core/operator/sentence"
)

// TestEveryParameterHasAName holds that operators read people's words for each parameter in
// each language.
func TestEveryParameterHasAName(t *testing.T) {
	t.Parallel()
	set, err := parameters()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range set.Definitions() {
		for _, language := range sentence.Languages() {
			if sentence.Param(language, d.Name) == d.Name {
				t.Errorf("%s has no words in %s", d.Name, language)
			}
		}
	}
}
