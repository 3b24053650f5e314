package lists

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/fault"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// countMax is where a count ends.
const countMax = 1_000

// List says how a table's rows are listed.
type List[T any] struct {
	Table *sqldb.Table[T]
	// Key is what the table's key is called where rows are shown: "orderNo".
	Key string
	// Where bounds the list to some of the table's rows, as a condition without
	// arguments; empty for all.
	Where   string
	Filters []Filter
	// Orders are what callers can choose among; the first that goes with their filters
	// is what they get otherwise.
	Orders []Order
}

// Order is one in which rows are listed. Both directions are served by one index.
type Order struct {
	// Name is what callers call it, as a rule that of a field of the rows.
	Name string
	// By are the columns, of which no two rows have the same; nothing else than plain
	// words and numbers is in them.
	By []string
	// Ascending is the direction unless callers say otherwise.
	Ascending bool
	// Without names filters with which no index serves the order.
	Without []string
}

// Newest is the order by columns, from the highest down.
func Newest(name string, by ...string) Order { return Order{Name: name, By: by} }

// First is the order by columns, from the lowest up.
func First(name string, by ...string) Order { return Order{Name: name, By: by, Ascending: true} }

// Page is a page of a list.
type Page[R any] struct {
	httpapi.List[R]
	Count *Count `json:"count,omitempty"`
}

// Count says how many rows fit.
type Count struct {
	Rows int64 `json:"rows" doc:"At most 1,000"`
	More bool  `json:"more" doc:"True where there are more than that"`
}

// asked is what a caller wants of a list.
type asked struct {
	httpapi.Page
	ids []string
	// hasIDs tells no ids from none.
	hasIDs    bool
	order     Order
	ascending bool
	count     bool
	condition string
	args      []any
}

// Check refuses a list that names what is not there.
func (l List[T]) Check() error {
	own := []string{fieldCursor, fieldSize, fieldSort, fieldOrder, fieldIDs, fieldCount}
	for _, f := range l.Filters {
		if slices.Contains(own, f.name) {
			return fmt.Errorf("lists: two fields are named %s", f.name)
		}
		own = append(own, f.name)
		if f.column != "" && !l.Table.Has(f.column) {
			return fmt.Errorf("lists: there is no column %s", f.column)
		}
	}
	for _, o := range l.Orders {
		for _, column := range o.By {
			if !l.Table.Has(column) {
				return fmt.Errorf("lists: there is no column %s", column)
			}
		}
	}
	if l.Key == "" || len(l.Orders) == 0 {
		return fmt.Errorf("lists: a list has a key and an order")
	}
	return nil
}

// Read is the page that a body asks for.
func (l List[T]) Read(tx *sqldb.Tx, body []byte) (p Page[T], err error) {
	a, err := l.decode(body, tx.Now())
	if err != nil {
		return p, err
	}
	rows := []T{}
	if !a.hasIDs || len(a.ids) > 0 {
		from, err := l.position(a)
		if err != nil {
			return p, err
		}
		text, args := l.page(a, from)
		if rows, err = sqldb.Collect(tx, l.Table.Scan, text, args...); err != nil {
			return p, err
		}
	}
	p.List = httpapi.NewList(a.Page, l.cursorName(a), rows, func(v T) []string { return positionOf(l.Table.Stored(v, a.order.By...)) })
	if a.count {
		p.Count, err = l.count(tx, a)
	}
	return p, err
}

// Find is the row with a key, where the list has it.
func (l List[T]) Find(tx *sqldb.Tx, key string) (v T, found bool, err error) {
	value, err := l.value(l.Table.Key(), key, l.Key)
	if err != nil {
		return v, false, err
	}
	where, args := l.where(l.Table.Key()+" = ?", []any{value})
	return sqldb.Find(tx, l.Table.Scan, numbered(l.Table.Select(where)), args...)
}

// decode reads a body strictly: a field that is unknown is a mistake.
func (l List[T]) decode(body []byte, now time.Time) (a asked, err error) {
	fields, err := a.decode(body)
	if err != nil {
		return a, err
	}
	var sort, direction string
	for name, into := range map[string]*string{fieldSort: &sort, fieldOrder: &direction} {
		if raw, given := fields[name]; given {
			if err := json.Unmarshal(raw, into); err != nil {
				return a, fault.Invalid(name)
			}
			delete(fields, name)
		}
	}
	narrowed, err := l.narrow(&a, fields, now)
	if err != nil {
		return a, err
	}
	for name := range fields {
		return a, fault.Invalid(name)
	}
	return a, l.choose(&a, sort, direction, narrowed)
}

