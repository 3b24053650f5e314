package sqldb

import (
	"fmt"
	"strings"
)

// Swap is a statement that changes rows of a table, by the key in the first
// column, only where every column it names still holds what it held when the
// row was read. So work can be prepared in a view, beside the writer, and be
// dropped where something came between.
type Swap struct {
	table   string
	columns []Column
	// order are the positions of a row's values, as SwapRow has them one after
	// the other, in the order of the statement's parameters.
	order     []int
	one, many string
}

// SwapRow is a row that a Swap is to change, made by Swap.Row.
type SwapRow struct{ values []any }

// NewSwap declares the columns. Those that are written once are compared and
// not changed.
func NewSwap(table string, key Column, others ...Column) *Swap {
	s := &Swap{table: table, columns: append([]Column{key}, others...), order: []int{0}}
	var setOne, setMany []string
	for i, column := range others {
		if column.constant {
			continue
		}
		s.order = append(s.order, 1+len(others)+i)
		setOne = append(setOne, fmt.Sprintf("%s = $%d", column.Name, len(s.order)))
		setMany = append(setMany, column.Name+" = v.becomes_"+column.Name)
	}
	whereOne, whereMany := key.Name+" = $1", table+"."+key.Name+" = v."+key.Name
	for i, column := range others {
		s.order = append(s.order, 1+i)
		whereOne += fmt.Sprintf(" AND %s = $%d", column.Name, len(s.order))
		whereMany += fmt.Sprintf(" AND %s.%s = v.was_%s", table, column.Name, column.Name)
	}
	s.one = "UPDATE " + table + " SET " + strings.Join(setOne, ", ") + " WHERE " + whereOne
	parameters := make([]Column, len(s.order))
	for n, at := range s.order {
		parameters[n] = s.parameter(at)
	}
	s.many = "UPDATE " + table + " SET " + strings.Join(setMany, ", ") + " FROM unnest(" + arrays(parameters) + ") AS v (" + names(parameters) + ") WHERE " +
		whereMany + " RETURNING " + table + "." + key.Name
	return s
}

// parameter is the column of PostgreSQL's rows that a value stands in.
func (s *Swap) parameter(at int) Column {
	others := len(s.columns) - 1
	switch {
	case at == 0:
		return s.columns[0]
	case at > others:
		column := s.columns[at-others]
		return Column{Name: "becomes_" + column.Name, Integer: column.Integer}
	}
	column := s.columns[at]
	return Column{Name: "was_" + column.Name, Integer: column.Integer}
}

// Row says what the columns behind the key were and what they become. It needs
// no transaction.
func (s *Swap) Row(key string, was, becomes []any) SwapRow {
	others := len(s.columns) - 1
	if len(was) != others || len(becomes) != others {
		panic(fmt.Sprintf("sqldb: %d and %d values for the %d columns of %s behind the key", len(was), len(becomes), others, s.table))
	}
	values := make([]any, len(s.order))
	for n, at := range s.order {
		switch {
		case at == 0:
			values[n] = key
		case at <= others:
			values[n] = plain(was[at-1])
		default:
			values[n] = plain(becomes[at-1-others])
		}
	}
	return SwapRow{values}
}

// Do changes the rows at once, whose keys must all differ, and returns the
// indexes of those that were no longer what they had been. Lookups that
// remember one of the rows are for the caller to set right. It is not for
// commands.
func (s *Swap) Do(tx *Tx, rows []SwapRow) (missed []int, err error) {
	switch {
	case tx.mode != updating:
		return nil, ErrRawInCommand
	case len(rows) == 0:
		return nil, nil
	case tx.engine == SQLite:
		return s.oneByOne(tx, rows)
	}
	return s.together(tx, rows)
}

func (s *Swap) oneByOne(tx *Tx, rows []SwapRow) (missed []int, err error) {
	affected := make([]int64, len(rows))
	list := tx.takeStaged()
	for i, row := range rows {
		list = append(list, statement{query: s.one, args: row.values, affected: &affected[i]})
	}
	if err := tx.send(list); err != nil {
		return nil, err
	}
	for i, n := range affected {
		if n == 0 {
			missed = append(missed, i)
		}
	}
	return missed, nil
}

func (s *Swap) together(tx *Tx, rows []SwapRow) (missed []int, err error) {
	values := make([][]any, len(rows))
	for i, row := range rows {
		values[i] = row.values
	}
	args := make([]any, len(s.order))
	for n, at := range s.order {
		if s.parameter(at).Integer {
			args[n] = columnOf[int64](values, n)
		} else {
			args[n] = columnOf[string](values, n)
		}
	}
	swapped := make(map[string]bool, len(rows))
	each := func(row *Row) error {
		var key string
		err := row.Scan(&key)
		swapped[key] = true
		return err
	}
	if err := tx.send(append(tx.takeStaged(), statement{query: s.many, args: args, each: each})); err != nil {
		return nil, err
	}
	for i := range values {
		if !swapped[values[i][0].(string)] {
			missed = append(missed, i)
		}
	}
	return missed, nil
}
