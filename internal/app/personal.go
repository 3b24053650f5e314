package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"etld/internal/infra/config"
)

// rotator keeps what is sealed. Its Rotate may be called again.
type rotator interface {
	Rotate(ctx context.Context) (int, error)
}

// sealing are the parts that keep what is sealed, in the order in which they are told of.
func sealing(p *Program) []rotator { return []rotator{p.addresses, p.shop.Sale, p.solvency, p.push} }

// rotateSeals seals with the present key what former ones sealed. The program may
// run meanwhile, if it knows both.
func rotateSeals(ctx context.Context, c config.Config, out io.Writer, log *slog.Logger) (err error) {
	p, err := offline(ctx, c, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	var sealed []any
	for _, part := range sealing(p) {
		n, err := part.Rotate(ctx)
		if err != nil {
			return fmt.Errorf("seal anew: %w", err)
		}
		sealed = append(sealed, n)
	}
	_, err = fmt.Fprintf(out, "%d addresses of users and %d of orders were sealed anew, the secrets of %d snapshots and %d of push messages; "+
		"nothing needs a former key any more\n", sealed...)
	return err
}