// narrow makes the condition of all filters that are given, and names them.
func (l List[T]) narrow(a *asked, fields map[string]json.RawMessage, now time.Time) (narrowed []string, err error) {
	var conditions []string
	add := func(condition string, args ...any) {
		conditions, a.args = append(conditions, condition), append(a.args, args...)
	}
	for _, f := range l.Filters {
		raw, given := fields[f.name]
		if !given || string(raw) == "null" {
			delete(fields, f.name)
			continue
		}
		delete(fields, f.name)
		condition, args, err := f.read(raw, now)
		if err != nil {
			return nil, err
		}
		if condition != "" {
			add(condition, args...)
			narrowed = append(narrowed, f.name)
		}
	}
	if len(a.ids) > 0 {
		keys := make([]any, len(a.ids))
		for i, id := range a.ids {
			if keys[i], err = l.value(l.Table.Key(), id, fieldIDs); err != nil {
				return nil, err
			}
		}
		add(l.Table.Key()+" IN (?"+strings.Repeat(", ?", len(keys)-1)+")", keys...)
	}
	a.condition = strings.Join(conditions, " AND ")
	return narrowed, nil
}

// choose sets the order that is asked for.
func (l List[T]) choose(a *asked, sort, direction string, narrowed []string) error {
	at := slices.IndexFunc(l.Orders, func(o Order) bool {
		isServed := !slices.ContainsFunc(o.Without, func(filter string) bool { return slices.Contains(narrowed, filter) })
		return isServed && (sort == "" || sort == o.Name)
	})
	if at < 0 {
		return fault.Invalid(fieldSort)
	}
	a.order = l.Orders[at]
	switch direction {
	case "":
		a.ascending = a.order.Ascending
	case ascending, descending:
		a.ascending = direction == ascending
	default:
		return fault.Invalid(fieldOrder)
	}
	return nil
}

// where is the condition of a statement: of all rows of the list, and one more.
func (l List[T]) where(condition string, args []any) (text string, same []any) {
	var all []string
	for _, one := range []string{l.Where, condition} {
		if one != "" {
			all = append(all, one)
		}
	}
	if len(all) == 0 {
		return "", args
	}
	return "WHERE " + strings.Join(all, " AND "), args
}

// page is the statement of a page behind a position, or of the first one.
func (l List[T]) page(a asked, from []any) (text string, args []any) {
	condition, args := a.condition, slices.Clone(a.args)
	if from != nil {
		than := map[bool]string{true: " > ", false: " < "}[a.ascending]
		behind := "(" + strings.Join(a.order.By, ", ") + ")" + than + "(?" + strings.Repeat(", ?", len(from)-1) + ")"
		condition, args = strings.Join(slices.DeleteFunc([]string{condition, behind}, func(one string) bool { return one == "" }), " AND "), append(args, from...)
	}
	where, args := l.where(condition, args)
	direction := map[bool]string{true: "", false: " DESC"}[a.ascending]
	text = where + " ORDER BY " + strings.Join(a.order.By, direction+", ") + direction + " LIMIT ?"
	return numbered(l.Table.Select(text)), append(args, a.Limit())
}

// count is how many rows fit.
func (l List[T]) count(tx *sqldb.Tx, a asked) (*Count, error) {
	if a.hasIDs && len(a.ids) == 0 {
		return &Count{}, nil
	}
	where, args := l.where(a.condition, a.args)
	text := numbered("SELECT COUNT(*) FROM (SELECT 1 FROM " + l.Table.Name() + " " + where + " LIMIT ?) AS fitting")
	n, err := sqldb.Get[int64](tx, text, append(slices.Clone(args), countMax+1)...)
	return &Count{Rows: min(n, countMax), More: n > countMax}, err
}

// numbered gives the arguments of a statement their numbers.
func numbered(text string) string {
	var out strings.Builder
	for i, piece := range strings.Split(text, "?") {
		if i > 0 {
			out.WriteString("$" + strconv.Itoa(i))
		}
		out.WriteString(piece)
	}
	return out.String()
}

// cursorName ties cursors to the list and the order they were made in.
func (l List[T]) cursorName(a asked) string {
	return l.Table.Name() + " " + a.order.Name + strconv.FormatBool(a.ascending)
}

// position is where a page begins; nil for the first.
func (l List[T]) position(a asked) ([]any, error) {
	parts, err := a.After(l.cursorName(a), len(a.order.By))
	if parts == nil || err != nil {
		return nil, err
	}
	position := make([]any, len(parts))
	for i, part := range parts {
		text, err := url.PathUnescape(part)
		if err != nil {
			return nil, fault.Invalid(fieldCursor)
		}
		if position[i], err = l.value(a.order.By[i], text, fieldCursor); err != nil {
			return nil, err
		}
	}
	return position, nil
}

// positionOf is a position as a cursor holds it.
func positionOf(stored []any) []string {
	return each.Of(stored, func(one any) string { return url.PathEscape(fmt.Sprint(one)) })
}

// value is what a column is compared with; field names what is refused.
func (l List[T]) value(column, text, field string) (any, error) {
	if l.Table.IsInteger(column) {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fault.Invalid(field)
		}
		return n, nil
	}
	raw, err := json.Marshal(text)
	if err != nil {
		return nil, fault.Invalid(field)
	}
	return textOf(field, raw)
}
