package sqldb

import (
	"fmt"
	"slices"
	"strings"
	"unsafe"
)

// Table joins a table's columns with the fields of T. Its one list gives what
// is selected, scanned and written, so that no two columns can be exchanged.
type Table[T any] struct {
	name    string
	columns []column
}

// NewTable declares a table by its columns, separated by commas, the key first.
// A column holds the field of T that it is named for: on_sale is OnSale, or the
// Sale of On, and above2 the second of Above. Where the two have other names, the
// field's follows the column's: "block_number = Block". NewTable panics where T has
// no such field. How a field is stored follows from its type (fieldOf).
func NewTable[T any](name, columns string) *Table[T] {
	t := &Table[T]{name: name}
	t.add(columns, func(*column) {})
	return t
}

// Once lists further columns, which keep what their row was inserted with: an
// upsert leaves them alone. SQLite renews the index entries of every column that a
// statement names, changed or not, so this is worth saying of indexed ones.
func (t *Table[T]) Once(columns string) *Table[T] {
	t.add(columns, func(c *column) { c.isConstant = true })
	return t
}

// Nullable lists further columns, which are NULL where their field is zero.
func (t *Table[T]) Nullable(columns string) *Table[T] {
	t.add(columns, func(c *column) { c.isNullable = true })
	return t
}

func (t *Table[T]) add(list string, mark func(*column)) {
	fields := fieldsOf[T]()
	for text := range strings.SplitSeq(list, ",") {
		name, path, isNamed := strings.Cut(strings.TrimSpace(text), "=")
		if !isNamed {
			path = name
		}
		of, found := fields[fieldKey(path)]
		if !found {
			panic(fmt.Sprintf("sqldb: %T has no field for the column %s of %s", *new(T), name, t.name))
		}
		c := column{name: strings.TrimSpace(name), field: of, isInteger: of.isInteger()}
		mark(&c)
		t.columns = append(t.columns, c)
	}
}

// Names are the columns, separated by commas, for a select's text.
func (t *Table[T]) Names() string { return names(t.columns) }

// NamesOf are the columns of a table that a select calls by another name.
func (t *Table[T]) NamesOf(alias string) string {
	return alias + "." + strings.Join(strings.Split(t.Names(), ", "), ", "+alias+".")
}

// Name is the table's.
func (t *Table[T]) Name() string { return t.name }

// Key is the name of the key's column.
func (t *Table[T]) Key() string { return t.columns[0].name }

// Has tells whether the table has a column.
func (t *Table[T]) Has(name string) bool {
	return slices.ContainsFunc(t.columns, func(c column) bool { return c.name == name })
}

// IsInteger tells whether a column holds integers, and no text.
func (t *Table[T]) IsInteger(name string) bool { return t.columns[t.position(name)].isInteger }

// Stored is what some columns hold of a row.
func (t *Table[T]) Stored(v T, names ...string) []any {
	at := make([]int, len(names))
	for i, name := range names {
		at[i] = t.position(name)
	}
	return t.values(&v, at)
}

// Select is the text that reads the table's rows; rest follows the table's
// name, such as "WHERE id" for a Lookup.
func (t *Table[T]) Select(rest string) string {
	return "SELECT " + t.Names() + " FROM " + t.name + " " + rest
}

// Scan reads a row whose first columns are the table's.
func (t *Table[T]) Scan(row *Row) (T, error) { return t.ScanMore(row) }

// ScanMore reads a row whose first columns are the table's, and what follows
// them into more.
func (t *Table[T]) ScanMore(row *Row, more ...any) (T, error) {
	v := new(T)
	// The row's memory of fields serves all rows of a query.
	row.fields = append(t.fields(row.fields[:0], v), more...)
	err := row.Scan(row.fields...)
	return *v, err
}

// fields appends pointers to a row's fields, as its columns store them.
func (t *Table[T]) fields(list []any, v *T) []any {
	for i := range t.columns {
		list = append(list, t.columns[i].field.of(unsafe.Pointer(v)))
	}
	return list
}

// ByKey is Scan with the key by which a Lookup finds the row.
func (t *Table[T]) ByKey(key func(T) string) func(*Row) (string, T, error) {
	return func(row *Row) (string, T, error) {
		v, err := t.Scan(row)
		return key(v), v, err
	}
}

// values are a row's, of all columns or of those at some positions.
func (t *Table[T]) values(v *T, at []int) []any {
	if at == nil {
		list := make([]any, len(t.columns))
		for i := range t.columns {
			list[i] = t.columns[i].stored(unsafe.Pointer(v))
		}
		return list
	}
	list := make([]any, len(at))
	for i, position := range at {
		list[i] = t.columns[position].stored(unsafe.Pointer(v))
	}
	return list
}

// Rows stores values of T.
type Rows[T any] struct {
	write *rowWrite
	// at are the positions of the columns it writes; nil for all.
	at    []int
	table *Table[T]
}

// Insert stores new rows; an existing key is an error.
func (t *Table[T]) Insert() *Rows[T] {
	return &Rows[T]{write: newInsert(t.name, t.columns), table: t}
}

// Upsert stores rows by their key, new or not. Only the last row staged for a key
// is sent.
func (t *Table[T]) Upsert() *Rows[T] {
	return &Rows[T]{write: newUpsert(t.name, t.columns), table: t}
}

// Update changes some columns of rows that exist; a key without a row changes
// nothing. Nobody mixes it with another write to the same row (newUpdate).
func (t *Table[T]) Update(columns ...string) *Rows[T] {
	r := &Rows[T]{at: []int{0}, table: t}
	changed := []column{t.columns[0]}
	for _, name := range columns {
		at := t.position(name)
		r.at = append(r.at, at)
		changed = append(changed, t.columns[at])
	}
	r.write = newUpdate(t.name, changed)
	return r
}

func (t *Table[T]) position(name string) int {
	for i, c := range t.columns {
		if c.name == name {
			return i
		}
	}
	panic(fmt.Sprintf("sqldb: %s has no column %s", t.name, name))
}

// Add stages one row.
func (r *Rows[T]) Add(c Command, v T) {
	tx := c.own()
	tx.stagedFor(r.write).add(tx, r.table.values(&v, r.at))
}

// Keyed reads a table's rows by their key and stores them whole: what was put is
// what the transaction reads from then on.
type Keyed[T any] struct {
	*Lookup[T]
	key  func(T) string
	rows *Rows[T]
}

// Keyed reads the rows by the first column, which key gives of a row, and stores
// them by rows: the table's Upsert, or its Insert where no row changes. The name is
// that of a Lookup.
func (t *Table[T]) Keyed(name string, key func(T) string, rows *Rows[T]) *Keyed[T] {
	return &Keyed[T]{Lookup: NewLookup(name, t.Select("WHERE "+t.columns[0].name), Single(t.ByKey(key))), key: key, rows: rows}
}

// Put stages a row.
func (k *Keyed[T]) Put(c Command, v T) {
	k.Set(c, k.key(v), v)
	k.rows.Add(c, v)
}
