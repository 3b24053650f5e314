package books

import (
	"context"
	"fmt"
	"slices"
	"time"

	"etld/internal/core/ledger"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// Unchecked names the finding that a check could not be made. Nobody knows then
// whether what it looks at is in order.
const Unchecked = "unchecked"

// AccountClasses names the comparison of the books with what the parts claim.
const AccountClasses = "account classes"

// Look looks at one snapshot of the books.
type Look func(tx *sqldb.Tx, claims ledger.Claims) ([]ledger.Violation, error)

// Check is one part's check, by the part's name.
type Check struct {
	Name string
	Look Look
	// Claims says that it states what account classes must hold.
	Claims bool
}

// Plain is a check that claims nothing.
func Plain(name string, look func(*sqldb.Tx) ([]ledger.Violation, error)) Check {
	return Check{Name: name, Look: func(tx *sqldb.Tx, _ ledger.Claims) ([]ledger.Violation, error) { return look(tx) }}
}

// Added is what the cheap check added up in one snapshot.
type Added struct {
	At     time.Time
	Totals []ledger.Total
}

// Totals is the cheap check: it reads no journal and no machine. What it added up
// is kept.
func Totals(books *Added) Check {
	return Plain("ledger totals", func(tx *sqldb.Tx) (_ []ledger.Violation, err error) {
		books.At = tx.Now()
		books.Totals, err = ledger.Totals(tx)
		return ledger.ViolationsOf(books.Totals), err
	})
}

// Lag is whether the hash chain is behind the journal.
func Lag() Check { return Plain("ledger chain lag", ledger.CheckLag) }

// Make makes checks in one snapshot and returns what they find. A check
// that fails is a finding, and the others are made all the same. An error means that
// the database is away or that the context ended.
func Make(ctx context.Context, db *sqldb.DB, list []Check) ([]ledger.Violation, error) {
	found, failed, err := findIn(ctx, db, list, nil)
	// On PostgreSQL a statement that fails ends the snapshot for all checks, so they
	// are made again without it.
	var broken []ledger.Violation
	skip := make(map[string]bool)
	for range list {
		if err == nil || jobs.Passes(ctx, err) {
			break
		}
		skip[failed] = true
		broken = append(broken, ledger.Violation{Invariant: Unchecked, Detail: fmt.Sprintf("the check of %s failed: %v", failed, err)})
		if i := slices.IndexFunc(list, func(c Check) bool { return c.Name == failed }); list[i].Claims && !skip[AccountClasses] {
			// What it would have claimed would be found missing.
			skip[AccountClasses] = true
			broken = append(broken, ledger.Violation{Invariant: Unchecked, Detail: "account classes were not compared with what the parts claim of them"})
		}
		found, failed, err = findIn(ctx, db, list, skip)
	}
	return append(found, broken...), err
}

// findIn makes checks in one snapshot, and names the one that failed.
func findIn(ctx context.Context, db *sqldb.DB, list []Check, skip map[string]bool) (found []ledger.Violation, failed string, err error) {
	err = db.Inspect(ctx, func(tx *sqldb.Tx) error {
		found = nil
		claims := make(ledger.Claims)
		for _, one := range list {
			if skip[one.Name] {
				continue
			}
			more, err := one.find(tx, claims)
			if err != nil {
				failed = one.Name
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
func (c Check) find(tx *sqldb.Tx, claims ledger.Claims) (found []ledger.Violation, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("panic: %v", problem)
		}
	}()
	return c.Look(tx, claims)
}
