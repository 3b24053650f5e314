package app

import (
	"bytes"
	"context"
	"errors"
	"os"
	"testing"
)

// The checked-in documents are those the handlers give; make generate renews them.
func TestOpenAPIDocumentIsCurrent(t *testing.T) {
	t.Parallel()
	for which, file := range map[Document]string{PublicCalls: "openapi.json", OperatorCalls: "operator.json"} {
		stored, err := os.ReadFile("../../api/" + file)
		if err != nil {
			t.Fatal(err)
		}
		made, err := OpenAPI(context.Background(), which)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(bytes.TrimSpace(stored), bytes.TrimSpace(made)) {
			t.Errorf("api/%s is not what the handlers give; run make generate", file)
		}
	}
	if _, err := OpenAPI(context.Background(), "other"); !errors.Is(err, ErrNoDocument) {
		t.Errorf("a document that does not exist: %v", err)
	}
}
