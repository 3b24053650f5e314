package httpapi

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"etld/internal/base/fault"
	"etld/internal/infra/sqldb"
)

const tokensCached = 100_000

type knownToken struct{ userID, sessionID string }

func tokenHashOf(r *http.Request) string {
	token := r.Header.Get(tokenHeader)
	if token == "" || len(token) > tokenLengthMax {
		return ""
	}
	return HashToken(token)
}

// knownCaller is who a command's token probably belongs to; the command's
// transaction decides.
func (api *API) knownCaller(ctx context.Context, hash string) (knownToken, error) {
	if hash == "" {
		return knownToken{}, fault.SignInAgain
	}
	if known, ok := api.tokens.Get(hash); ok {
		return known, nil
	}
	var session Session
	err := api.DB.Glance(ctx, func(tx sqldb.Command) (err error) {
		session, err = api.findSession(tx, hash)
		return err
	}, api.Sessions.Hints(hash)...)
	return knownToken{session.UserID, session.ID}, err
}

// admitToken refuses, before anything is read, whom this process knows and who has used
// the calls of a class up, and a token that it does not know while its address has used
// those of strangers up. Whoever is known passes these, so that strangers behind the same
// address keep nobody out. Commands name no class: a repetition costs nothing.
func (api *API) admitToken(x *Exchange, class RateClass) error {
	known, isKnown := api.tokens.Get(tokenHashOf(x.Request))
	switch {
	case !isKnown:
		return api.limits.isUsedUp(rateStranger, Caller{IP: x.Caller.IP})
	case class == 0:
		return nil
	}
	return api.limits.isUsedUp(class, Caller{UserID: known.userID, IP: x.Caller.IP})
}

// chargeStranger counts a call whose token belongs to nobody against its
// address.
func (api *API) chargeStranger(x *Exchange, err error) error {
	if !errors.Is(err, fault.SignInAgain) {
		return err
	}
	return cmp.Or(api.limits.take(rateStranger, Caller{IP: x.Caller.IP}), err)
}

func (api *API) findSession(tx sqldb.Command, hash string) (Session, error) {
	session, err := api.Sessions.Find(tx, hash)
	if err != nil {
		api.tokens.Remove(hash)
		return Session{}, err
	}
	api.tokens.Add(hash, knownToken{session.UserID, session.ID})
	return session, nil
}

// checkSession fills the caller from the token's session; touch is the hash
// of a session whose sliding expiry is due.
func (api *API) checkSession(tx sqldb.Command, r *http.Request, c *Caller) (touch string, err error) {
	hash := tokenHashOf(r)
	if hash == "" {
		return "", fault.SignInAgain
	}
	session, err := api.findSession(tx, hash)
	if err != nil {
		return "", err
	}
	c.UserID, c.SessionID = session.UserID, session.ID
	if session.TouchDue {
		touch = hash
	}
	return touch, nil
}

// sessionHints names what checkSession reads.
func (api *API) sessionHints(r *http.Request) []sqldb.Hint {
	if hash := tokenHashOf(r); hash != "" {
		return api.Sessions.Hints(hash)
	}
	return nil
}

// signedIn is checkSession in a view of its own.
func (api *API) signedIn(ctx context.Context, r *http.Request, c *Caller) error {
	touch := ""
	err := api.DB.Glance(ctx, func(tx sqldb.Command) (err error) {
		touch, err = api.checkSession(tx, r, c)
		return err
	}, api.sessionHints(r)...)
	if err != nil {
		return err
	}
	api.touch(touch)
	return nil
}

// touchWithin is how long an answer waits for the use of its session to be recorded.
const touchWithin = time.Second

// touch moves a session's sliding expiry. Reads are answered while nothing can be
// written, so a use that is not recorded soon is recorded later, once at a time. A
// failure only brings the expiry nearer and is no reason to refuse the call.
func (api *API) touch(hash string) {
	if hash == "" {
		return
	}
	if _, isUnderWay := api.touching.LoadOrStore(hash, true); isUnderWay {
		return
	}
	recorded := make(chan struct{})
	go func() {
		defer close(recorded)
		defer api.touching.Delete(hash)
		err := api.DB.Command(context.Background(), func(tx sqldb.Command) error { return api.Sessions.Touch(tx, hash) }, api.Sessions.Hints(hash)...)
		if err != nil {
			api.Log.Warn("a session could not be prolonged", "error", err)
		}
	}()
	select {
	case <-recorded:
	case <-time.After(touchWithin):
	}
}

// inFlight counts the calls that run under one request id in this process,
// those only that were let through.
type inFlight struct {
	mu    sync.Mutex
	count map[string]int
}

func newInFlight() *inFlight { return &inFlight{count: make(map[string]int)} }

// enter joins the calls of a key that run already, or asks admit whether the
// first of them may run.
func (f *inFlight) enter(key string, admit func() error) (repeats bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if repeats = f.count[key] > 0; !repeats {
		if err := admit(); err != nil {
			return false, err
		}
	}
	f.count[key]++
	return repeats, nil
}

func (f *inFlight) leave(key string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.count[key]--; f.count[key] == 0 {
		delete(f.count, key)
	}
}
