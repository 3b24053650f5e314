package app

import (
	"time"

	"etld/internal/core/books"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

// checks are the whole check: every invariant of every part.
func (p *Program) checks() (list []books.Check) {
	for _, part := range p.parts {
		if part.check != nil {
			list = append(list, books.Plain(part.name, part.check))
		}
		if part.claim != nil {
			list = append(list, books.Check{Name: part.name, Look: part.claim, Claims: true})
		}
	}
	return append(list, books.Check{Name: books.AccountClasses, Look: func(tx *sqldb.Tx, claims ledger.Claims) ([]ledger.Violation, error) {
		return claims.Compare(tx, p.ledger)
	}})
}

// newBrake builds what checks the books by itself, and shows its metrics.
func newBrake(p *Program) *books.Brake {
	b := books.NewBrake(books.Config{DB: p.db, Log: p.log, Now: p.settings.Clock.Now, Checks: p.checks, Readings: p.reconciliation.Readings,
		Line: p.transparency.Append, Started: time.Now()})
	p.metrics.registry.MustRegister(b.Metrics()...)
	return b
}
