package httpapi

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"reflect"

	"etld/internal/base/fault"
	"etld/internal/infra/sqldb"
)

// RateClass says which limit a call counts against.
type RateClass int

// The classes of the public contract. A call without one gets RateRead or
// RateWrite by how it was registered.
const (
	_ RateClass = iota
	RateRead
	RateWrite
	RateSignIn
	// RateExport is of the export of a person's data.
	RateExport
	// rateStranger is of calls whose token belongs to nobody.
	rateStranger
	// rateAddress is of all calls that are made with a session.
	rateAddress
	// rateReplay is of commands whose request id is known, rateReplayAddress of those of
	// an address.
	rateReplay
	rateReplayAddress
)

// Op describes a call to the world.
type Op struct {
	// Path is the call's path, "/api/miner/all".
	Path string
	// Tag groups calls in the documentation: the capability's name.
	Tag string
	// Summary is one line of documentation.
	Summary string
	// Public calls need no token.
	Public bool
	// Part is what an emergency stop can hold, and this command with it; empty
	// where no stop holds it. The gate knows the parts.
	Part string
	// Faults are the refusals the call may answer with beyond the common ones.
	Faults []fault.Fault
	// Rate overrides the class of the limit.
	Rate RateClass
	// Personal names the part of a person's data that a View answers with, for
	// Export; empty where it shows nothing about the caller that is kept.
	Personal string
}

// None is the parameters of a call that has none.
type None struct{}

// CommandSpec is what a command does.
type CommandSpec[In, Out any] struct {
	// Handle does the work in the transaction. It may run more than once. Any
	// error it returns undoes all it did; a fault becomes the stored answer
	// unless it is transient. What it returns is stored too and repeated to the
	// caller in any language, so it holds no text in the caller's.
	Handle func(tx sqldb.Command, c Caller, in In) (Out, error)
	// Hints names the rows Handle will probably read. Optional. The caller
	// has UserID and Language only.
	Hints func(c Caller, in In) []sqldb.Hint
}

// Read registers a call that changes nothing. The session was checked just
// before the handler runs.
func Read[In, Out any](api *API, op Op, handle func(ctx context.Context, c Caller, in In) (Out, error)) {
	plain(api, op, kindRead, handle)
}

// View registers a read that is answered from one snapshot, in which the
// session was checked too.
func View[In, Out any](api *API, op Op, handle func(tx *sqldb.Tx, c Caller, in In) (Out, error)) {
	register[In, Out](api, op, kindRead, func(b *binder) http.HandlerFunc {
		read := func(tx *sqldb.Tx, c Caller, in any) (any, error) { return handle(tx, c, *in.(*In)) }
		if op.Personal != "" {
			api.addPersonal(op.Personal, b, newIn[In], read)
		}
		return api.view(op, b, newIn[In], func(ctx context.Context, x *Exchange, in any, body func(sqldb.Command, func() (any, error)) error) error {
			return api.DB.View(ctx, func(tx *sqldb.Tx) error {
				return body(tx, func() (any, error) { return read(tx, x.Caller, in) })
			})
		})
	})
}

// Glance is View for a read of rows that Hints names, which takes one exchange with a
// server of the database then.
func Glance[In, Out any](api *API, op Op, spec CommandSpec[In, Out]) {
	register[In, Out](api, op, kindRead, func(b *binder) http.HandlerFunc {
		return api.view(op, b, newIn[In], func(ctx context.Context, x *Exchange, in any, body func(sqldb.Command, func() (any, error)) error) error {
			hints := append(api.sessionHints(x.Request), spec.Hints(x.Caller, *in.(*In))...)
			return api.DB.Glance(ctx, func(tx sqldb.Command) error {
				return body(tx, func() (any, error) { return spec.Handle(tx, x.Caller, *in.(*In)) })
			}, hints...)
		})
	})
}

// Action registers a call that writes but needs no request id, because
// repeating it does no harm.
func Action[In, Out any](api *API, op Op, handle func(ctx context.Context, c Caller, in In) (Out, error)) {
	plain(api, op, kindAction, handle)
}

// plain registers a call whose handler opens its own transactions.
func plain[In, Out any](api *API, op Op, kind callKind, handle func(ctx context.Context, c Caller, in In) (Out, error)) {
	class := cmp.Or(op.Rate, RateRead)
	if kind == kindAction {
		class = cmp.Or(op.Rate, RateWrite)
	}
	register[In, Out](api, op, kind, func(b *binder) http.HandlerFunc {
		return api.query(op, func(ctx context.Context, x *Exchange) (answer, error) {
			if err := api.letIn(ctx, x, op, class); err != nil {
				return answer{}, err
			}
			var in In
			if _, err := b.bind(x.Request.URL.RawQuery, &in); err != nil {
				return answer{}, err
			}
			data, err := handle(ctx, x.Caller, in)
			if api.isShort(err) {
				err = api.DB.Command(ctx, func(tx sqldb.Command) error { return api.Overdue.CatchUp(tx, x.Caller.UserID) })
				if err == nil {
					data, err = handle(ctx, x.Caller, in)
				}
			}
			return success(data, err)
		})
	})
}

// Command registers a call that takes effect once per request id.
func Command[In, Out any](api *API, op Op, spec CommandSpec[In, Out]) {
	registerCommand[In, Out](api, op, func(ctx context.Context, call *commandCall) error {
		in, hints := *call.in.(*In), call.hints()
		if spec.Hints != nil {
			hints = append(hints, spec.Hints(call.caller, in)...)
		}
		return api.DB.Command(ctx, func(tx sqldb.Command) error {
			return call.body(tx, func(c Caller) (any, error) { return spec.Handle(tx, c, in) })
		}, hints...)
	})
}

// Free registers a command that runs free statements: simpler, and slower. It is for
// rare ones. Of handle the same is true as of CommandSpec.Handle.
func Free[In, Out any](api *API, op Op, handle func(tx *sqldb.Tx, c Caller, in In) (Out, error)) {
	registerCommand[In, Out](api, op, func(ctx context.Context, call *commandCall) error {
		return api.DB.Update(ctx, func(tx *sqldb.Tx) error {
			return call.body(tx, func(c Caller) (any, error) { return handle(tx, c, *call.in.(*In)) })
		})
	})
}

func registerCommand[In, Out any](api *API, op Op, transact transact) {
	if op.Public {
		panic("httpapi: a command cannot be public: " + op.Path)
	}
	if op.Part != "" {
		api.parts[op.Path] = op.Part
	}
	register[In, Out](api, op, kindCommand, func(b *binder) http.HandlerFunc { return api.command(op, b, newIn[In], transact) })
}

// newIn makes an empty parameter struct; handlers get it back as *In.
func newIn[In any]() any { return new(In) }

type callKind int

const (
	kindRead callKind = iota
	kindAction
	kindCommand
)

// mustBeNew panics on a path that has a call.
func (api *API) mustBeNew(path string) {
	if _, exists := api.calls[path]; exists {
		panic(fmt.Sprintf("httpapi: %s is registered twice", path))
	}
}

func register[In, Out any](api *API, op Op, kind callKind, build func(*binder) http.HandlerFunc) {
	api.mustBeNew(op.Path)
	var extra []parameter
	if kind == kindCommand {
		extra = append(extra, requestIDParameter())
	}
	b := newBinder(reflect.TypeFor[In](), extra...)
	api.document(op, kind, b, reflect.TypeFor[Out]())
	api.calls[op.Path] = build(b)
}
