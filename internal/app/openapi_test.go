package app

import (
	"bytes"
	"context"
	"os"
	"testing"
)

// The checked-in document is the one the handlers give; make generate renews it.
func TestOpenAPIDocumentIsCurrent(t *testing.T) {
	t.Parallel()
	stored, err := os.ReadFile("../../api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	made, err := OpenAPI(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(bytes.TrimSpace(stored), bytes.TrimSpace(made)) {
		t.Error("api/openapi.json is not what the handlers give; run make generate")
	}
}
