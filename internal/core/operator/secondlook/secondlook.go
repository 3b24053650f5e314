// Package secondlook answers a device that is not signed in what waits to be approved, so
// that an operator reads on another screen what the wallet has to show.
//
// Whoever knows the id of a proposal that waits is answered; the id has 70 bits of chance
// and stands on the console's screen, in the wallet's text and in the log, nowhere else.
// The answer is what the sentence and the hash are made of: kind, subject and payload, and
// neither reason, people nor approvals. The device makes sentence and hash itself. What is
// over is answered to nobody.
package secondlook

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/infra/listener"
	"etld/internal/infra/meter"
	"etld/internal/infra/sqldb"
)

// PathPrefix is where a proposal stands, by its id.
const PathPrefix = "/operator/look/"

// asked is how often an address may ask: a person looks at one proposal after another.
var asked = meter.Limit{PerMinute: 60, Burst: 60}

// Shown is what a device is told.
type Shown struct {
	// Host stands in what wallets sign.
	Host    string `json:"host"`
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Subject string `json:"subject"`
	// Payload is the text whose hash is signed, letter for letter.
	Payload string `json:"payload"`
}

// Looks answers for the proposals of a service.
type Looks struct {
	db        *sqldb.DB
	proposals *operator.Service
	host      string
	proxies   listener.Proxies
	meter     *meter.Meter
}

// New builds it; host stands in what wallets sign.
func New(db *sqldb.DB, proposals *operator.Service, host string, proxies listener.Proxies) *Looks {
	return &Looks{db: db, proposals: proposals, host: host, proxies: proxies, meter: meter.New(asked)}
}

// ServeHTTP answers a GET. A page that was saved to a device may read it too: it goes by
// no cookie, and says nothing to whoever lacks the id.
func (l *Looks) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	shown, err := l.find(r.Context(), r)
	switch f, isRefusal := fault.As(err); {
	case err == nil:
		header.Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(shown)
	case isRefusal && f.Code == fault.TooMany.Code:
		http.Error(w, "asked too often", http.StatusTooManyRequests)
	case isRefusal:
		http.Error(w, "no such proposal waits", http.StatusNotFound)
	default:
		http.Error(w, "the proposal could not be read", http.StatusServiceUnavailable)
	}
}

func (l *Looks) find(ctx context.Context, r *http.Request) (shown Shown, err error) {
	if err := l.meter.TakeAddress(l.proxies.ClientOf(r)); err != nil {
		return shown, err
	}
	id := strings.TrimPrefix(r.URL.Path, PathPrefix)
	if len(id) != entropy.IDLength {
		return shown, fault.NotFound
	}
	err = l.db.View(ctx, func(tx *sqldb.Tx) error {
		p, err := operator.PendingByID(tx, l.proposals, id)
		if err == nil && !p.HasItsHash() {
			err = errors.New("the payload has another hash than the proposal")
		}
		shown = Shown{Host: l.host, ID: p.ID, Kind: p.Kind, Subject: p.Subject, Payload: string(p.Payload)}
		return err
	})
	return shown, err
}
