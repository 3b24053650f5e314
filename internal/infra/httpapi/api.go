package httpapi

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
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
	// Sessions may be set later with SetSessions, before the first call.
	Sessions Sessions
	Chance   entropy.Source
	Log      *slog.Logger
	Limits   Limits
	// TrustedProxies may name the client in X-Forwarded-For; see ParseProxies.
	TrustedProxies Proxies
	// Origins are the web origins that may call from another host.
	Origins []string
	// Gate may hold commands back. Optional.
	Gate Gate
	// Observe is told about every answered call. Optional.
	Observe func(path string, code int, took time.Duration)
	// Version goes into the OpenAPI document.
	Version string
}

// API is a set of registered calls. Register everything before serving.
type API struct {
	db       *sqldb.DB
	sessions Sessions
	chance   entropy.Source
	log      *slog.Logger
	texts    Texts
	limits   *limiter
	proxies  Proxies
	origins  map[string]bool
	gate     Gate
	observe  func(path string, code int, took time.Duration)
	tokens   *tokenCache
	inFlight *inFlight
	calls    map[string]http.HandlerFunc
	openAPI  *huma.OpenAPI
}

// New builds an API without calls.
func New(c Config) (*API, error) {
	if c.DB == nil || c.Chance == nil || c.Log == nil {
		return nil, errors.New("httpapi: DB, Chance and Log are needed")
	}
	texts, err := LoadTexts()
	if err != nil {
		return nil, err
	}
	tokens, err := newTokenCache()
	if err != nil {
		return nil, err
	}
	limits, err := newLimiter(c.Limits)
	if err != nil {
		return nil, err
	}
	api := &API{db: c.DB, sessions: c.Sessions, chance: c.Chance, log: c.Log, texts: texts, limits: limits,
		proxies: c.TrustedProxies, origins: make(map[string]bool), gate: c.Gate, observe: c.Observe, tokens: tokens,
		inFlight: newInFlight(), calls: make(map[string]http.HandlerFunc), openAPI: newOpenAPI(c.Version)}
	for _, origin := range c.Origins {
		api.origins[origin] = true
	}
	return api, nil
}

// SetSessions tells the API who knows the sessions. Call it before serving.
func (api *API) SetSessions(s Sessions) { api.sessions = s }

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
	if r.ContentLength > bodyLengthMax {
		header.Set("Connection", "close")
		http.Error(w, "the body is too large", http.StatusRequestEntityTooLarge)
		return
	}
	call(w, r)
}

// allowOrigin lets the configured web origins call from another host.
func (api *API) allowOrigin(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	if origin == "" || len(api.origins) == 0 {
		return
	}
	header := w.Header()
	header.Add("Vary", "Origin")
	if api.origins[origin] {
		header.Set("Access-Control-Allow-Origin", origin)
		header.Set("Access-Control-Allow-Methods", http.MethodPost)
		header.Set("Access-Control-Allow-Headers", "token, lan, content-type")
		header.Set("Access-Control-Max-Age", "7200")
	}
}

// serve wraps what yields an answer into HTTP: language, faults, panics,
// metrics.
func (api *API) serve(op Op, work func(ctx context.Context, r *http.Request, c Caller) (answer, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		c := Caller{Language: LanguageOf(r.Header.Get(languageHeader)), IP: api.proxies.ClientOf(r), Agent: AgentOf(r.UserAgent())}
		var a answer
		err := protect(func() (err error) {
			a, err = work(r.Context(), r, c)
			return err
		})
		if err != nil {
			a = api.answerFor(r.Context(), op.Path, err)
		}
		if a.Code == fault.TooMany.Code {
			w.Header().Set("Retry-After", a.Params[retryAfterParam])
		}
		if a.Code != codeGone {
			api.write(w, a, c.Language)
		}
		if api.observe != nil {
			api.observe(op.Path, a.Code, time.Since(began))
		}
	}
}

// plain serves a handler that opens its own transactions.
func (api *API) plain(op Op, b *binder, class RateClass, handle func(ctx context.Context, c Caller, in any) (any, error), newIn func() any) http.HandlerFunc {
	if op.Rate != rateDefault {
		class = op.Rate
	}
	return api.serve(op, func(ctx context.Context, r *http.Request, c Caller) (answer, error) {
		if !op.Public {
			if err := api.signedIn(ctx, r, &c); err != nil {
				return answer{}, err
			}
		}
		if err := api.limits.take(class, c); err != nil {
			return answer{}, err
		}
		in := newIn()
		if _, err := b.bind(r.URL.RawQuery, in); err != nil {
			return answer{}, err
		}
		data, err := handle(ctx, c, in)
		if err != nil {
			return answer{}, err
		}
		return success(data)
	})
}

// view serves a handler inside one snapshot together with the session check.
func (api *API) view(op Op, b *binder, handle func(tx *sqldb.Tx, c Caller, in any) (any, error), newIn func() any) http.HandlerFunc {
	class := op.Rate
	if class == rateDefault {
		class = RateRead
	}
	return api.serve(op, func(ctx context.Context, r *http.Request, c Caller) (a answer, err error) {
		touch := ""
		err = api.db.View(ctx, func(tx *sqldb.Tx) error {
			if !op.Public {
				if touch, err = api.checkSession(tx, r, &c); err != nil {
					return err
				}
			}
			if err := api.limits.take(class, c); err != nil {
				return err
			}
			in := newIn()
			if _, err := b.bind(r.URL.RawQuery, in); err != nil {
				return err
			}
			data, err := handle(tx, c, in)
			if err != nil {
				return err
			}
			a, err = success(data)
			return err
		})
		api.touch(ctx, touch)
		return a, err
	})
}

// tooMany is the refusal of a limit that frees up after a while.
func tooMany(after time.Duration) error {
	seconds := max(1, int((after+time.Second-1)/time.Second))
	return fault.TooMany.With(retryAfterParam, strconv.Itoa(seconds))
}
