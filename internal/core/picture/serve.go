package picture

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"etld/internal/base/fault"
	"etld/internal/infra/meter"
	"etld/internal/infra/sqldb"
)

// servedLimit is of requests from one address that the database is asked for. A
// visitor needs each picture once, and many people may share an address.
var servedLimit = meter.Limit{PerMinute: 1200, Burst: 1200}

const (
	forEver = "public, max-age=31536000, immutable"
	// policy has a picture that is opened as a page of its own run and fetch nothing.
	policy = "default-src 'none'; sandbox"
)

var nameForm = regexp.MustCompile(`^[0-9a-v]{26}-[1-9][0-9]{2,3}\.webp$`)

// ServeHTTP serves the sizes of pictures under PathPrefix to everybody.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	status := s.serve(w, r)
	s.served.count(status)
}

func (s *Service) serve(w http.ResponseWriter, r *http.Request) (status int) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", policy)
	header.Set("Referrer-Policy", "no-referrer")
	// The app may stand on another origin than its API.
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	refuse := func(status int, why string) int {
		header.Set("Cache-Control", "no-store")
		http.Error(w, why, status)
		return status
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		header.Set("Allow", "GET, HEAD")
		return refuse(http.StatusMethodNotAllowed, "pictures are only read")
	}
	name := strings.TrimPrefix(r.URL.Path, PathPrefix)
	if !nameForm.MatchString(name) {
		return refuse(http.StatusNotFound, "no such picture")
	}
	if err := s.meter.TakeAddress(s.Proxies.ClientOf(r)); err != nil {
		f, _ := fault.As(err)
		header.Set("Retry-After", f.Params["retryAfter"])
		return refuse(http.StatusTooManyRequests, "too many pictures at once")
	}
	var bytes []byte
	var found bool
	err := s.DB.View(r.Context(), func(tx *sqldb.Tx) (err error) {
		bytes, found, err = s.shelf.get(tx, name)
		return err
	})
	if err != nil {
		if r.Context().Err() == nil {
			s.Log.Warn("a picture could not be read", "name", name, "error", err)
		}
		return refuse(http.StatusServiceUnavailable, "the picture cannot be read now")
	}
	if !found {
		return refuse(http.StatusNotFound, "no such picture")
	}
	etag := `"` + name + `"`
	header.Set("Cache-Control", forEver)
	header.Set("Etag", etag)
	if r.Header.Get("If-None-Match") == etag {
		w.WriteHeader(http.StatusNotModified)
		return http.StatusNotModified
	}
	header.Set("Content-Type", "image/webp")
	header.Set("Content-Length", strconv.Itoa(len(bytes)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(bytes)
	}
	return http.StatusOK
}
