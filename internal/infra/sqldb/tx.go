package sqldb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"etld/internal/base/fault"
)

// statement is one text with its arguments and what to do with its rows.
type statement struct {
	query string
	args  []any
	each  func(row *Row) error
	// affected gets the number of rows changed, when set.
	affected *int64
}

// session is one connection inside a transaction.
type session interface {
	// run sends the statements in order, pipelined where the engine can, and
	// stops at the first error.
	run(ctx context.Context, list []statement) error
	// open runs a statement whose rows are fetched in portions.
	open(ctx context.Context, st statement) (portions, error)
}

// Command is what a command may do, and any other transaction as well: it reads
// through a Lookup and writes through Rows. A function that takes it can be a part of a
// command; one that runs free statements takes a Tx.
type Command interface {
	// Now is the one time of the operation, the same for every row it writes.
	Now() time.Time
	// Context is the transaction's context.
	Context() context.Context
	// Try runs fn as a part that can fail on its own: when it returns an error,
	// nothing of what it did remains, and the transaction goes on.
	Try(fn func() error) error

	own() *Tx
}

// command hides the free statements of a transaction, from a type assertion too: it
// embeds nothing that has them.
type command struct{ Command }

// Tx is a running transaction with free statements, valid only within its body.
type Tx struct {
	ctx     context.Context
	engine  Engine
	session session
	now     time.Time
	mode    mode
	cache   map[*lookupID]map[string]cached
	// cacheMax bounds what is remembered of one lookup; zero does not. It is for
	// transactions that set nothing.
	cacheMax int
	writes   []*staged
	undo     []func()
	// callersWait says that callers wait for the writer; nil in a view.
	callersWait func() bool
	// broken is set when the engine may have aborted the whole transaction.
	broken error
	depth  int
}

type mode int

const (
	viewing mode = iota
	commanding
	updating
)

func (tx *Tx) own() *Tx { return tx }

// Now is Command's.
func (tx *Tx) Now() time.Time { return tx.now }

// Context is Command's.
func (tx *Tx) Context() context.Context { return tx.ctx }

// Engine tells which engine runs the transaction, for the rare statement that
// must differ.
func (tx *Tx) Engine() Engine { return tx.engine }

// ShouldYield says that callers wait for the writer. Background work looks at
// it between two slices and ends early, so that they wait less. The answer may
// differ when a body runs again.
func (tx *Tx) ShouldYield() bool { return tx.callersWait != nil && tx.callersWait() }

// Exec runs a statement and tells how many rows it changed.
func (tx *Tx) Exec(query string, args ...any) (int64, error) {
	var affected int64
	list := append(tx.takeStaged(), statement{query: query, args: plainAll(args), affected: &affected})
	// A free statement may change what a lookup has remembered.
	clear(tx.cache)
	return affected, tx.send(list)
}

// Do is Exec where nobody asks how many rows changed.
func (tx *Tx) Do(query string, args ...any) error {
	_, err := tx.Exec(query, args...)
	return err
}

// Query runs a statement and calls each for every row.
func (tx *Tx) Query(each func(row *Row) error, query string, args ...any) error {
	return tx.send(append(tx.takeStaged(), statement{query: query, args: plainAll(args), each: each}))
}

// QueryOne scans the first row into dest and tells whether there was one.
func (tx *Tx) QueryOne(dest []any, query string, args ...any) (bool, error) {
	_, found, err := Find(tx, func(row *Row) (struct{}, error) { return struct{}{}, row.Scan(dest...) }, query, args...)
	return found, err
}

// Dest is a readable way to write QueryOne's targets.
func Dest(dest ...any) []any { return dest }

// Collect runs a query and gathers what scan makes of its rows.
func Collect[T any](tx *Tx, scan func(*Row) (T, error), query string, args ...any) ([]T, error) {
	var list []T
	err := tx.Query(func(row *Row) error {
		v, err := scan(row)
		list = append(list, v)
		return err
	}, query, args...)
	return list, err
}

// Find is what scan makes of a query's first row, and whether there is one.
func Find[T any](tx *Tx, scan func(*Row) (T, error), query string, args ...any) (v T, found bool, err error) {
	err = tx.Query(func(row *Row) (err error) {
		if !found {
			found = true
			v, err = scan(row)
		}
		return err
	}, query, args...)
	return v, found, err
}

// Get is the first row of one column, such as a count, a sum or what holds of the one
// row of a table; zero where there is none.
func Get[T any](tx *Tx, query string, args ...any) (T, error) {
	v, _, err := Find(tx, One[T], query, args...)
	return v, err
}

