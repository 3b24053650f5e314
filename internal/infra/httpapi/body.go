package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"etld/internal/base/fault"
	"etld/internal/infra/listener"
	"etld/internal/infra/schemas"
)

// BodyOp describes a call whose parameters are a JSON body. Who may make it is
// judged by whoever registers it.
type BodyOp struct {
	// Path is the call's path, "/operator/api/pools/fund".
	Path string
	// Tag groups calls in the documentation.
	Tag string
	// Description is for readers.
	Description string
	// Body and Data are the types of the request's body and the answer's data.
	Body, Data reflect.Type
	// Schema describes the body where no type does.
	Schema *huma.Schema
	// Open calls need no session.
	Open bool
	// BodyMax lets a call have a larger body than others. Its work asks for the body
	// itself, with Exchange.ReadBody, once it knows who calls; 0 is no such call.
	BodyMax int64
	// Extensions are further facts for the document, by names that begin with
	// x-.
	Extensions map[string]any
}

// Handle registers a call with a body. It panics on a path that is registered
// twice and on types that cannot be described, which shows at start.
func Handle(api *API, op BodyOp, work func(ctx context.Context, x *Exchange) (any, error)) {
	api.mustBeNew(op.Path)
	if err := errors.Join(describable(op.Body), describable(op.Data)); err != nil {
		panic(fmt.Sprintf("httpapi: %s: %v", op.Path, err))
	}
	api.documentBody(op)
	serve := api.serve(op.Path, func(ctx context.Context, x *Exchange) (answer, error) {
		return success(work(ctx, x))
	})
	if op.BodyMax > 0 {
		api.bodyMax[op.Path] = op.BodyMax
		api.calls[op.Path] = func(w http.ResponseWriter, r *http.Request) {
			r.Body = http.MaxBytesReader(w, r.Body, op.BodyMax)
			serve(w, r, nil)
		}
		return
	}
	api.calls[op.Path] = func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyLengthMax))
		if err != nil {
			http.Error(w, "the body is too large or broke off", http.StatusRequestEntityTooLarge)
			return
		}
		if len(body) == 0 {
			body = []byte("{}")
		}
		serve(w, r, body)
	}
}

// ReadBody reads the body of a call that has BodyMax. A body that is larger, or breaks
// off, is refused. Its time begins now: the work may have waited for its turn.
func (x *Exchange) ReadBody() (err error) {
	deadline := time.Now().Add(listener.BodyWithin)
	if err := http.NewResponseController(x.Writer).SetReadDeadline(deadline); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if x.Body, err = io.ReadAll(x.Request.Body); err != nil {
		return fault.Invalid("body")
	}
	return nil
}

// DecodeBody reads JSON strictly: a field that is unknown is a mistake, and a value
// that the document does not list. An optional Check() error of the type, also on
// its pointer, refuses what else is wrong and normalises what was read.
func DecodeBody[P any](raw []byte) (p P, err error) {
	if bytes.Contains(raw, []byte(`\u0000`)) {
		// PostgreSQL keeps no NUL in a text.
		return p, fault.Invalid("body")
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&p); err != nil {
		return p, malformed(err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return p, fault.Invalid("body")
	}
	if err := checkFields(reflect.ValueOf(&p).Elem()); err != nil {
		return p, err
	}
	if checker, ok := any(&p).(Checker); ok {
		return p, checker.Check()
	}
	return p, nil
}

// checkFields refuses a text that is none of its field's values, and an id that is none:
// what the document says of a field holds without a Check. What may be left out and
// is left out passes.
func checkFields(body reflect.Value) error {
	if body.Kind() != reflect.Struct {
		return nil
	}
	for i := range body.NumField() {
		field := body.Type().Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		one := bodyField{name: name, mayMiss: strings.Contains(options, "omitempty") || field.Tag.Get("optional") == "true"}
		if values := field.Tag.Get("enum"); values != "" {
			one.values = strings.Split(values, ",")
		}
		if err := one.check(body.Field(i)); err != nil {
			return err
		}
	}
	return nil
}

// bodyField is what a field of a body may hold.
type bodyField struct {
	name    string
	mayMiss bool
	values  []string
}

func (f bodyField) check(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Struct:
		return checkFields(v)
	case reflect.Pointer:
		f.mayMiss = false
		if !v.IsNil() {
			return f.check(v.Elem())
		}
	case reflect.Slice:
		f.mayMiss = false
		for i := 0; v.Type().Elem().Kind() != reflect.Uint8 && i < v.Len(); i++ {
			if err := f.check(v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.String:
		text := v.String()
		if f.values == nil {
			f.values = schemas.ValuesOf(v.Type())
		}
		if (text != "" || !f.mayMiss) && (v.Type() == idType && !idForm.MatchString(text) || f.values != nil && !slices.Contains(f.values, text)) {
			return fault.Invalid(f.name)
		}
	}
	return nil
}

// malformed is what a body that does not decode is refused with.
func malformed(err error) error {
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && kind.Field != "" {
		return fault.Invalid(kind.Field)
	}
	return fault.Invalid("body")
}
