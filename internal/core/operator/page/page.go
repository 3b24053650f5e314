// Package page knows that an operator's call comes from a page of ours: the cookie with
// the session's token, which no page can read, and the header that follows from it.
package page

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"

	"etld/internal/base/fault"
)

// Cookie names the cookie, and Header what carries the token that follows from it.
const (
	Cookie = "etld_operator"
	Header = "X-CSRF-Token"
	// PassiveHeader marks calls that a page makes by itself: they do not keep a session
	// alive that nobody uses.
	PassiveHeader = "X-Background"

	path     = "/operator/"
	tokenMax = 128
)

// ErrOutdated refuses a call without the token that belongs to its cookie.
var ErrOutdated = fault.New(2002, "csrf_token_missing")

// Proof is the token that pages send in a header. It leads not back to the cookie's.
func Proof(token string) string {
	sum := sha256.Sum256([]byte("operator csrf|" + token))
	return hex.EncodeToString(sum[:])
}

// Keep gives a browser a session's token; an empty one makes it forget.
func Keep(token string, isSecure bool) *http.Cookie {
	c := &http.Cookie{Name: Cookie, Value: token, Path: path, HttpOnly: true, Secure: isSecure, SameSite: http.SameSiteStrictMode}
	if token == "" {
		c.MaxAge = -1
	}
	return c
}

// Token is a call's session, or empty.
func Token(r *http.Request) string {
	cookie, err := r.Cookie(Cookie)
	if err != nil || len(cookie.Value) > tokenMax {
		return ""
	}
	return cookie.Value
}

// Check refuses calls that do not come from a page of ours.
func Check(r *http.Request) error {
	token := Token(r)
	if token == "" {
		return fault.SignInAgain
	}
	if subtle.ConstantTimeCompare([]byte(r.Header.Get(Header)), []byte(Proof(token))) != 1 {
		return ErrOutdated
	}
	return nil
}
