package sqldb

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
)

// Table joins a table's columns with the fields of T. Its one list gives what
// is selected, scanned and written, so that no two columns can be exchanged.
type Table[T any] struct {
	name    string
	columns []column
	list    func(c *Columns, v *T)
}

// Columns takes a table's list: its columns in order, each with the field of
// one value that it holds.
type Columns struct {
	// describing says that the columns are asked for; otherwise only the fields.
	describing bool
	columns    []column
	fields     []any
}

// NewTable declares a table. The list calls Add or Once for each column, the
// key first. Fields are pointers: to an integer kind, bool, time.Time (stored
// in microseconds) or time.Duration (likewise) for a BIGINT column, to a string
// kind or bytes that are text for a TEXT column, or what JSON, TextOf or NullIf
// make of one.
func NewTable[T any](name string, list func(c *Columns, v *T)) *Table[T] {
	c := Columns{describing: true}
	list(&c, new(T))
	return &Table[T]{name: name, columns: c.columns, list: list}
}

// Add lists a column.
func (c *Columns) Add(name string, field any) { c.add(column{name: name}, field) }

// Once lists a column that keeps what its row was inserted with: an upsert
// leaves it alone. SQLite renews the index entries of every column that a
// statement names, changed or not, so this is worth saying of indexed ones.
func (c *Columns) Once(name string, field any) { c.add(column{name: name, isConstant: true}, field) }

func (c *Columns) add(one column, field any) {
	if c.describing {
		one.isInteger = isInteger(field)
		c.columns = append(c.columns, one)
	}
	c.fields = append(c.fields, field)
}

func isInteger(field any) bool {
	switch f := field.(type) {
	case coded:
		return false
	case nullable:
		return isInteger(f.field)
	case *time.Time:
		return true
	}
	switch held := reflect.TypeOf(field).Elem(); held.Kind() {
	case reflect.String:
		return false
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint64:
		return true
	case reflect.Slice:
		if held.Elem().Kind() == reflect.Uint8 {
			return false
		}
	}
	panic(fmt.Sprintf("sqldb: a column cannot hold a %T", field))
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
	row.dest.fields = row.dest.fields[:0]
	t.list(&row.dest, v)
	row.dest.fields = append(row.dest.fields, more...)
	err := row.Scan(row.dest.fields...)
	return *v, err
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
	c := Columns{fields: make([]any, 0, len(t.columns))}
	t.list(&c, v)
	if at == nil {
		for i, field := range c.fields {
			c.fields[i] = stored(field)
		}
		return c.fields
	}
	some := make([]any, len(at))
	for i, position := range at {
		some[i] = stored(c.fields[position])
	}
	return some
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
	tx := c.held()
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

// coded is a field that is stored as a text of its own.
type coded struct {
	field any
	read  func(text string) error
	write func() string
}

// TextOf stores a field as the text that write makes of it; read is its reverse.
func TextOf[F any](field *F, write func(F) string, read func(text string) (F, error)) any {
	return coded{
		field: field,
		read: func(text string) (err error) {
			*field, err = read(text)
			return err
		},
		write: func() string { return write(*field) },
	}
}

// Hex stores an address or a hash as it writes itself, and one that is zero as nothing.
func Hex[F interface {
	comparable
	Hex() string
}, P interface {
	*F
	encoding.TextUnmarshaler
}](field P) any {
	var zero F
	return coded{
		field: field,
		read: func(text string) error {
			*field = zero
			if text == "" {
				return nil
			}
			return field.UnmarshalText([]byte(text))
		},
		write: func() string {
			if *field == zero {
				return ""
			}
			return (*field).Hex()
		},
	}
}

// JSON stores what a field points to as JSON.
func JSON(field any) any {
	return coded{
		field: field,
		read:  func(text string) error { return json.Unmarshal([]byte(text), field) },
		write: func() string {
			text, err := json.Marshal(field)
			if err != nil {
				// Only a type that has no JSON at all fails.
				panic(err)
			}
			return string(text)
		},
	}
}

// nullable is a field that may be NULL.
type nullable struct {
	isNull bool
	field  any
}

// NullIf stores NULL in place of a field where the condition holds. NULL reads
// as the zero value.
func NullIf(isNull bool, field any) any { return nullable{isNull, field} }

// stored is what a field holds, as plain would have it.
func stored(field any) any {
	switch f := field.(type) {
	case *string:
		return *f
	case *int64:
		return *f
	case *money.Amount:
		return int64(*f)
	case *clock.Day:
		return int64(*f)
	case *time.Time:
		return clock.Micros(*f)
	case *time.Duration:
		return f.Microseconds()
	case coded:
		return f.write()
	case nullable:
		if f.isNull {
			return nil
		}
		return stored(f.field)
	}
	switch v := reflect.ValueOf(field).Elem(); v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Slice:
		return string(v.Bytes())
	case reflect.Bool:
		return plain(v.Bool())
	case reflect.Uint64:
		return int64(v.Uint())
	default:
		return v.Int()
	}
}

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

// One scans a row of one column.
func One[T any](row *Row) (v T, err error) {
	err = row.Scan(&v)
	return v, err
}
