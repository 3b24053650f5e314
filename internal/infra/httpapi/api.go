package httpapi

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	lru "github.com/hashicorp/golang-lru/v2"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/infra/listener"
	"etld/internal/infra/meter"
	"etld/internal/infra/sqldb"
)

const (
	tokenHeader    = "token"
	languageHeader = "lan"
	tokenLengthMax = 128
	queryLengthMax = 16 << 10
	bodyLengthMax  = 64 << 10
)

// Config is what an API is built from.
type Config struct {
	DB *sqldb.DB
	// Sessions knows whose token a call carries. Calls with bodies need none, as
	// whoever registers them judges their authority.
	Sessions Sessions
	Chance   entropy.Source
	Log      *slog.Logger
	Limits   Limits
	// TrustedProxies may name the client in X-Forwarded-For; see listener.ParseProxies.
	TrustedProxies listener.Proxies
	// Origins are the web origins that may call from another host.
	Origins []string
	// Gate may hold commands back. Optional.
	Gate Gate
	// Overdue is asked before a balance is said to be too small. Optional.
	Overdue Overdue
	// Observe is told about every answered call. Optional.
	Observe func(path string, code int, took time.Duration)
	// Admit may refuse a request before its call begins: it tells the HTTP
	// status and why, or 0. Optional.
	Admit func(r *http.Request) (status int, why string)
	// About heads the OpenAPI document; the zero value describes users' calls.
	About About
}

// API is a set of registered calls. Register everything before serving.
type API struct {
	Config
	texts  Texts
	limits *limiter
	// tokens remember who a token probably belongs to. They only save reads:
	// authority is the session's row, read in the call's own transaction.
	tokens *lru.Cache[string, knownToken]
	// touching are the hashes of sessions whose use is being recorded.
	touching sync.Map
	inFlight *inFlight
	streams  *streams
	// longs are the turns of long answers, longReads those of their reads.
	longs     *meter.Turns
	longReads chan struct{}
	// stopped ends longAfterStop after the server began to stop, and long answers with it.
	stopped       context.Context
	stop          context.CancelFunc
	longAfterStop time.Duration
	// heartBeat is how often a silent stream says that it is there.
	heartBeat time.Duration
	calls     map[string]http.HandlerFunc
	// bodyMax are the calls that may have a larger body than others.
	bodyMax map[string]int64
	parts   map[string]string
	// personal are the parts of a person's data, in the order of an export.
	personal []personalPart
	openAPI  *huma.OpenAPI
}

// New builds an API without calls.
func New(c Config) (*API, error) {
	texts, err := LoadTexts()
	if err != nil {
		return nil, err
	}
	tokens, err := lru.New[string, knownToken](tokensCached)
	if err != nil {
		return nil, err
	}
	api := &API{Config: c, texts: texts, limits: newLimiter(c.Limits), tokens: tokens, inFlight: newInFlight(), streams: newStreams(),
		longs: meter.NewTurns(longAtOnce), longReads: make(chan struct{}, longReads), longAfterStop: longAfterStop, heartBeat: heartBeat,
		calls: make(map[string]http.HandlerFunc), bodyMax: make(map[string]int64), parts: make(map[string]string), openAPI: newOpenAPI(c.About)}
	api.stopped, api.stop = context.WithCancel(context.Background())
	return api, nil
}

// Paths are the paths of all registered calls.
func (api *API) Paths() []string { return slices.Sorted(maps.Keys(api.calls)) }

// Parts tells of the commands that an emergency stop can hold which part they
// belong to, by path.
func (api *API) Parts() map[string]string { return maps.Clone(api.parts) }

// ServeHTTP answers a call under /api/.
func (api *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	api.allowOrigin(w, r)
	call, known := api.calls[r.URL.Path]
	if !known {
		http.Error(w, "unknown path", http.StatusNotFound)
		return
	}
	if r.Method != http.MethodPost {
		header.Set("Allow", http.MethodPost)
		if r.Method == http.MethodOptions && header.Get("Access-Control-Allow-Origin") != "" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		http.Error(w, "every call is a POST", http.StatusMethodNotAllowed)
		return
	}
	if len(r.URL.RawQuery) > queryLengthMax {
		http.Error(w, "the query is too long", http.StatusRequestURITooLong)
		return
	}
	if r.ContentLength > max(bodyLengthMax, api.bodyMax[r.URL.Path]) {
		header.Set("Connection", "close")
		http.Error(w, "the body is too large", http.StatusRequestEntityTooLarge)
		return
	}
	if api.Admit != nil {
		if status, why := api.Admit(r); status != 0 {
			http.Error(w, why, status)
			return
		}
	}
	call(w, r)
}

