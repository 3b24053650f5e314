package operator

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"

	"etld/internal/base/fault"
	"etld/internal/core/operator/audit"
	"etld/internal/core/operator/page"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// PathPrefix is where every call of operators stands.
const PathPrefix = "/operator/api/"

// Route describes a call.
type Route struct {
	// Path follows PathPrefix: "proposals/list".
	Path string
	// Roles may call it; none means everybody who is signed in. Auditors may
	// make every View.
	Roles []Role
	// BodyMax is how large the body of an Upload may be.
	BodyMax int64
	// Turn is waited for before an Upload's body is read, so that those that wait take
	// no memory; leave is called once it was prepared. Optional.
	Turn func(ctx context.Context) (leave func(), err error)
}

// Call is a running Action.
type Call struct {
	Caller
	note audit.Note
}

// Note sets what the audit log will say about the call; the last one counts.
func (c *Call) Note(n audit.Note) { c.note = n }

// exchange is one call on its way through, with the person who makes it.
type exchange struct {
	*httpapi.Exchange
	caller Caller
}

type call func(ctx context.Context, x *exchange) (any, error)

// View registers a call that reads one snapshot.
func View[In, Out any](s *Service, route Route, handle func(tx *sqldb.Tx, c Caller, in In) (Out, error)) {
	view(s, typesOf[In, Out](route, false), handle)
}

// view is View for a call whose description says more than its types.
func view[In, Out any](s *Service, described documented, handle func(tx *sqldb.Tx, c Caller, in In) (Out, error)) {
	route, readers := described.route, described.route.Roles
	if len(readers) > 0 {
		readers = append(slices.Clone(readers), Auditor)
	}
	s.add(described, forPages(func(ctx context.Context, x *exchange) (data any, err error) {
		touchDue := false
		err = s.DB.View(ctx, func(tx *sqldb.Tx) error {
			if touchDue, err = identify(tx, x.Request, &x.caller); err != nil {
				return err
			}
			in, err := admit[In](s, x, readers)
			if err != nil {
				return err
			}
			out, err := handle(tx, x.caller, in)
			if err == nil {
				data, err = out, user.NameIn(tx, &out)
			}
			return err
		})
		if errors.Is(err, ErrForbidden) {
			return nil, errors.Join(err, s.noteForbidden(ctx, x, route))
		}
		if touchDue && err == nil {
			err = s.DB.Update(ctx, func(tx *sqldb.Tx) error { return touch(tx, x.Request) })
		}
		return data, err
	}))
}

// Action registers a call that changes something. The handler runs in one
// transaction with the check of session and role and with the audit record; it
// may run more than once. A refusal undoes what it did and is recorded too.
func Action[In, Out any](s *Service, route Route, handle func(tx *sqldb.Tx, c *Call, in In) (Out, error)) {
	action(s, typesOf[In, Out](route, true), handle)
}

// action is Action for a call whose description says more than its types.
func action[In, Out any](s *Service, described documented, handle func(tx *sqldb.Tx, c *Call, in In) (Out, error)) {
	s.add(described, forPages(func(ctx context.Context, x *exchange) (any, error) {
		return s.change(ctx, x, described.route, func(tx *sqldb.Tx, c *Call) (any, error) {
			in, err := admit[In](s, x, described.route.Roles)
			if err != nil {
				return nil, err
			}
			out, err := handle(tx, c, in)
			if err != nil {
				return nil, err
			}
			return out, user.NameIn(tx, &out)
		})
	}))
}

// Upload registers an Action that takes a large body and works on it before it changes
// anything. Role and limit are checked before the body is read, and role and session
// again in the transaction in which keep runs. What prepare refuses is recorded as
// what an Action refuses.
func Upload[In, Made, Out any](s *Service, route Route, prepare func(ctx context.Context, in In) (Made, error),
	keep func(tx *sqldb.Tx, c *Call, m Made) (Out, error)) {
	s.add(typesOf[In, Out](route, true), forPages(func(ctx context.Context, x *exchange) (any, error) {
		err := x.recognise(ctx, s.DB)
		if err == nil {
			err = s.mayCall(x, route.Roles)
		}
		var made Made
		if err == nil {
			made, err = prepared(ctx, x, route, prepare)
		}
		if _, isRefusal := fault.As(err); err != nil && (!isRefusal || x.caller.ID == "") {
			return nil, err
		}
		return s.change(ctx, x, route, func(tx *sqldb.Tx, c *Call) (any, error) {
			if err != nil {
				return nil, err
			}
			if !x.caller.May(route.Roles) {
				return nil, ErrForbidden
			}
			return keep(tx, c, made)
		})
	}))
}

func prepared[In, Made any](ctx context.Context, x *exchange, route Route, prepare func(ctx context.Context, in In) (Made, error)) (made Made, err error) {
	if route.Turn != nil {
		leave, err := route.Turn(ctx)
		if err != nil {
			return made, err
		}
		defer leave()
	}
	if err := x.ReadBody(); err != nil {
		return made, err
	}
	in, err := httpapi.DecodeBody[In](x.Body)
	x.Body = nil
	if err != nil {
		return made, err
	}
	return prepare(ctx, in)
}

