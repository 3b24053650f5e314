package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"strconv"
	"time"

	"etld/internal/infra/sqldb"
)

// exportPagesMax bounds the pages of one part.
const exportPagesMax = 20_000

// errEndless is a part that never comes to its last page.
var errEndless = errors.New("a part of a person's data has no end")

// Exported is everything that the platform holds about a person and shows that
// person.
type Exported struct {
	MadeAt time.Time `json:"madeAt"`
	// Parts are answers of calls by the part's name; of lists, the rows of all pages.
	Parts map[string]json.RawMessage `json:"parts" nullable:"false" doc:"By name; a list has the rows of all pages, and everything else is what its call answers"`
}

// personalPart is one part of a person's data.
type personalPart struct {
	name   string
	binder *binder
	newIn  func() any
	read   func(tx *sqldb.Tx, c Caller, in any) (any, error)
}

type paged interface {
	page() (rows []any, next string, hasMore bool)
}

func (l List[T]) page() (rows []any, next string, hasMore bool) {
	rows = make([]any, len(l.List))
	for i, row := range l.List {
		rows[i] = row
	}
	return rows, l.NextCursor, l.HasMore
}

// Personal adds what no call of its own shows to a person's data. Views with
// Op.Personal are parts by themselves.
func Personal[In, Out any](api *API, name string, read func(tx *sqldb.Tx, c Caller, in In) (Out, error)) {
	api.addPersonal(name, newBinder(reflect.TypeFor[In]()), newIn[In], func(tx *sqldb.Tx, c Caller, in any) (any, error) {
		return read(tx, c, *in.(*In))
	})
}

func (api *API) addPersonal(name string, b *binder, newIn func() any, read func(tx *sqldb.Tx, c Caller, in any) (any, error)) {
	for _, p := range b.list {
		if p.required {
			panic(fmt.Sprintf("httpapi: the part %s of a person's data needs %s", name, p.name))
		}
	}
	for _, one := range api.personal {
		if one.name == name {
			panic(fmt.Sprintf("httpapi: two parts of a person's data are named %s", name))
		}
	}
	api.personal = append(api.personal, personalPart{name: name, binder: b, newIn: newIn, read: read})
}

// Export registers the call that answers with all parts of the caller's data, a page
// at a time.
func Export(api *API, op Op) {
	op.Rate = RateExport
	Long[None, Exported](api, op, func(ctx context.Context, c Caller, _ None, out *Pieces) error {
		out.Text(`{"madeAt":`)
		if err := out.Value(api.DB.Now()); err != nil {
			return err
		}
		out.Text(`,"parts":{`)
		for i, part := range api.personal {
			if i > 0 {
				out.Text(",")
			}
			if err := out.Value(part.name); err != nil {
				return err
			}
			out.Text(":")
			if err := exportPart(ctx, c, part, out); err != nil {
				return fmt.Errorf("export %s: %w", part.name, err)
			}
		}
		out.Text("}}")
		return nil
	})
}

// exportPart writes one part: an array of all its pages' rows, or what is no list
// as it is.
func exportPart(ctx context.Context, c Caller, part personalPart, out *Pieces) error {
	cursor, separator := "", "["
	for range exportPagesMax {
		data, err := part.page(ctx, c, cursor, out)
		if err != nil {
			return err
		}
		list, isList := data.(paged)
		if !isList {
			return out.Value(data)
		}
		rows, next, hasMore := list.page()
		for _, row := range rows {
			out.Text(separator)
			separator = ","
			if err := out.Value(row); err != nil {
				return err
			}
		}
		if !hasMore {
			if separator == "[" {
				out.Text("[")
			}
			out.Text("]")
			return nil
		}
		cursor = next
	}
	return errEndless
}

func (p personalPart) page(ctx context.Context, c Caller, cursor string, out *Pieces) (any, error) {
	in := p.newIn()
	query := url.Values{"size": {strconv.Itoa(PageSizeMax)}, cursorParam: {cursor}}
	if _, err := p.binder.bind(query.Encode(), in); err != nil {
		return nil, err
	}
	return sqldb.Value(ctx, out.View, func(tx *sqldb.Tx) (any, error) { return p.read(tx, c, in) })
}
