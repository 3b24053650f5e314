package app

import (
	"context"
	"net/http"

	"etld/internal/core/books"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
)

// What follows works a built program step by step, for the simulation: what a
// running one does all the time is done once, when it is told to.

// API answers users' calls.
func (p *Program) API() http.Handler { return p.api }

// Operators answers operators' calls.
func (p *Program) Operators() *operator.Service { return p.operator }

// SeedDemo funds the pools of a demo world, once; see seedDemo.
func (p *Program) SeedDemo(ctx context.Context) error { return (seeds{p}).seedDemo(ctx) }

// PollPrices asks the feeds once.
func (p *Program) PollPrices(ctx context.Context) { p.prices.Poll(ctx) }

// WorkJobs works until no job has anything due.
func (p *Program) WorkJobs(ctx context.Context) error { return p.runner.Drain(ctx) }

// Violations checks every invariant, as etld check does.
func (p *Program) Violations(ctx context.Context) ([]ledger.Violation, error) {
	return books.Make(ctx, p.db, append(p.checks(), books.Lag()))
}
