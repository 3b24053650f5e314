package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"etld/internal/infra/config"
	"etld/internal/infra/seal"
)

// ErrSealUsage says how the seal command is used.
var ErrSealUsage = errors.New("write: etld seal rotate")

// personalSealer seals users' personal data; nil where no key is set.
func (p *Program) personalSealer() (*seal.Sealer, error) {
	c := p.settings.Config
	key, err := seal.ParseKey(c.PersonalKey)
	if err != nil {
		return nil, fmt.Errorf("--personal-key: %w", err)
	}
	var former [][]byte
	for _, text := range config.List(c.PersonalKeyFormer) {
		one, err := seal.ParseKey(text)
		if err != nil {
			return nil, fmt.Errorf("--personal-key-former: %w", err)
		}
		former = append(former, one)
	}
	if key == nil {
		return nil, nil
	}
	return seal.New(key, p.settings.Chance, former...)
}

// rotateSeals seals with the present key what former ones sealed. The program may
// run meanwhile, if it knows both.
func rotateSeals(ctx context.Context, c config.Config, out io.Writer, log *slog.Logger) (err error) {
	p, err := offline(ctx, c, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	ofUsers, err := p.addresses.Rotate(ctx)
	if err != nil {
		return fmt.Errorf("seal users' addresses anew: %w", err)
	}
	ofOrders, err := p.shop.Rotate(ctx)
	if err != nil {
		return fmt.Errorf("seal orders' addresses anew: %w", err)
	}
	ofSnapshots, err := p.solvency.Rotate(ctx)
	if err != nil {
		return fmt.Errorf("seal snapshots' secrets anew: %w", err)
	}
	ofPush, err := p.push.Rotate(ctx)
	if err != nil {
		return fmt.Errorf("seal push keys and endpoints anew: %w", err)
	}
	_, err = fmt.Fprintf(out, "%d addresses of users and %d of orders were sealed anew, the secrets of %d snapshots and %d of push messages; "+
		"nothing needs a former key any more\n", ofUsers, ofOrders, ofSnapshots, ofPush)
	return err
}