// allowOrigin lets the configured web origins call from another host.
func (api *API) allowOrigin(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	if origin == "" || len(api.Origins) == 0 {
		return
	}
	header := w.Header()
	header.Add("Vary", "Origin")
	if slices.Contains(api.Origins, origin) {
		header.Set("Access-Control-Allow-Origin", origin)
		header.Set("Access-Control-Allow-Methods", http.MethodPost)
		header.Set("Access-Control-Allow-Headers", "token, lan, content-type")
		header.Set("Access-Control-Max-Age", "7200")
	}
}

// Exchange is one call on its way through.
type Exchange struct {
	Writer  http.ResponseWriter
	Request *http.Request
	// Caller says what is known before anybody proved who they are.
	Caller Caller
	// Body is what a call with a body was sent.
	Body []byte
	// answered says that the work has written its answer itself, isStream that this is one
	// of events: how long that was open is no measure of a call.
	answered, isStream bool
}

// serve wraps what yields an answer into HTTP: language, faults, panics,
// metrics.
func (api *API) serve(path string, work func(ctx context.Context, x *Exchange) (answer, error)) func(http.ResponseWriter, *http.Request, []byte) {
	return func(w http.ResponseWriter, r *http.Request, body []byte) {
		began := time.Now()
		language := LanguageOf(r.Header.Get(languageHeader))
		x := &Exchange{Writer: w, Request: r, Body: body, Caller: Caller{Language: language, IP: api.TrustedProxies.ClientOf(r), Agent: listener.AgentOf(r.UserAgent())}}
		var a answer
		err := fault.Protect(func() (err error) {
			a, err = work(r.Context(), x)
			return err
		})
		if err != nil {
			a = api.answerFor(r.Context(), path, err)
		}
		if a.Code == fault.TooMany.Code {
			w.Header().Set("Retry-After", a.Params[retryAfterParam])
		}
		if a.Code != codeGone && !x.answered {
			api.write(w, a, language)
		}
		if api.Observe != nil && !x.isStream {
			api.Observe(path, a.Code, time.Since(began))
		}
	}
}

// query is a call whose parameters stand in the query; its body is not read.
func (api *API) query(op Op, work func(ctx context.Context, x *Exchange) (answer, error)) http.HandlerFunc {
	serve := api.serve(op.Path, work)
	return func(w http.ResponseWriter, r *http.Request) { serve(w, r, nil) }
}

// isShort says that a balance was too small, perhaps for want of what fell due.
func (api *API) isShort(err error) bool {
	f, isRefused := fault.As(err)
	return isRefused && f.IsShort() && api.Overdue != nil
}

// letIn refuses who is not signed in, unless everybody may call, and who calls too often.
func (api *API) letIn(ctx context.Context, x *Exchange, op Op, class RateClass) error {
	if !op.Public {
		if err := api.admitToken(x, class); err != nil {
			return err
		}
		if err := api.signedIn(ctx, x.Request, &x.Caller); err != nil {
			return api.chargeStranger(x, err)
		}
	}
	return api.limits.take(class, x.Caller)
}

// snapshot runs body in a transaction that reads, perhaps twice. handle is the call's own
// work in it.
type snapshot func(ctx context.Context, x *Exchange, in any, body func(tx sqldb.Command, handle func() (any, error)) error) error

// view serves a handler inside one snapshot together with the session check.
func (api *API) view(op Op, b *binder, newIn func() any, read snapshot) http.HandlerFunc {
	class := cmp.Or(op.Rate, RateRead)
	return api.query(op, func(ctx context.Context, x *Exchange) (a answer, err error) {
		if !op.Public {
			if err := api.admitToken(x, class); err != nil {
				return answer{}, err
			}
		}
		in, touch, isCharged := newIn(), "", false
		_, unfit := b.bind(x.Request.URL.RawQuery, in)
		err = read(ctx, x, in, func(tx sqldb.Command, handle func() (any, error)) (err error) {
			if !op.Public {
				if touch, err = api.checkSession(tx, x.Request, &x.Caller); err != nil {
					return err
				}
			}
			if !isCharged {
				isCharged = true
				err = api.limits.take(class, x.Caller)
			}
			if err = cmp.Or(err, unfit); err != nil {
				return err
			}
			a, err = success(handle())
			return err
		})
		api.touch(touch)
		if !op.Public {
			err = api.chargeStranger(x, err)
		}
		return a, err
	})
}
