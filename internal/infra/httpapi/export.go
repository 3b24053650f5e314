package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"time"

	"etld/internal/infra/sqldb"
)

const (
	// exportsAtOnce bounds what all callers' exports take of the readers and of
	// PostgreSQL's connections; others wait their turn.
	exportsAtOnce = 4
	// exportWithin bounds one export, so that a slow reader gives the turn back.
	exportWithin = 5 * time.Minute
	// exportChunk is how much is collected before it is sent.
	exportChunk = 64 << 10
	// exportPagesMax bounds the pages of one part.
	exportPagesMax = 20_000
)

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

// paged is a page of a list.
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

// Export registers the call that answers with all parts of the caller's data. It
// reads a page at a time and sends what it has before it reads on, so that it takes
// little memory however much there is. An export that fails on its way is cut
// short, which no reader takes for JSON.
func Export(api *API, op Op) {
	turns := make(chan struct{}, exportsAtOnce)
	api.mustBeNew(op.Path)
	api.document(op, kindRead, newBinder(reflect.TypeFor[None]()), reflect.TypeFor[Exported]())
	api.calls[op.Path] = api.query(op, func(ctx context.Context, x *Exchange) (answer, error) {
		if err := api.letIn(ctx, x, op, RateExport); err != nil {
			return answer{}, err
		}
		ctx, cancel := context.WithTimeout(ctx, exportWithin)
		defer cancel()
		select {
		case turns <- struct{}{}:
			defer func() { <-turns }()
		case <-ctx.Done():
			return answer{}, ctx.Err()
		}
		return answer{Code: codeOK}, api.export(ctx, x)
	})
}

func (api *API) export(ctx context.Context, x *Exchange) error {
	x.Writer.Header().Set("Content-Type", "application/json; charset=utf-8")
	message := appendJSONText(nil, api.texts.message(x.Caller.Language, codeOK, nil))
	out := &exportWriter{x: x, connection: http.NewResponseController(x.Writer)}
	// Reading on the connection only tells that the reader went.
	if err := out.connection.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	fmt.Fprintf(&out.pending, `{"code":%d,"message":%s,"data":{"madeAt":`, codeOK, message)
	if err := out.value(api.db.Now()); err != nil {
		return err
	}
	out.pending.WriteString(`,"parts":{`)
	for i, part := range api.personal {
		if i > 0 {
			out.pending.WriteByte(',')
		}
		if err := out.value(part.name); err != nil {
			return err
		}
		out.pending.WriteByte(':')
		if err := api.exportPart(ctx, x, part, out); err != nil {
			return fmt.Errorf("export %s: %w", part.name, err)
		}
	}
	out.pending.WriteString(`}}}`)
	return out.send()
}

// exportPart writes one part: an array of all its pages' rows, or what is no list
// as it is.
func (api *API) exportPart(ctx context.Context, x *Exchange, part personalPart, out *exportWriter) error {
	cursor, separator := "", byte('[')
	for range exportPagesMax {
		data, err := api.personalPage(ctx, x, part, cursor)
		if err != nil {
			return err
		}
		list, isList := data.(paged)
		if !isList {
			return out.value(data)
		}
		rows, next, hasMore := list.page()
		for _, row := range rows {
			out.pending.WriteByte(separator)
			separator = ','
			if err := out.value(row); err != nil {
				return err
			}
		}
		if !hasMore {
			if separator == '[' {
				out.pending.WriteByte('[')
			}
			out.pending.WriteByte(']')
			return nil
		}
		if cursor = next; out.pending.Len() < exportChunk {
			continue
		}
		if err := out.send(); err != nil {
			return err
		}
	}
	return errEndless
}

// personalPage reads a page of a part, in a view of its own, for as long as the
// session lasts.
func (api *API) personalPage(ctx context.Context, x *Exchange, part personalPart, cursor string) (data any, err error) {
	in := part.newIn()
	query := url.Values{"size": {strconv.Itoa(PageSizeMax)}, cursorParam: {cursor}}
	if _, err := part.binder.bind(query.Encode(), in); err != nil {
		return nil, err
	}
	return data, api.db.View(ctx, func(tx *sqldb.Tx) error {
		if _, err := api.sessions.Find(tx, tokenHashOf(x.Request)); err != nil {
			return err
		}
		data, err = part.read(tx, x.Caller, in)
		return err
	})
}

// exportWriter collects what is sent in chunks. A failure before the first chunk is
// answered as any call's.
type exportWriter struct {
	x          *Exchange
	connection *http.ResponseController
	pending    bytes.Buffer
}

func (w *exportWriter) value(v any) error {
	encoded, err := json.Marshal(v)
	if err == nil {
		w.pending.Write(encoded)
	}
	return err
}

func (w *exportWriter) send() error {
	if err := w.connection.SetWriteDeadline(time.Now().Add(frameWithin)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	w.x.answered = true
	_, err := w.x.Writer.Write(w.pending.Bytes())
	w.pending.Reset()
	return err
}
