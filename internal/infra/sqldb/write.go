package sqldb

import (
	"fmt"
	"strings"
)

// rowWrite is a statement that stores rows: an insert, or an upsert or update by
// its first column. Rows are staged in the transaction and sent together when the batch
// ends (or before the next free statement).
type rowWrite struct {
	columns []column
	keyed   bool
	one     string
	many    string
}

// column is a column of a table.
type column struct {
	name  string
	field field
	// isInteger says BIGINT; otherwise the column is TEXT.
	isInteger bool
	// isConstant says that the column never changes after its row was inserted.
	isConstant bool
	// isNullable says that the column is NULL where its field is zero.
	isNullable bool
}

// newInsert stores new rows; an existing key is an error.
func newInsert(table string, columns []column) *rowWrite {
	return &rowWrite{columns: columns, one: insertOne(table, columns), many: insertMany(table, columns)}
}

// newUpsert stores rows by the key in the first column, new or not. Only the
// last row staged for a key is sent.
func newUpsert(table string, columns []column) *rowWrite {
	var set []string
	for _, c := range columns[1:] {
		if !c.isConstant {
			set = append(set, c.name+" = excluded."+c.name)
		}
	}
	conflict := " ON CONFLICT (" + columns[0].name + ") DO UPDATE SET " + strings.Join(set, ", ")
	return &rowWrite{columns: columns, keyed: true, one: insertOne(table, columns) + conflict, many: insertMany(table, columns) + conflict}
}

// newUpdate changes some columns of rows that exist, by the key in the first
// column; a key without a row changes nothing. Only the last row staged for a
// key is sent. Writes to one table are sent in the order in which a
// transaction first used them, so nobody mixes two of them on one row.
func newUpdate(table string, columns []column) *rowWrite {
	key, others := columns[0].name, columns[1:]
	one, many := make([]string, len(others)), make([]string, len(others))
	for i, c := range others {
		one[i] = fmt.Sprintf("%s = $%d", c.name, i+2)
		many[i] = c.name + " = v." + c.name
	}
	return &rowWrite{columns: columns, keyed: true,
		one:  "UPDATE " + table + " SET " + strings.Join(one, ", ") + " WHERE " + key + " = $1",
		many: "UPDATE " + table + " SET " + strings.Join(many, ", ") + " FROM unnest(" + arrays(columns) + ") AS v (" + names(columns) + ") WHERE " + table + "." + key + " = v." + key}
}

func insertOne(table string, columns []column) string {
	places := make([]string, len(columns))
	for i := range columns {
		places[i] = fmt.Sprintf("$%d", i+1)
	}
	return "INSERT INTO " + table + " (" + names(columns) + ") VALUES (" + strings.Join(places, ", ") + ")"
}

// insertMany is PostgreSQL's form: one array per column, so that one prepared
// statement serves any number of rows.
func insertMany(table string, columns []column) string {
	return "INSERT INTO " + table + " (" + names(columns) + ") SELECT * FROM unnest(" + arrays(columns) + ")"
}

func arrays(columns []column) string {
	list := make([]string, len(columns))
	for i, c := range columns {
		kind := "text[]"
		if c.isInteger {
			kind = "bigint[]"
		}
		list[i] = fmt.Sprintf("$%d::%s", i+1, kind)
	}
	return strings.Join(list, ", ")
}

func names(columns []column) string {
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = c.name
	}
	return strings.Join(list, ", ")
}

type staged struct {
	write *rowWrite
	rows  [][]any
	byKey map[string]int
}

func (s *staged) add(tx *Tx, row []any) {
	key, _ := row[0].(string)
	// What has no key to be staged by has no map either, and finds nothing in it.
	if at, exists := s.byKey[key]; exists {
		previous := s.rows[at]
		s.rows[at] = row
		tx.onUndo(func() { s.rows[at] = previous })
		return
	}
	if s.write.keyed {
		s.byKey[key] = len(s.rows)
	}
	s.rows = append(s.rows, row)
	tx.onUndo(func() { s.rows = s.rows[:len(s.rows)-1]; delete(s.byKey, key) })
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
	for i, c := range s.write.columns {
		if c.isInteger {
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
