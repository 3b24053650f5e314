package vectors_test

import (
	"encoding/json"
	"os"
	"testing"

	"etld/internal/infra/httpapi"
)

func TestAmountTextIsTheVector(t *testing.T) {
	raw, err := os.ReadFile("amount_text.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Amounts []map[string]string }
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Amounts) == 0 {
		t.Fatal("the file holds no amounts")
	}
	for _, v := range file.Amounts {
		for _, language := range httpapi.Languages {
			if got, want := language.Figure(v["value"]), v[string(language)]; got != want {
				t.Errorf("%s in %s is %q instead of %q", v["value"], language, got, want)
			}
		}
	}
}
