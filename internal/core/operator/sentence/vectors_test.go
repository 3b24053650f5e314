package sentence

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// vector is a proposal with its sentences, which another program makes as well.
type vector struct {
	Kind    string `json:"kind"`
	Subject string `json:"subject"`
	Payload string `json:"payload"`
	Chinese string `json:"zhtw"`
	English string `json:"en"`
	Russian string `json:"ru"`
}

// The shared file has every kind, and its sentences are ours to the letter. The page of the
// second look makes the same ones from the same file.
func TestSentencesAreTheVectors(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../../../test/vectors/sentences.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Host      string   `json:"host"`
		Proposals []vector `json:"proposals"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	for _, v := range file.Proposals {
		for language, want := range map[string]string{"zhtw": v.Chinese, English: v.English, "ru": v.Russian} {
			if got := Of(language, v.Kind, v.Subject, []byte(v.Payload)); got != want {
				t.Errorf("%s in %s:\n%s\n%s", v.Kind, language, got, want)
			}
		}
	}
	for _, kind := range kinds(t) {
		if !slices.ContainsFunc(file.Proposals, func(v vector) bool { return v.Kind == kind }) {
			t.Errorf("no vector has the kind %s", kind)
		}
	}
}
