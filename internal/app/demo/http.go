package demo

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/common"
)

const (
	faucetsAtOnce = 4
	faucetTime    = 30 * time.Second
	advanceTime   = 10 * time.Minute
	// advanceMax keeps one jump within what jobs are tested for.
	advanceMax = 400 * 24 * time.Hour
)

// CatchUp lets everything that became due finish after the clock moved.
type CatchUp func(ctx context.Context) error

// RegisterPublic adds what a phone in the same network may use.
func (w *World) RegisterPublic(mux *http.ServeMux, catchUp CatchUp) {
	mux.Handle("POST /demo/rpc", rpcProxy(w.ChainURL(), w.log))
	mux.HandleFunc("POST /demo/faucet", ownPages(w.serveFaucet()))
	mux.HandleFunc("POST /demo/day", ownPages(answeredWithin(advanceTime, w.serveDay(catchUp))))
}

// RegisterOperator adds what belongs to this machine only.
func (w *World) RegisterOperator(mux *http.ServeMux, catchUp CatchUp) {
	mux.HandleFunc("POST /demo/faucet", ownPages(w.serveFaucet()))
	mux.HandleFunc("POST /demo/feed", ownPages(answeredWithin(advanceTime, w.serveFeed(catchUp))))
	mux.HandleFunc("POST /demo/hot-wallet", ownPages(w.serveHotWallet))
	mux.HandleFunc("POST /demo/advance", ownPages(answeredWithin(advanceTime, func(rw http.ResponseWriter, r *http.Request) {
		seconds, err := strconv.ParseInt(r.URL.Query().Get("seconds"), 10, 64)
		by := time.Duration(seconds) * time.Second
		if err != nil || seconds <= 0 || seconds > int64(advanceMax/time.Second) {
			answer(rw, http.StatusBadRequest, map[string]any{"error": "seconds must be between 1 and 34560000"})
			return
		}
		w.advance(rw, r, by, catchUp)
	})))
}

// answeredWithin gives a call that works for long its own time to answer, instead of
// the listener's.
func answeredWithin(limit time.Duration, next http.HandlerFunc) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		if err := http.NewResponseController(rw).SetWriteDeadline(time.Now().Add(limit)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return
		}
		next(rw, r)
	}
}

// ownPages refuses what a page of another site asks for: it could otherwise move the
// clock of a demo that runs in the same machine. Scripts name no site.
func ownPages(next http.HandlerFunc) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		if isForeign(r) {
			answer(rw, http.StatusForbidden, map[string]any{"error": "this is for the demo's own pages"})
			return
		}
		next(rw, r)
	}
}

// isForeign says that a browser asks for a page of another site.
func isForeign(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" {
		return site != "same-origin" && site != "none"
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return false
	}
	u, err := url.Parse(origin)
	return err != nil || u.Host != r.Host
}

// serveDay lets a day pass, one at a time: users see what a machine earns
// without waiting for it.
func (w *World) serveDay(catchUp CatchUp) http.HandlerFunc {
	turn := make(chan struct{}, 1)
	return func(rw http.ResponseWriter, r *http.Request) {
		select {
		case turn <- struct{}{}:
			defer func() { <-turn }()
		default:
			answer(rw, http.StatusServiceUnavailable, map[string]any{"error": "a day is passing"})
			return
		}
		w.advance(rw, r, 24*time.Hour, catchUp)
	}
}

func (w *World) advance(rw http.ResponseWriter, r *http.Request, by time.Duration, catchUp CatchUp) {
	ctx, cancel := context.WithTimeout(r.Context(), advanceTime)
	defer cancel()
	if err := w.Advance(ctx, by); err != nil {
		w.fail(rw, "advance the demo's clock", err)
		return
	}
	if err := catchUp(ctx); err != nil {
		w.fail(rw, "let due work finish", err)
		return
	}
	answer(rw, http.StatusOK, map[string]any{"now": w.clock.Now()})
}

func (w *World) serveFaucet() http.HandlerFunc {
	turns := make(chan struct{}, faucetsAtOnce)
	return func(rw http.ResponseWriter, r *http.Request) {
		address := r.URL.Query().Get("address")
		if !common.IsHexAddress(address) {
			answer(rw, http.StatusBadRequest, map[string]any{"error": "address must be 0x and 40 hexadecimal digits"})
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), faucetTime)
		defer cancel()
		select {
		case turns <- struct{}{}:
			defer func() { <-turns }()
		case <-ctx.Done():
			answer(rw, http.StatusServiceUnavailable, map[string]any{"error": "the faucet is busy"})
			return
		}
		if err := w.Faucet(ctx, common.HexToAddress(address)); err != nil {
			w.fail(rw, "faucet", err)
			return
		}
		answer(rw, http.StatusOK, map[string]any{"given": gift})
	}
}

func (w *World) fail(rw http.ResponseWriter, what string, err error) {
	w.log.Error("demo: "+what, "error", err)
	answer(rw, http.StatusInternalServerError, map[string]any{"error": what + " failed"})
}

func answer(rw http.ResponseWriter, status int, body any) {
	rw.Header().Set("Content-Type", "application/json")
	rw.WriteHeader(status)
	// The caller may be gone; there is nobody else to tell.
	_ = json.NewEncoder(rw).Encode(body)
}
