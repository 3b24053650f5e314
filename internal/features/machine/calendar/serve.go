package calendar

import (
	"net/http"
	"strconv"

	"etld/internal/base/fault"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/meter"
	"etld/internal/infra/sqldb"
)

// servedLimit is of requests from one address; programs ask a few times a day.
var servedLimit = meter.Limit{PerMinute: 60, Burst: 60}

// tokenLength is that of a token as text.
const tokenLength = 43

// ServeHTTP gives calendar programs the events of whoever made the link. It knows no
// session, and every key that is none's answers as one that ended.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cache-Control", "private, no-store")
	header.Set("X-Robots-Tag", "noindex")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		header.Set("Allow", "GET, HEAD")
		http.Error(w, "calendars are only read", http.StatusMethodNotAllowed)
		return
	}
	if err := s.meter.TakeAddress(s.Proxies.ClientOf(r)); err != nil {
		f, _ := fault.As(err)
		header.Set("Retry-After", f.Params["retryAfter"])
		http.Error(w, "too many calendars at once", http.StatusTooManyRequests)
		return
	}
	text, found, err := s.read(r)
	switch {
	case err != nil:
		if r.Context().Err() == nil {
			s.Log.Warn("a calendar could not be read", "error", err)
		}
		http.Error(w, "the calendar cannot be read now", http.StatusServiceUnavailable)
	case !found:
		http.NotFound(w, r)
	default:
		header.Set("Content-Type", "text/calendar; charset=utf-8")
		header.Set("Content-Length", strconv.Itoa(len(text)))
		if r.Method == http.MethodGet {
			_, _ = w.Write([]byte(text))
		}
	}
}

// read is the file of whoever's key the request has.
func (s *Service) read(r *http.Request) (text string, found bool, err error) {
	token := r.URL.Query().Get("key")
	if r.URL.Path != PagePath+fileName || len(token) != tokenLength {
		return "", false, nil
	}
	err = s.DB.View(r.Context(), func(tx *sqldb.Tx) error {
		var l link
		if l, found, err = sqldb.Find(tx, linkTable.Scan, selectByHash, httpapi.HashToken(token)); err != nil || !found {
			return err
		}
		list, err := s.events(tx, l.userID)
		text = file(list, s.texts[l.language], l.withAmounts, tx.Now())
		return err
	})
	return text, found, err
}
