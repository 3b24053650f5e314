package beacon

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/net/publicsuffix"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
)

const (
	// answerMax is several times the length of a relay's answer.
	answerMax = 2 << 10
	relayTime = 5 * time.Second
	// keptMax is how many verified rounds are remembered; a round is 48 bytes.
	keptMax = 1 << 10
	// followEvery is the distance of rounds: one relay is asked for each.
	followEvery = periodSeconds * time.Second
)

// Config is what Drand is built from.
type Config struct {
	// Relays are the origins of web servers that hand rounds on, https://….
	Relays []string
	Clock  clock.Clock
	Log    *slog.Logger
	// HTTP is the client to ask with; nil means one that follows no redirects.
	HTTP *http.Client
}

// Drand reads the rounds of quicknet from relays.
type Drand struct {
	schedule
	relays []relayAt
	key    publicKey
	clock  clock.Clock
	log    *slog.Logger
	http   *http.Client
	kept   *lru.Cache[uint64, []byte]

	mu     sync.Mutex
	newest uint64
	seenAt time.Time
	// turn is the relay that Follow asks next.
	turn int
}

// relayAt is a relay and its site, which says who runs it.
type relayAt struct {
	url, site string
	// isUseless: it failed when it was last followed.
	isUseless bool
}

// SiteOf is the domain that a relay belongs to, as it is registered with one party, or
// the whole address where it has none.
func SiteOf(relay string) string {
	u, err := url.Parse(relay)
	if err != nil {
		return relay
	}
	name := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	site, err := publicsuffix.EffectiveTLDPlusOne(name)
	if err != nil || net.ParseIP(name) != nil {
		return u.Host
	}
	return site
}

// NewDrand reads quicknet.
func NewDrand(c Config) (*Drand, error) {
	written, err := hex.DecodeString(quicknetKey)
	if err != nil {
		return nil, err
	}
	return newDrand(c, written)
}

