package lists

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/fault"
)

// textMax bounds what a filter is compared with, in bytes.
const textMax = 200

// Filter narrows a list where a caller gives it a value. What says nothing, "" or
// false, does not narrow.
type Filter struct {
	name   string
	schema huma.Schema
	// column is compared, or empty where the condition is a text of its own.
	column string
	// read makes a condition of what the caller gave: its text, with ? for each
	// argument, which is empty where nothing is narrowed.
	read func(raw json.RawMessage, now time.Time) (condition string, args []any, err error)
	// sample is what a test gives it.
	sample string
	// isCoarse says that most rows fit, so that it has no index of its own.
	isCoarse bool
}

// Doc says what a filter's name leaves open.
func (f Filter) Doc(text string) Filter {
	f.schema.Description = text
	return f
}

// Coarse says that most rows fit a filter, or that there are few rows: it is applied
// along the way, without an index of its own.
func (f Filter) Coarse() Filter {
	f.isCoarse = true
	return f
}

// Is finds the rows whose column holds a text.
func Is(name, column string) Filter {
	return Filter{name: name, schema: textSchema(""), column: column, sample: `"x"`,
		read: func(raw json.RawMessage, _ time.Time) (string, []any, error) {
			text, err := textOf(name, raw)
			if text == "" || err != nil {
				return "", nil, err
			}
			return column + " = ?", []any{text}, nil
		}}
}

// IsWallet finds the rows whose column holds a wallet's address, however its letters are
// written.
func IsWallet(name, column string) Filter {
	f := Is(name, column)
	of := f.read
	f.read = func(raw json.RawMessage, now time.Time) (string, []any, error) {
		condition, args, err := of(raw, now)
		for i, one := range args {
			if text, isText := one.(string); isText && common.IsHexAddress(text) {
				args[i] = common.HexToAddress(text).Hex()
			}
		}
		return condition, args, err
	}
	return f
}

// Prefix finds the rows whose column begins with a text.
func Prefix(name, column string) Filter {
	return Filter{name: name, schema: textSchema("What it begins with"), column: column, sample: `"x"`,
		read: func(raw json.RawMessage, _ time.Time) (string, []any, error) {
			text, err := textOf(name, raw)
			if text == "" || err != nil {
				return "", nil, err
			}
			return column + " >= ? AND " + column + " < ?", []any{text, text + string(utf8.MaxRune)}, nil
		}}
}

// OneOf finds the rows whose column holds one of some values. They stand in the
// statement's text, so that an index of some values alone is used.
func OneOf[S ~string](name, column string, values ...S) Filter {
	known := each.Of(values, func(v S) string { return string(v) })
	return Filter{name: name, schema: enumSchema(known), column: column, sample: fmt.Sprintf("%q", known[0]),
		read: func(raw json.RawMessage, _ time.Time) (string, []any, error) {
			text, err := textOf(name, raw)
			if text == "" || err != nil {
				return "", nil, err
			}
			if !slices.Contains(known, text) {
				return "", nil, fault.Invalid(name)
			}
			return column + " = " + literal(text), nil, nil
		}}
}

// From finds the rows whose column holds a time or a later one, and Before those that
// hold an earlier one. They go with an order by that column.
func From(name, column string) Filter { return At(name, column+" >= ?", micros) }

// Before is the other end of From.
func Before(name, column string) Filter { return At(name, column+" < ?", micros) }

func micros(at time.Time) any { return at }

// MadeFrom finds the rows that were made at a time or later by their ids, which begin with
// it, and MadeBefore those that were made earlier. They go with an order by ids.
func MadeFrom(name, column string) Filter { return At(name, column+" >= ?", firstID) }

// MadeBefore is the other end of MadeFrom.
func MadeBefore(name, column string) Filter { return At(name, column+" < ?", firstID) }

func firstID(at time.Time) any { return entropy.FirstID(at) }

// At finds the rows that fit a condition about a time; value is what the condition's ?
// is of it.
func At(name, condition string, value func(time.Time) any) Filter {
	return Filter{name: name, schema: huma.Schema{Type: huma.TypeString, Format: "date-time"}, sample: `"2026-01-02T03:04:05Z"`, isCoarse: true,
		read: func(raw json.RawMessage, _ time.Time) (string, []any, error) {
			var at time.Time
			if err := json.Unmarshal(raw, &at); err != nil {
				return "", nil, fault.Invalid(name)
			}
			if at.IsZero() {
				return "", nil, nil
			}
			return condition, []any{value(at)}, nil
		}}
}

// When finds the rows that fit a condition; args are what its ? are at a time.
func When(name, condition string, args func(now time.Time) []any) Filter {
	return Filter{name: name, schema: huma.Schema{Type: huma.TypeBoolean}, sample: "true",
		read: func(raw json.RawMessage, now time.Time) (string, []any, error) {
			var isAsked bool
			if err := json.Unmarshal(raw, &isAsked); err != nil {
				return "", nil, fault.Invalid(name)
			}
			switch {
			case !isAsked:
				return "", nil, nil
			case args == nil:
				return condition, nil, nil
			}
			return condition, args(now), nil
		}}
}

// In is the bound that a column holds one of some values, which are the program's own;
// none fits no row. No engine looks for these values in an index, as it would have to
// sort what it finds.
func In[S ~string](column string, values ...S) string {
	if len(values) == 0 {
		return "1 = 0"
	}
	return column + " || '' IN (" + strings.Join(each.Of(values, func(v S) string { return literal(string(v)) }), ", ") + ")"
}

// literal is a value of the program's own in a statement.
func literal(value string) string {
	if strings.ContainsFunc(value, func(r rune) bool { return r == '\'' || r == '\\' || r < ' ' || r > '~' }) {
		panic(fmt.Sprintf("lists: %q is no value of a list's", value))
	}
	return "'" + value + "'"
}

// textOf is a text that both engines take.
func textOf(name string, raw json.RawMessage) (text string, err error) {
	if err := json.Unmarshal(raw, &text); err != nil || len(text) > textMax || !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return "", fault.Invalid(name)
	}
	return text, nil
}
