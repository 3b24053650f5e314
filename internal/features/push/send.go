package push

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	jobSend = "push_send"
	// sendMax bounds the parked and the fresh messages of one step, which are sent at once.
	sendMax = 16
	// leaseFor keeps another instance from a message that is being sent.
	leaseFor = 2 * time.Minute
	// restFor is the least time between two messages to a device: a flood becomes one.
	restFor = 5 * time.Minute
	// A message that fails is tried again after 1, 2, 4 … minutes, and then left to the inbox.
	retryAfter    = time.Minute
	retryAfterMax = 6 * time.Hour
	triesMax      = 8
	// keptSeconds is how long a push service keeps a message for a device that is off.
	keptSeconds = 24 * 60 * 60
	// topic has a newer message replace one that waits for a device that is off (RFC 8030, 5.4).
	topic       = "notices"
	answerBytes = 4 << 10
)

// errSomeFailed has the job's board show that push services do not take messages.
var errSomeFailed = errors.New("push services refused messages, which are tried again")

// parcel is a message on its way.
type parcel struct {
	device
	to      webpush.Subscription
	key     key
	private string
	payload []byte
	outcome outcome
	// isRefused: the push service would not have our word for the device.
	isRefused bool
	// after is when the push service wants to be asked again.
	after time.Duration
}

// send sends the next messages that are due. They leave outside of any transaction, and
// one that fails harms no other: one that cannot be made is parked.
func (s *Service) send(ctx context.Context) (more bool, err error) {
	if s.Sealer == nil {
		return false, nil
	}
	isDue, err := sqldb.Value(ctx, s.DB.View, func(tx *sqldb.Tx) (bool, error) {
		fresh, err := sqldb.Collect(tx, sqldb.One[string], selectDue, tx.Now(), 1)
		if err != nil {
			return false, err
		}
		parked, err := jobs.Due(tx, jobSend, 1)
		return len(fresh)+len(parked) > 0, err
	})
	if err != nil || !isDue {
		return false, err
	}
	packed := make(map[string]*parcel)
	due := jobs.Items{Job: jobSend, Max: sendMax, RetryAfter: retryAfter,
		Read: func(tx *sqldb.Tx) ([]string, error) {
			return sqldb.Collect(tx, sqldb.One[string], selectDue, tx.Now(), sendMax)
		},
		Do: func(tx *sqldb.Tx, id string) (err error) {
			packed[id], err = s.pack(tx, id)
			return err
		}}
	err = s.DB.Background(ctx, func(tx *sqldb.Tx) (err error) {
		clear(packed)
		more, err = due.Next(ctx, tx)
		return err
	})
	if err != nil {
		return false, err
	}
	parcels := slices.DeleteFunc(slices.Collect(maps.Values(packed)), func(p *parcel) bool { return p == nil })
	var all sync.WaitGroup
	for _, p := range parcels {
		all.Go(func() { s.deliver(ctx, p) })
	}
	all.Wait()
	if err := s.record(ctx, parcels); err != nil {
		return false, err
	}
	return more, failuresOf(parcels)
}

// failuresOf is an error where every message of a step failed: then it is not the devices.
func failuresOf(parcels []*parcel) error {
	for _, p := range parcels {
		if p.outcome != failed {
			return nil
		}
	}
	if len(parcels) < 2 {
		return nil
	}
	return errSomeFailed
}