func newDrand(c Config, written []byte) (d *Drand, err error) {
	if len(c.Relays) == 0 {
		return nil, errors.New("beacon: relays are needed")
	}
	d = &Drand{clock: c.Clock, log: c.Log, http: c.HTTP}
	for _, relay := range c.Relays {
		d.relays = append(d.relays, relayAt{url: strings.TrimSuffix(relay, "/") + "/" + quicknetChain + "/public/", site: SiteOf(relay)})
	}
	if d.key, err = readKey(written); err != nil {
		return nil, err
	}
	if d.http == nil {
		d.http = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	d.kept, err = lru.New[uint64, []byte](keptMax)
	return d, err
}

// PublicKey is quicknet's.
func (d *Drand) PublicKey() []byte { return d.key.written }

// Newest is the highest verified round seen, and when it was first seen.
func (d *Drand) Newest() (round uint64, seenAt time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.newest, d.seenAt
}

// Signature asks every relay at once and takes the first answer that verifies: one
// that lies cannot be believed, so none has to agree with it. That a round is not
// published can be verified by nobody, and is believed of more than half of the sites.
func (d *Drand) Signature(ctx context.Context, round uint64) ([]byte, error) {
	if kept, isKept := d.kept.Get(round); isKept {
		return bytes.Clone(kept), nil
	}
	if round == 0 || d.Time(round).After(d.clock.Now()) {
		return nil, fmt.Errorf("%w: round %d", ErrNotYet, round)
	}
	ctx, cancel := context.WithTimeout(ctx, relayTime)
	defer cancel()
	type reply struct {
		site      string
		signature []byte
		err       error
	}
	replies := make(chan reply, len(d.relays))
	for _, relay := range d.relays {
		go func() {
			answered, err := d.ask(ctx, relay.url, strconv.FormatUint(round, 10))
			if err == nil && answered.Round != round {
				err = fmt.Errorf("%w: %s answered with round %d", ErrForged, relay.site, answered.Round)
			}
			replies <- reply{relay.site, answered.signature, err}
		}()
	}
	var problems []error
	// saysAbsent has every site that answered, or did not.
	saysAbsent := make(map[string]bool)
	for range d.relays {
		one := <-replies
		if one.err == nil {
			d.keep(round, one.signature)
			return one.signature, nil
		}
		saysAbsent[one.site] = saysAbsent[one.site] || errors.Is(one.err, ErrNotYet)
		problems = append(problems, one.err)
	}
	// A round given up as unpublished is refunded, so nobody who runs relays must be
	// able to say so alone, however many they are.
	absent := 0
	for _, isAbsent := range saysAbsent {
		if isAbsent {
			absent++
		}
	}
	if absent > len(saysAbsent)/2 {
		return nil, fmt.Errorf("%w: round %d", ErrNotYet, round)
	}
	return nil, fmt.Errorf("%w: round %d: %v", ErrUnreachable, round, errors.Join(problems...)) //nolint:errorlint // What one relay said is not what all say.
}

// Follow looks for new rounds until its context ends. It asks one relay for each
// round, in turn: an honest one is asked soon whatever the others say. The log has
// when one fails, and when it is back.
func (d *Drand) Follow(ctx context.Context) {
	for ctx.Err() == nil {
		relay := &d.relays[d.turn%len(d.relays)]
		err := d.look(ctx)
		switch wasUseless := relay.isUseless; {
		case ctx.Err() != nil:
		case err != nil && !wasUseless:
			d.log.Warn("a relay of the beacon is of no use now", "error", err)
		case err == nil && wasUseless:
			d.log.Info("a relay of the beacon is back", "relay", relay.url)
		}
		relay.isUseless = err != nil
		_ = clock.Pause(ctx, followEvery)
	}
}

// look asks the next relay for its newest round.
func (d *Drand) look(ctx context.Context) error {
	relay := d.relays[d.turn%len(d.relays)]
	d.turn++
	ctx, cancel := context.WithTimeout(ctx, relayTime)
	defer cancel()
	answered, err := d.ask(ctx, relay.url, "latest")
	if err != nil {
		return err
	}
	d.keep(answered.Round, answered.signature)
	return nil
}

// keep remembers a verified round.
func (d *Drand) keep(round uint64, signature []byte) {
	d.kept.Add(round, bytes.Clone(signature))
	d.mu.Lock()
	defer d.mu.Unlock()
	if round > d.newest {
		d.newest, d.seenAt = round, d.clock.Now()
	}
}

// answer is what a relay says of a round.
type answer struct {
	Round     uint64 `json:"round"`
	Written   string `json:"signature"`
	signature []byte
}

// ask reads one answer and verifies it.
func (d *Drand) ask(ctx context.Context, relay, round string) (a answer, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, relay+round, nil)
	if err != nil {
		return a, fault.WithoutAddress(err)
	}
	// The rest of an address may be a secret.
	relay = request.URL.Host
	response, err := d.http.Do(request)
	if err != nil {
		return a, fmt.Errorf("%s: %w", relay, fault.WithoutAddress(err))
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusTooEarly:
		return a, fmt.Errorf("%w: %s", ErrNotYet, relay)
	default:
		return a, fmt.Errorf("%s: status %d", relay, response.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, answerMax+1))
	if err != nil {
		return a, fmt.Errorf("%s: %w", relay, err)
	}
	if len(body) > answerMax {
		return a, fmt.Errorf("%w: %s answered with more than %d bytes", ErrForged, relay, answerMax)
	}
	if err := json.Unmarshal(body, &a); err != nil {
		return a, fmt.Errorf("%w: %s: %w", ErrForged, relay, err)
	}
	if a.signature, err = hex.DecodeString(a.Written); err != nil {
		return a, fmt.Errorf("%w: %s: %w", ErrForged, relay, err)
	}
	if err := d.key.verify(a.Round, a.signature); err != nil {
		return a, fmt.Errorf("%s: %w", relay, err)
	}
	return a, nil
}
