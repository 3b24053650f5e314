package vectors_test

import (
	"encoding/json"
	"errors"
	"os"
	"testing"

	"etld/internal/features/transparency"
)

var lineReasons = map[string]error{"": nil, "hash": transparency.ErrHash, "previous": transparency.ErrPrevious, "number": transparency.ErrNumber, "malformed": transparency.ErrLine}

func TestThePublicLineIsTheVector(t *testing.T) {
	raw, err := os.ReadFile("public_line.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			Name, Reason, Previous, Text, Hash string
			Number                             int64
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) < len(lineReasons) {
		t.Fatalf("%d cases", len(file.Cases))
	}
	for _, c := range file.Cases {
		if err := transparency.Verify(c.Number, c.Previous, c.Text, c.Hash); !errors.Is(err, lineReasons[c.Reason]) {
			t.Errorf("%s: %v, want %q", c.Name, err, c.Reason)
		}
	}
}