// change runs what changes something in one transaction with the check of the session
// and with the audit record.
func (s *Service) change(ctx context.Context, x *exchange, route Route, do func(tx *sqldb.Tx, c *Call) (any, error)) (data any, err error) {
	var refused error
	err = s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		refused = nil
		touchDue, err := identify(tx, x.Request, &x.caller)
		if err != nil {
			return err
		}
		c := &Call{Caller: x.caller}
		err = tx.Try(func() error {
			data, err = do(tx, c)
			return err
		})
		if f, ok := fault.As(err); ok && isOfAuthority(f) {
			refused = err
			return audit.Refuse(tx, x.caller.by(), route.Path, c.note, f)
		}
		if err != nil {
			return err
		}
		if touchDue {
			if err := touch(tx, x.Request); err != nil {
				return err
			}
		}
		return audit.Write(tx, x.caller.by(), route.Path, c.note)
	})
	if err == nil {
		err = refused
	}
	return data, err
}

// isOfAuthority leaves typing mistakes and a full meter out of the audit log.
func isOfAuthority(f fault.Fault) bool {
	return f.Code != fault.InvalidField.Code && f.Code != fault.TooMany.Code
}

// admit checks limit, role and form, in this order.
func admit[In any](s *Service, x *exchange, roles []Role) (in In, err error) {
	if err := s.mayCall(x, roles); err != nil {
		return in, err
	}
	return httpapi.DecodeBody[In](x.Body)
}

// mayCall checks limit and role.
func (s *Service) mayCall(x *exchange, roles []Role) error {
	key := x.caller.ID
	// What pages ask by themselves takes nothing of what the person has left for a decision.
	if x.Request.Header.Get(page.PassiveHeader) != "" {
		key += " page"
	}
	if err := s.reads.Take(key); err != nil {
		return err
	}
	if !x.caller.May(roles) {
		return ErrForbidden
	}
	return nil
}

func (s *Service) noteForbidden(ctx context.Context, x *exchange, route Route) error {
	return s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		return audit.Refuse(tx, x.caller.by(), route.Path, audit.Note{}, ErrForbidden)
	})
}

// Stream registers a View whose answer does not end before the session does: it keeps
// none alive. The feed's caller has the rights of the last look at the session.
func Stream[Out any](s *Service, route Route, open func(c *Caller) httpapi.Feed[Out]) {
	described := typesOf[httpapi.None, Out](route, false)
	described.streams = true
	s.add(described, forPages(func(ctx context.Context, x *exchange) (any, error) {
		if err := x.recognise(ctx, s.DB); err != nil {
			return nil, err
		}
		x.Caller.UserID = x.caller.ID
		return nil, httpapi.AnswerByStream(ctx, s.api, x.Exchange, httpapi.Streaming[Out]{
			Open:     func(context.Context) (httpapi.Feed[Out], error) { return open(&x.caller), s.mayCall(x, nil) },
			StillMay: func(ctx context.Context) error { return x.recognise(ctx, s.DB) },
		})
	}))
}

// recognise looks at the session and whose it is.
func (x *exchange) recognise(ctx context.Context, db *sqldb.DB) error {
	return db.View(ctx, func(tx *sqldb.Tx) error {
		_, err := identify(tx, x.Request, &x.caller)
		return err
	})
}

// forPages is the work of a call that only a page of ours can make.
func forPages(work call) call {
	return func(ctx context.Context, x *exchange) (any, error) {
		if err := page.Check(x.Request); err != nil {
			return nil, err
		}
		return work(ctx, x)
	}
}

// add registers a call under PathPrefix with its description.
func (s *Service) add(d documented, work call) {
	httpapi.Handle(s.api, d.op(), func(ctx context.Context, x *httpapi.Exchange) (any, error) {
		call := &exchange{Exchange: x, caller: Caller{Language: x.Caller.Language, IP: x.Caller.IP, Agent: x.Caller.Agent}}
		if d.open || page.Token(x.Request) == "" {
			return work(ctx, call)
		}
		return s.countStrangers(ctx, call, work)
	})
}

// sessionsKnown is far more than there are operators.
const sessionsKnown = 1_000

// countStrangers counts a call whose cookie belongs to nobody against its address.
// Once that has used its calls up, a cookie that never belonged to anybody here is
// refused before anything is read for it. Operators behind the same address go on.
func (s *Service) countStrangers(ctx context.Context, x *exchange, work call) (any, error) {
	hash := httpapi.HashToken(page.Token(x.Request))
	if !s.known.Contains(hash) {
		if err := s.strangers.RefuseAddress(x.caller.IP); err != nil {
			return nil, err
		}
	}
	data, err := work(ctx, x)
	switch {
	case errors.Is(err, fault.SignInAgain):
		s.known.Remove(hash)
		return nil, cmp.Or(s.strangers.TakeAddress(x.caller.IP), err)
	case x.caller.SessionID != "":
		s.known.Add(hash, struct{}{})
	}
	return data, err
}

// EndStreams ends what would not end by itself: the server stops.
func (s *Service) EndStreams() { s.api.EndStreams() }

// ServeHTTP answers a call under PathPrefix.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.api.ServeHTTP(w, r) }
