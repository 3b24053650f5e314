// Package origin tells the requests of the console's own pages from those that other pages
// make a browser send.
package origin

import (
	"mime"
	"net/http"
	"net/url"
)

// Admit refuses requests that no page of the console makes, with a status and why.
func Admit(r *http.Request) (status int, why string) {
	switch {
	case !isFromHere(r):
		return http.StatusForbidden, "calls come from this console's own pages"
	case !isJSON(r):
		return http.StatusUnsupportedMediaType, "the body is JSON"
	}
	return 0, ""
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
