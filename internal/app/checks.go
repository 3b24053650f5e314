package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"etld/internal/core/ledger"
	"etld/internal/features/transparency"
	"etld/internal/infra/sqldb"
)

// unchecked names the finding that a check could not be made. Nobody knows then
// whether what it looks at is in order.
const unchecked = "unchecked"

// accountClasses names the comparison of the books with what the parts claim.
const accountClasses = "account classes"

// bookCheck is one part's check, by the part's name.
type bookCheck struct {
	name string
	look checking
	// claims says that it states what account classes must hold.
	claims bool
}

// plainCheck is a check that claims nothing.
func plainCheck(name string, look func(*sqldb.Tx) ([]ledger.Violation, error)) bookCheck {
	return bookCheck{name: name, look: func(tx *sqldb.Tx, _ ledger.Claims) ([]ledger.Violation, error) { return look(tx) }}
}

// checks are the whole check: every invariant of every part.
func (p *Program) checks() (list []bookCheck) {
	for _, part := range p.parts {
		if part.check != nil {
			list = append(list, plainCheck(part.name, part.check))
		}
		if part.claim != nil {
			list = append(list, bookCheck{part.name, part.claim, true})
		}
	}
	return append(list, bookCheck{name: accountClasses, look: p.compareClaims})
}

// compareClaims holds the books to what the parts before it claimed of them.
func (p *Program) compareClaims(tx *sqldb.Tx, claims ledger.Claims) ([]ledger.Violation, error) {
	return claims.Compare(tx, p.ledger)
}

// totalsCheck is the cheap check: it reads no journal and no machine. What it added up
// is kept.
func totalsCheck(books *transparency.Added) bookCheck {
	return plainCheck("ledger totals", func(tx *sqldb.Tx) (_ []ledger.Violation, err error) {
		books.At = tx.Now()
		books.Totals, err = ledger.Totals(tx)
		return ledger.HoldTotals(books.Totals), err
	})
}

// lagCheck is whether the hash chain is behind the journal.
func lagCheck() bookCheck { return plainCheck("ledger chain lag", ledger.CheckLag) }

// violations makes every check, and that each account class holds what the parts
// claim of it together.
func (p *Program) violations(ctx context.Context) ([]ledger.Violation, error) {
	return p.violationsOf(ctx, append(p.checks(), lagCheck()))
}

// violationsOf makes checks in one snapshot and returns what they find. A check
// that fails is a finding, and the others are made all the same. An error means that
// the database is away or that the context ended.
func (p *Program) violationsOf(ctx context.Context, list []bookCheck) ([]ledger.Violation, error) {
	found, failed, err := p.findIn(ctx, list, nil)
	// On PostgreSQL a statement that fails ends the snapshot for all checks, so they
	// are made again without it.
	var broken []ledger.Violation
	skip := make(map[string]bool)
	for range list {
		if err == nil || isAway(ctx, err) {
			break
		}
		skip[failed] = true
		broken = append(broken, ledger.Violation{Invariant: unchecked, Detail: fmt.Sprintf("the check of %s failed: %v", failed, err)})
		if i := slices.IndexFunc(list, func(c bookCheck) bool { return c.name == failed }); list[i].claims && !skip[accountClasses] {
			// What it would have claimed would be found missing.
			skip[accountClasses] = true
			broken = append(broken, ledger.Violation{Invariant: unchecked, Detail: "account classes were not compared with what the parts claim of them"})
		}
		found, failed, err = p.findIn(ctx, list, skip)
	}
	return append(found, broken...), err
}

func isAway(ctx context.Context, err error) bool {
	return ctx.Err() != nil || errors.Is(err, sqldb.ErrUnavailable)
}

// findIn makes checks in one snapshot, and names the one that failed.
func (p *Program) findIn(ctx context.Context, list []bookCheck, skip map[string]bool) (found []ledger.Violation, failed string, err error) {
	err = p.db.Inspect(ctx, func(tx *sqldb.Tx) error {
		found = nil
		claims := make(ledger.Claims)
		for _, one := range list {
			if skip[one.name] {
				continue
			}
			more, err := one.find(tx, claims)
			if err != nil {
				failed = one.name
				return err
			}
			found = append(found, more...)
		}
		return nil
	})
	return found, failed, err
}

// find makes the check. Damaged rows may make it panic, which is an error like any
// other: the program must go on and look at the rest.
func (c bookCheck) find(tx *sqldb.Tx, claims ledger.Claims) (found []ledger.Violation, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("panic: %v", problem)
		}
	}()
	return c.look(tx, claims)
}
