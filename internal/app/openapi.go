package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"etld/internal/infra/config"
	"etld/internal/infra/sqldb"
)

// OpenAPI is the document of every public call. It builds the program on an
// empty database, because the document comes from the registered handlers.
func OpenAPI(ctx context.Context) (document []byte, err error) {
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
	return p.api.OpenAPI()
}
