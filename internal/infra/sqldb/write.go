package sqldb

import (
	"fmt"
	"strings"
)

// Write is a statement that stores rows: an insert, or an upsert or update by
// its first column. Rows are staged in the transaction and sent together when the batch
// ends (or before the next free statement).
type Write struct {
	name    string
	columns []Column
	keyed   bool
	one     string
	many    string
}

// Column is a column a Write fills.
type Column struct {
	Name string
	// Integer says BIGINT; otherwise the column is TEXT.
	Integer bool
	// constant says that the column never changes after its row was inserted.
	constant bool
}

// Text and Integer declare columns of the two types the schema uses.
func Text(name string) Column { return Column{Name: name} }

// Integer declares a BIGINT column.
func Integer(name string) Column { return Column{Name: name, Integer: true} }

// Once declares that the column keeps what the row was inserted with: an
// upsert leaves it alone. SQLite renews the index entries of every column that
// a statement names, changed or not, so this is worth saying of indexed ones.
func (c Column) Once() Column {
	c.constant = true
	return c
}

// NewInsert stores new rows; an existing key is an error.
func NewInsert(table string, columns ...Column) *Write {
	w := &Write{name: table, columns: columns}
	w.one = insertOne(table, columns)
	w.many = insertMany(table, columns)
	return w
}

// NewUpsert stores rows by the key in the first column, new or not. Only the
// last row staged for a key is sent.
func NewUpsert(table string, key Column, others ...Column) *Write {
	columns := append([]Column{key}, others...)
	w := &Write{name: table, columns: columns, keyed: true}
	var set []string
	for _, column := range others {
		if !column.constant {
			set = append(set, column.Name+" = excluded."+column.Name)
		}
	}
	conflict := " ON CONFLICT (" + key.Name + ") DO UPDATE SET " + strings.Join(set, ", ")
	w.one = insertOne(table, columns) + conflict
	w.many = insertMany(table, columns) + conflict
	return w
}

// NewUpdate changes some columns of rows that exist, by the key in the first
// column; a key without a row changes nothing. Only the last row staged for a
// key is sent. Writes to one table are sent in the order in which a
// transaction first used them, so nobody mixes two of them on one row.
func NewUpdate(table string, key Column, others ...Column) *Write {
	w := &Write{name: table, columns: append([]Column{key}, others...), keyed: true}
	one, many := make([]string, len(others)), make([]string, len(others))
	for i, column := range others {
		one[i] = fmt.Sprintf("%s = $%d", column.Name, i+2)
		many[i] = column.Name + " = v." + column.Name
	}
	w.one = "UPDATE " + table + " SET " + strings.Join(one, ", ") + " WHERE " + key.Name + " = $1"
	w.many = "UPDATE " + table + " SET " + strings.Join(many, ", ") + " FROM unnest(" + arrays(w.columns) + ") AS v (" + names(w.columns) + ") WHERE " + table + "." + key.Name + " = v." + key.Name
	return w
}

func insertOne(table string, columns []Column) string {
	places := make([]string, len(columns))
	for i := range columns {
		places[i] = fmt.Sprintf("$%d", i+1)
	}
	return "INSERT INTO " + table + " (" + names(columns) + ") VALUES (" + strings.Join(places, ", ") + ")"
}

// insertMany is PostgreSQL's form: one array per column, so that one prepared
// statement serves any number of rows.
func insertMany(table string, columns []Column) string {
	return "INSERT INTO " + table + " (" + names(columns) + ") SELECT * FROM unnest(" + arrays(columns) + ")"
}

func arrays(columns []Column) string {
	list := make([]string, len(columns))
	for i, column := range columns {
		kind := "text[]"
		if column.Integer {
			kind = "bigint[]"
		}
		list[i] = fmt.Sprintf("$%d::%s", i+1, kind)
	}
	return strings.Join(list, ", ")
}

func names(columns []Column) string {
	list := make([]string, len(columns))
	for i, column := range columns {
		list[i] = column.Name
	}
	return strings.Join(list, ", ")
}

// Add stages one row; values are in the order of the columns.
func (w *Write) Add(tx *Tx, values ...any) {
	if len(values) != len(w.columns) {
		panic(fmt.Sprintf("sqldb: %d values for the %d columns of %s", len(values), len(w.columns), w.name))
	}
	tx.stagedFor(w).add(tx, plainAll(values))
}

type staged struct {
	write *Write
	rows  [][]any
	byKey map[string]int
}

func (s *staged) add(tx *Tx, row []any) {
	if !s.write.keyed {
		s.rows = append(s.rows, row)
		if tx.mode != updating {
			tx.onUndo(func() { s.rows = s.rows[:len(s.rows)-1] })
		}
		return
	}
	key := row[0].(string)
	at, exists := s.byKey[key]
	if !exists {
		s.byKey[key] = len(s.rows)
		s.rows = append(s.rows, row)
		if tx.mode != updating {
			tx.onUndo(func() { s.rows = s.rows[:len(s.rows)-1]; delete(s.byKey, key) })
		}
		return
	}
	previous := s.rows[at]
	s.rows[at] = row
	if tx.mode != updating {
		tx.onUndo(func() { s.rows[at] = previous })
	}
}

// statements are what sends the staged rows on an engine.
func (s *staged) statements(engine Engine) []statement {
	if engine == SQLite || len(s.rows) == 1 {
		list := make([]statement, len(s.rows))
		for i, row := range s.rows {
			list[i] = statement{query: s.write.one, args: row}
		}
		return list
	}
	args := make([]any, len(s.write.columns))
	for i, column := range s.write.columns {
		if column.Integer {
			args[i] = columnOf[int64](s.rows, i)
		} else {
			args[i] = columnOf[string](s.rows, i)
		}
	}
	return []statement{{query: s.write.many, args: args}}
}

// columnOf turns rows into one column; a nil stays NULL.
func columnOf[T any](rows [][]any, i int) any {
	hasNull := false
	for _, row := range rows {
		hasNull = hasNull || row[i] == nil
	}
	if !hasNull {
		list := make([]T, len(rows))
		for n, row := range rows {
			list[n] = row[i].(T)
		}
		return list
	}
	list := make([]*T, len(rows))
	for n, row := range rows {
		if row[i] != nil {
			v := row[i].(T)
			list[n] = &v
		}
	}
	return list
}
