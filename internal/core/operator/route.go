package operator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	// PathPrefix is where every call of operators stands.
	PathPrefix = "/operator/api/"

	bodyMax         = 64 << 10
	codeOK          = 200
	referenceLength = 10
)

// Route describes a call.
type Route struct {
	// Path follows PathPrefix: "proposals/list".
	Path string
	// Roles may call it; none means everybody who is signed in. Auditors may
	// make every View.
	Roles []Role
}

// Call is a running Action.
type Call struct {
	Caller
	note Note
}

// Note sets what the audit log will say about the call; the last one counts.
func (c *Call) Note(n Note) { c.note = n }

// exchange is one HTTP call on its way through.
type exchange struct {
	w      http.ResponseWriter
	r      *http.Request
	body   []byte
	caller Caller
}

type call func(ctx context.Context, x *exchange) (any, error)

// View registers a call that reads one snapshot.
func View[In, Out any](s *Service, route Route, handle func(tx *sqldb.Tx, c Caller, in In) (Out, error)) {
	readers := route.Roles
	if len(readers) > 0 {
		readers = append(slices.Clone(readers), Auditor)
	}
	s.describeCall(typesOf[In, Out](route, false))
	s.add(route.Path, func(ctx context.Context, x *exchange) (data any, err error) {
		if err := checkPage(x.r); err != nil {
			return nil, err
		}
		touchDue := false
		err = s.db.View(ctx, func(tx *sqldb.Tx) error {
			if touchDue, err = identify(tx, x.r, &x.caller); err != nil {
				return err
			}
			in, err := admit[In](s, x, readers)
			if err != nil {
				return err
			}
			data, err = handle(tx, x.caller, in)
			return err
		})
		if errors.Is(err, ErrForbidden) {
			return nil, errors.Join(err, s.noteForbidden(ctx, x, route))
		}
		if touchDue && err == nil {
			err = s.db.Update(ctx, func(tx *sqldb.Tx) error { return touch(tx, x.r) })
		}
		return data, err
	})
}

// Action registers a call that changes something. The handler runs in one
// transaction with the check of session and role and with the audit record; it
// may run more than once. A refusal undoes what it did and is recorded too.
func Action[In, Out any](s *Service, route Route, handle func(tx *sqldb.Tx, c *Call, in In) (Out, error)) {
	s.describeCall(typesOf[In, Out](route, true))
	action(s, route, handle)
}

// action is Action for a call that is described elsewhere.
func action[In, Out any](s *Service, route Route, handle func(tx *sqldb.Tx, c *Call, in In) (Out, error)) {
	s.add(route.Path, func(ctx context.Context, x *exchange) (data any, err error) {
		if err := checkPage(x.r); err != nil {
			return nil, err
		}
		var refused error
		err = s.db.Update(ctx, func(tx *sqldb.Tx) error {
			refused = nil
			touchDue, err := identify(tx, x.r, &x.caller)
			if err != nil {
				return err
			}
			c := &Call{Caller: x.caller}
			err = tx.Try(func() error {
				in, err := admit[In](s, x, route.Roles)
				if err != nil {
					return err
				}
				data, err = handle(tx, c, in)
				return err
			})
			if f, ok := fault.As(err); ok && isOfAuthority(f) {
				refused = err
				return recordRefusal(tx, x.caller, route.Path, c.note, f)
			}
			if err != nil {
				return err
			}
			if touchDue {
				if err := touch(tx, x.r); err != nil {
					return err
				}
			}
			return record(tx, x.caller, route.Path, outcomeDone, c.note)
		})
		if err == nil {
			err = refused
		}
		return data, err
	})
}

// isOfAuthority leaves typing mistakes and a full meter out of the audit log.
func isOfAuthority(f fault.Fault) bool {
	return f.Code != fault.InvalidField.Code && f.Code != fault.TooMany.Code
}

// admit checks limit, role and form, in this order.
func admit[In any](s *Service, x *exchange, roles []Role) (in In, err error) {
	if err := s.reads.Take(x.caller.ID); err != nil {
		return in, err
	}
	if !x.caller.May(roles) {
		return in, ErrForbidden
	}
	return decode[In](x.body)
}

func (s *Service) noteForbidden(ctx context.Context, x *exchange, route Route) error {
	return s.db.Update(ctx, func(tx *sqldb.Tx) error {
		return recordRefusal(tx, x.caller, route.Path, Note{}, ErrForbidden)
	})
}

func (s *Service) add(path string, work call) {
	if _, exists := s.calls[path]; exists {
		panic("operator: the call " + path + " is registered twice")
	}
	s.calls[path] = work
}

// ServeHTTP answers a call under PathPrefix.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	work, known := s.calls[strings.TrimPrefix(r.URL.Path, PathPrefix)]
	switch {
	case !known:
		http.Error(w, "unknown path", http.StatusNotFound)
		return
	case r.Method != http.MethodPost:
		header.Set("Allow", http.MethodPost)
		http.Error(w, "every call is a POST", http.StatusMethodNotAllowed)
		return
	case !isFromHere(r):
		http.Error(w, "calls come from this console's own pages", http.StatusForbidden)
		return
	case !isJSON(r):
		http.Error(w, "the body is JSON", http.StatusUnsupportedMediaType)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyMax))
	if err != nil {
		http.Error(w, "the body is too large or broke off", http.StatusRequestEntityTooLarge)
		return
	}
	if len(body) == 0 {
		body = []byte("{}")
	}
	x := &exchange{w: w, r: r, body: body, caller: Caller{Language: httpapi.LanguageOf(r.Header.Get("lan")), IP: s.proxies.ClientOf(r), Agent: httpapi.AgentOf(r.UserAgent())}}
	data, err := work(r.Context(), x)
	s.answer(x, data, err)
}

// isFromHere refuses other sites' pages: browsers name the origin of a POST.
func isFromHere(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host == r.Host
}

func isJSON(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}

// malformed is what a body that does not decode is refused with.
func malformed(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && kind.Field != "" {
		return fault.Invalid(kind.Field)
	}
	return fault.Invalid("body")
}

type envelope struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data"`
}

// answer writes data or what an error becomes. This is the only place that
// turns errors into answers.
func (s *Service) answer(x *exchange, data any, err error) {
	e := envelope{Code: codeOK, Data: data}
	if err != nil {
		f := s.faultOf(x, err)
		params := f.Params
		if params == nil {
			params = map[string]string{}
		}
		e = envelope{Code: f.Code, Message: s.texts.Message(x.caller.Language, f), Data: params}
	}
	text, err := json.Marshal(e)
	if err != nil {
		s.log.Error("an operator's answer cannot be encoded", "path", x.r.URL.Path, "error", err)
		http.Error(x.w, "the answer cannot be encoded", http.StatusInternalServerError)
		return
	}
	x.w.Header().Set("Content-Type", "application/json; charset=utf-8")
	x.w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	if _, err := x.w.Write(text); err != nil {
		s.log.Debug("the operator left before the answer", "error", err)
	}
}

func (s *Service) faultOf(x *exchange, err error) fault.Fault {
	if f, ok := fault.As(err); ok {
		return f
	}
	if errors.Is(err, sqldb.ErrUnavailable) {
		s.log.Warn("the database is not available", "path", x.r.URL.Path, "error", err)
		return fault.Maintenance
	}
	reference := entropy.Code(s.chance, referenceLength)
	s.log.Error("an operator's call failed", "path", x.r.URL.Path, "reference", reference, "error", fmt.Sprintf("%v", err))
	return fault.System.With("reference", reference)
}
