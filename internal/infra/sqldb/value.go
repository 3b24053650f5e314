package sqldb

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"strconv"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
)

// value is one column of one row: nothing, an integer or a text.
type value struct {
	null    bool
	isInt   bool
	integer int64
	text    string
}

// Row is the current row of a query. Its values are valid until the next row.
type Row struct {
	columns int
	column  func(i int) (value, error)
	// fields are what a Table scans into, kept from row to row.
	fields []any
}

// Scan copies the columns into dest: pointers to integer kinds, strings, bytes
// that are text, bool (stored as 0 or 1), time.Time and time.Duration (stored
// as microseconds).
// NULL is the zero value.
func (r *Row) Scan(dest ...any) error {
	if len(dest) != r.columns {
		return fmt.Errorf("sqldb: %d columns scanned into %d values", r.columns, len(dest))
	}
	for i, target := range dest {
		v, err := r.column(i)
		if err != nil {
			return fmt.Errorf("sqldb: column %d: %w", i+1, err)
		}
		if err := assign(target, v); err != nil {
			return fmt.Errorf("sqldb: column %d: %w", i+1, err)
		}
	}
	return nil
}

func assign(target any, v value) error {
	switch t := target.(type) {
	case *int64:
		return assignInt(v, t)
	case *string:
		*t = v.text
		if v.isInt && !v.null {
			*t = strconv.FormatInt(v.integer, 10)
		}
		return nil
	case *bool:
		var n int64
		err := assignInt(v, &n)
		*t = n != 0
		return err
	case *time.Time:
		var n int64
		err := assignInt(v, &n)
		*t = clock.FromMicros(n)
		return err
	case *time.Duration:
		var n int64
		err := assignInt(v, &n)
		*t = time.Duration(n) * time.Microsecond
		return err
	case *money.Amount:
		return assignInt(v, (*int64)(t))
	case *money.Asset:
		*t = money.Asset(v.text)
		return nil
	case *clock.Day:
		return assignInt(v, (*int64)(t))
	case coded:
		return t.read(v.text)
	}
	return assignKind(target, v)
}

func assignKind(target any, v value) error {
	p := reflect.ValueOf(target)
	if p.Kind() != reflect.Pointer || p.IsNil() {
		return fmt.Errorf("cannot scan into %T", target)
	}
	element := p.Elem()
	switch element.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		var n int64
		if err := assignInt(v, &n); err != nil {
			return err
		}
		if element.OverflowInt(n) {
			return fmt.Errorf("%d does not fit %s", n, element.Type())
		}
		element.SetInt(n)
		return nil
	case reflect.Uint64:
		var n int64
		err := assignInt(v, &n)
		element.SetUint(uint64(n))
		return err
	case reflect.String:
		element.SetString(v.text)
		return nil
	case reflect.Slice:
		if element.Type().Elem().Kind() == reflect.Uint8 {
			element.SetBytes([]byte(v.text))
			return nil
		}
	}
	return fmt.Errorf("cannot scan into %T", target)
}

func assignInt(v value, n *int64) error {
	if v.null {
		*n = 0
		return nil
	}
	if !v.isInt {
		return fmt.Errorf("text %q where an integer is expected", v.text)
	}
	*n = v.integer
	return nil
}

// plain brings an argument to one of nil, int64, string and []string, []int64
// (the last two for PostgreSQL's arrays only).
func plain(arg any) any {
	switch a := arg.(type) {
	case nil, int64, string, []string, []int64:
		return a
	case int:
		return int64(a)
	case bool:
		if a {
			return int64(1)
		}
		return int64(0)
	case time.Time:
		return clock.Micros(a)
	case time.Duration:
		return a.Microseconds()
	}
	v := reflect.ValueOf(arg)
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return v.Int()
	case reflect.String:
		return v.String()
	}
	panic(fmt.Sprintf("sqldb: an argument of type %T cannot be stored", arg))
}

func plainAll(args []any) []any {
	for i, arg := range args {
		args[i] = plain(arg)
	}
	return args
}

// PostgreSQL type ids of the few types the schema and its expressions use.
const (
	oidBool = 16
	oidInt8 = 20
	oidInt2 = 21
	oidInt4 = 23
	oidText = 25
	oidName = 19
	oidChar = 1042
	oidVar  = 1043
)

// pgValue reads PostgreSQL's binary format.
func pgValue(oid uint32, raw []byte) (value, error) {
	if raw == nil {
		return value{null: true}, nil
	}
	switch oid {
	case oidInt8:
		return value{isInt: true, integer: int64(binary.BigEndian.Uint64(raw))}, nil
	case oidInt4:
		return value{isInt: true, integer: int64(int32(binary.BigEndian.Uint32(raw)))}, nil
	case oidInt2:
		return value{isInt: true, integer: int64(int16(binary.BigEndian.Uint16(raw)))}, nil
	case oidBool:
		return value{isInt: true, integer: int64(raw[0])}, nil
	case oidText, oidVar, oidName, oidChar:
		return value{text: string(raw)}, nil
	}
	return value{}, fmt.Errorf("PostgreSQL type %d is not in the portable subset; cast it", oid)
}