// pack makes the message that a device is due and leases it; none where there is nothing
// to tell it now, or ever.
func (s *Service) pack(tx *sqldb.Tx, id string) (*parcel, error) {
	d, found, err := sqldb.Find(tx, deviceTable.Scan, selectDevice, id)
	if err != nil || !found || d.waiting == 0 || d.DueAt.After(tx.Now()) {
		return nil, err
	}
	isKept, err := s.Sessions.IsKept(tx, d.userID, d.sessionID)
	if err != nil {
		return nil, err
	}
	p := &parcel{device: d}
	p.key, found, err = sqldb.Find(tx, keyTable.Scan, selectKey, d.keyID)
	if err != nil {
		return nil, err
	}
	if !isKept || !found {
		s.sent.add(forgotten)
		return nil, tx.Do(deleteDevice, d.id)
	}
	// What cannot be opened parks the message: the sealer may be given its key later.
	if err = s.Sealer.OpenValue(d.sealed, deviceOwner(d.id), &p.to); err != nil {
		return nil, err
	}
	private, err := s.Sealer.Open(p.key.sealed, keyOwner(p.key.id))
	if err != nil {
		return nil, fmt.Errorf("the key %s of push messages: %w", p.key.id, err)
	}
	p.private = string(private)
	preference, err := preferenceOf(tx, d.userID)
	if err != nil {
		return nil, err
	}
	if until := preference.quietUntil(tx.Now()); !until.IsZero() {
		return nil, tx.Do(putOff, until, d.id)
	}
	m, isNew, err := s.messageFor(tx, d, preference)
	if err != nil {
		return nil, err
	}
	if !isNew {
		return nil, tx.Do(forgetWaiting, d.id)
	}
	if p.payload, err = json.Marshal(m); err != nil {
		return nil, err
	}
	if err = tx.Do(putOff, tx.Now().Add(leaseFor), d.id); err != nil {
		return nil, err
	}
	return p, nil
}

// deliver hands a message to its push service and notes what became of it.
func (s *Service) deliver(ctx context.Context, p *parcel) {
	ctx, cancel := context.WithTimeout(ctx, sendWithin)
	defer cancel()
	p.outcome = failed
	answer, err := webpush.SendNotificationWithContext(ctx, p.payload, &p.to, &webpush.Options{HTTPClient: s.Client, Subscriber: s.Contact,
		TTL: keptSeconds, Topic: topic, Urgency: webpush.UrgencyNormal, VAPIDPublicKey: p.key.public, VAPIDPrivateKey: p.private})
	if err != nil {
		// An endpoint is a secret, and net/http names it in its errors.
		s.Log.Debug("a push service could not be reached", "device", p.id)
		return
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, answerBytes))
	p.outcome = outcomeOf(answer.StatusCode)
	p.isRefused = answer.StatusCode == http.StatusUnauthorized || answer.StatusCode == http.StatusForbidden
	p.after = waitOf(answer.Header)
}

// waitOf is when a push service wants to be asked again: in so many seconds, or at a time
// by its own clock (RFC 9110, 10.2.3).
func waitOf(h http.Header) time.Duration {
	said := h.Get("Retry-After")
	if seconds, err := strconv.ParseInt(said, 10, 32); err == nil {
		return max(0, time.Duration(seconds)*time.Second)
	}
	at, err := http.ParseTime(said)
	now, errNow := http.ParseTime(h.Get("Date"))
	if err != nil || errNow != nil {
		return 0
	}
	return max(0, at.Sub(now))
}

// outcomeOf reads a push service's answer: it took the message, knows no such device any
// more, or has another reason, which may pass. That it does not believe our signature may
// be our clock's fault.
func outcomeOf(status int) outcome {
	switch {
	case status >= 200 && status < 300:
		return delivered
	case status == http.StatusNotFound, status == http.StatusGone:
		return forgotten
	}
	return failed
}

// record notes what became of the messages of a step.
func (s *Service) record(ctx context.Context, parcels []*parcel) error {
	if len(parcels) == 0 {
		return nil
	}
	return s.DB.Update(context.WithoutCancel(ctx), func(tx *sqldb.Tx) error {
		for _, p := range parcels {
			if err := recordOne(tx, p); err != nil {
				return err
			}
			s.sent.add(p.outcome)
		}
		return nil
	})
}

func recordOne(tx *sqldb.Tx, p *parcel) (err error) {
	switch {
	case p.outcome == delivered:
		err = tx.Do(markSent, p.waiting, tx.Now().Add(restFor), p.id)
	case p.outcome == forgotten, p.isRefused && p.tries+1 >= triesMax:
		p.outcome = forgotten
		err = tx.Do(deleteDevice, p.id)
	case p.tries+1 >= triesMax:
		err = tx.Do(forgetWaiting, p.id)
	default:
		after := max(min(p.after, retryAfterMax), retryAfter<<p.tries)
		err = tx.Do(markFailed, tx.Now().Add(after), p.id)
	}
	return err
}
