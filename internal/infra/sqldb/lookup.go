package sqldb

import "fmt"

// Lookup reads rows by one text key and remembers them for the transaction.
// Within a batch the keys that bodies hint at are fetched together, so that a
// body's Get costs no round trip. Missing keys are remembered too.
//
// V is what one key yields: a row, or a slice of rows when several share it.
type Lookup[V any] struct {
	id   *lookupID
	fold Fold[V]
}

// Fold is the key of a row and what it yields, with what it has yielded so far.
type Fold[V any] func(row *Row, previous func(key string) V) (key string, next V, err error)

type lookupID struct {
	name, one, many string
	// load runs one fetch of several keys into the transaction's cache.
	load func(tx *Tx, keys []string) statement
}

type cached struct {
	value any
	found bool
}

// NewLookup builds a lookup. The select's text ends in a comparison with the
// key column and holds no parameter: "SELECT id, balance FROM t WHERE id";
// the rest is added per engine.
func NewLookup[V any](name, selectWhereKey string, fold Fold[V]) *Lookup[V] {
	l := &Lookup[V]{fold: fold}
	l.id = &lookupID{name: name, one: selectWhereKey + " = $1", many: selectWhereKey + " = ANY($1::text[])"}
	l.id.load = func(tx *Tx, keys []string) statement {
		query, args := l.id.many, []any{keys}
		if len(keys) == 1 {
			query, args = l.id.one, []any{keys[0]}
		}
		known := tx.known(l.id)
		for _, key := range keys {
			known[key] = cached{}
		}
		return statement{query: query, args: args, each: func(row *Row) error { return l.take(known, row) }}
	}
	return l
}

// Single is the fold of a lookup whose key has at most one row.
func Single[V any](scan func(row *Row) (string, V, error)) Fold[V] {
	return func(row *Row, _ func(string) V) (string, V, error) { return scan(row) }
}

// Several is the fold of a lookup whose key has any number of rows.
func Several[R any](scan func(row *Row) (string, R, error)) Fold[[]R] {
	return func(row *Row, previous func(string) []R) (string, []R, error) {
		key, r, err := scan(row)
		if err != nil {
			return "", nil, err
		}
		return key, append(previous(key), r), nil
	}
}

func (l *Lookup[V]) take(known map[string]cached, row *Row) error {
	key, next, err := l.fold(row, func(key string) (previous V) {
		if had := known[key]; had.found {
			previous = had.value.(V)
		}
		return previous
	})
	if err != nil {
		return fmt.Errorf("lookup %s: %w", l.id.name, err)
	}
	known[key] = cached{value: next, found: true}
	return nil
}

// Get is the key's value and whether there is one.
func (l *Lookup[V]) Get(c Command, key string) (V, bool, error) {
	tx := c.own()
	known := tx.known(l.id)
	entry, isKnown := known[key]
	if !isKnown {
		if tx.cacheMax > 0 && len(known) >= tx.cacheMax {
			clear(known)
		}
		if err := tx.queryStaged(l.id.load(tx, []string{key})); err != nil {
			delete(known, key)
			var none V
			return none, false, err
		}
		entry = known[key]
	}
	if !entry.found {
		var none V
		return none, false, nil
	}
	return entry.value.(V), true, nil
}

// Load fetches many keys at once, for work that touches many rows.
func (l *Lookup[V]) Load(c Command, keys []string) error {
	hints := make([]Hint, len(keys))
	for i, key := range keys {
		hints[i] = l.Hint(key)
	}
	return Fetch(c, hints...)
}

// Each reads what several keys, all different, yield and remembers nothing, nor
// does it see what this transaction has set or staged: for views that sum over
// more rows than they should keep.
func (l *Lookup[V]) Each(c Command, keys []string, each func(v V) error) error {
	tx := c.own()
	found := make(map[string]cached, len(keys))
	take := func(row *Row) error { return l.take(found, row) }
	if tx.engine == SQLite {
		for _, key := range keys {
			if err := tx.queryStaged(statement{query: l.id.one, args: []any{key}, each: take}); err != nil {
				return err
			}
		}
	} else if err := tx.queryStaged(statement{query: l.id.many, args: []any{keys}, each: take}); err != nil {
		return err
	}
	for _, key := range keys {
		if v, exists := found[key]; exists {
			if err := each(v.value.(V)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Set replaces what later Gets of this transaction see. It writes nothing:
// the caller stages the matching row.
func (l *Lookup[V]) Set(c Command, key string, v V) {
	tx := c.own()
	known := tx.known(l.id)
	previous, isKnown := known[key]
	tx.onUndo(func() {
		if isKnown {
			known[key] = previous
			return
		}
		delete(known, key)
	})
	known[key] = cached{value: v, found: true}
}

// Forget makes the next Get read the row: what changed it told no lookup.
func (l *Lookup[V]) Forget(tx *Tx, key string) { delete(tx.known(l.id), key) }

// Hint names a key that a command will probably read. Hints are only for
// speed: a wrong or missing one changes nothing but the time taken.
type Hint struct {
	lookup *lookupID
	key    string
}

// Hint is a hint at one key.
func (l *Lookup[V]) Hint(key string) Hint { return Hint{l.id, key} }

// Fetch reads what hints name in one exchange, for views that would wait for one row
// after the other. On an embedded engine it does nothing: a single read costs a few
// microseconds there.
func Fetch(c Command, hints ...Hint) error {
	tx := c.own()
	return tx.queryStaged(tx.fetches(hints)...)
}

// fetches read what is not known yet, one statement per lookup.
func (tx *Tx) fetches(hints []Hint) (list []statement) {
	if tx.engine == SQLite {
		return nil
	}
	keys := make(map[*lookupID][]string)
	var order []*lookupID
	for _, hint := range hints {
		seen := tx.known(hint.lookup)
		if _, again := seen[hint.key]; again {
			continue
		}
		seen[hint.key] = cached{}
		if keys[hint.lookup] == nil {
			order = append(order, hint.lookup)
		}
		keys[hint.lookup] = append(keys[hint.lookup], hint.key)
	}
	for _, id := range order {
		list = append(list, id.load(tx, keys[id]))
	}
	return list
}
