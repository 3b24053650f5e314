package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"etld/internal/core/operator"
	"etld/internal/infra/config"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb/meta"
)

// wireOperator builds the operator's side. Kinds of proposals and calls of
// features are registered with it afterwards.
func (p *Program) wireOperator() error {
	s := p.settings
	key, err := seal.ParseKey(s.Config.OperatorKey)
	if err != nil {
		return fmt.Errorf("operator-key: %w", err)
	}
	p.operator, err = operator.New(operator.Config{DB: p.db, Chance: s.Chance, Log: p.log, Host: s.Config.Host, ChainID: chainID, Key: key,
		Secure: s.World == meta.Production, Proxies: p.proxies, Limits: s.Limits, Demo: s.World == meta.Demo})
	return err
}

// ErrOperatorUsage says how the operator command is used.
var ErrOperatorUsage = errors.New("write: etld operator add --address 0x… --name NAME --role ROLE, or: etld operator reset --address 0x…")

// operatorCommand changes the list of operators on the server itself: the
// first administrators have nobody who could propose them.
func operatorCommand(ctx context.Context, action string, c config.Config, out io.Writer, log *slog.Logger) (err error) {
	if action != "add" && action != "reset" || c.Address == "" {
		return ErrOperatorUsage
	}
	if err := c.WantDatabase(); err != nil {
		return err
	}
	// Of two databases that are both there the settings may name the wrong one.
	if _, err := fmt.Fprintf(out, "the database is %s\n", c.MaskedDatabase()); err != nil {
		return err
	}
	p, err := offline(ctx, c, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	if err := meta.ClaimWorld(ctx, p.db, meta.Production, ""); err != nil {
		return fmt.Errorf("operators of a demo come with it: %w", err)
	}
	if action == "reset" {
		if err := p.operator.Reset(ctx, c.Address); err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "%s sets up another authenticator at the next sign-in\n", c.Address)
		return err
	}
	if err := p.operator.Add(ctx, c.Address, c.Name, operator.Role(c.Role)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s is %s; the authenticator is set up at the first sign-in, within 72 hours\n", c.Address, c.Role)
	return err
}
