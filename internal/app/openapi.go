package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"etld/internal/infra/config"
	"etld/internal/infra/sqldb"
)

// Document names one of the two documents.
type Document string

// The documents: users' calls and operators'.
const (
	PublicCalls   Document = ""
	OperatorCalls Document = "operator"
)

// ErrNoDocument says which documents there are.
var ErrNoDocument = errors.New("write: etld openapi, or: etld openapi operator")

// OpenAPI is the document of every call. It builds the program on an empty
// database, because the document comes from the registered handlers.
func OpenAPI(ctx context.Context, which Document) (document []byte, err error) {
	dir, err := os.MkdirTemp("", "etld-openapi-")
	if err != nil {
		return nil, fmt.Errorf("folder for an empty database: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	c := config.Config{DataDir: dir, Database: "sqlite:" + filepath.Join(dir, "empty.db"), Host: "localhost"}
	if err := sqldb.Migrate(ctx, c.Database); err != nil {
		return nil, err
	}
	p, err := offline(ctx, c, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	switch which {
	case PublicCalls:
		return p.api.OpenAPI()
	case OperatorCalls:
		return p.operator.OpenAPI()
	}
	return nil, ErrNoDocument
}

// printOpenAPI prints a document made from the registered calls.
func printOpenAPI(ctx context.Context, arguments []string, out io.Writer) error {
	which := PublicCalls
	switch len(arguments) {
	case 0:
	case 1:
		which = Document(arguments[0])
	default:
		return ErrNoDocument
	}
	document, err := OpenAPI(ctx, which)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, string(document))
	return err
}