// Map gathers a query's second column by its first.
func Map[K comparable, V any](tx *Tx, query string, args ...any) (map[K]V, error) {
	found := make(map[K]V)
	err := tx.Query(func(row *Row) error {
		key, v, err := Pair[K, V](row)
		found[key] = v
		return err
	}, query, args...)
	return found, err
}

// Pair scans a row of two columns.
func Pair[K, V any](row *Row) (k K, v V, err error) {
	err = row.Scan(&k, &v)
	return k, v, err
}

// One scans a row of one column.
func One[T any](row *Row) (v T, err error) {
	err = row.Scan(&v)
	return v, err
}

// Into reads a row into what dest points at of a T.
func Into[T any](dest func(v *T) []any) func(*Row) (T, error) {
	return func(row *Row) (v T, err error) {
		err = row.Scan(dest(&v)...)
		return v, err
	}
}

// Try is Command's.
func (tx *Tx) Try(fn func() error) error {
	if tx.mode == updating {
		return tx.trySavepoint(fn)
	}
	mark := len(tx.undo)
	err := fault.Protect(fn)
	if err != nil {
		tx.undoTo(mark)
	}
	return err
}

func (tx *Tx) trySavepoint(fn func() error) error {
	tx.depth++
	name := fmt.Sprintf("part_%d", tx.depth)
	defer func() { tx.depth-- }()
	if err := tx.session.run(tx.ctx, append(tx.takeStaged(), statement{query: "SAVEPOINT " + name})); err != nil {
		// Commands before it staged what failed, and a part of it may have been written:
		// the batch must not be committed, and repeated alone each hears its own error.
		tx.broken = cmp.Or(tx.broken, err)
		return mapError(err)
	}
	err := fault.Protect(fn)
	if err == nil {
		if err = tx.send(append(tx.takeStaged(), statement{query: "RELEASE SAVEPOINT " + name})); err == nil {
			return nil
		}
	}
	tx.writes, tx.undo = nil, nil
	clear(tx.cache)
	tx.undoPart(name)
	return err
}

// undoPart goes back to a savepoint. The two statements travel apart: after a
// failure PostgreSQL takes nothing but the first, not even to prepare it. What
// broke the transaction before stays the reason.
func (tx *Tx) undoPart(name string) {
	for _, query := range []string{"ROLLBACK TO SAVEPOINT " + name, "RELEASE SAVEPOINT " + name} {
		err := mapError(tx.session.run(tx.ctx, []statement{{query: query}}))
		if err != nil && tx.broken == nil {
			tx.broken = err
		}
		if err != nil {
			return
		}
	}
}

// onUndo remembers how to take a step back where no savepoint does it, which is
// in commands.
func (tx *Tx) onUndo(fn func()) {
	if tx.mode != updating {
		tx.undo = append(tx.undo, fn)
	}
}

// known is what the transaction knows of a lookup's keys.
func (tx *Tx) known(id *lookupID) map[string]cached {
	known, exists := tx.cache[id]
	if !exists {
		known = make(map[string]cached)
		tx.cache[id] = known
	}
	return known
}

func (tx *Tx) undoTo(mark int) {
	for i := len(tx.undo) - 1; i >= mark; i-- {
		tx.undo[i]()
	}
	tx.undo = tx.undo[:mark]
}

func (tx *Tx) stagedFor(w *rowWrite) *staged {
	if tx.mode == viewing {
		panic("sqldb: a view cannot write")
	}
	for _, s := range tx.writes {
		if s.write == w {
			return s
		}
	}
	s := &staged{write: w}
	if w.keyed {
		s.byKey = make(map[string]int)
	}
	tx.writes = append(tx.writes, s)
	return s
}

// takeStaged empties the stage into statements.
func (tx *Tx) takeStaged() []statement {
	if len(tx.writes) == 0 {
		return nil
	}
	var list []statement
	for _, s := range tx.writes {
		if len(s.rows) > 0 {
			list = append(list, s.statements(tx.engine)...)
		}
	}
	tx.writes, tx.undo = nil, nil
	return list
}

// queryStaged serves a lookup. What is staged need not be sent first: a key
// that was set in this transaction is answered from the cache.
func (tx *Tx) queryStaged(list ...statement) error {
	if len(list) == 0 {
		return nil
	}
	err := tx.session.run(tx.ctx, list)
	if err != nil && tx.mode == commanding {
		tx.broken = err
	}
	return tx.note(err)
}

func (tx *Tx) send(list []statement) error {
	if len(list) == 0 {
		return nil
	}
	return tx.note(tx.session.run(tx.ctx, list))
}

func (tx *Tx) note(err error) error {
	err = mapError(err)
	if errors.Is(err, ErrUnavailable) {
		tx.broken = err
	}
	return err
}
