package player

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

// Told is an event as it stands in a stream.
type Told struct {
	ID   string
	Kind string `json:"kind"`
	// Title is in the stream's language, English.
	Title string            `json:"title"`
	Refs  map[string]string `json:"refs"`
	// CreatedAt is when it came about, and ServerTime when it was told.
	CreatedAt  time.Time `json:"createdAt"`
	ServerTime time.Time `json:"serverTime"`
}

// Follow reads the stream of a player's events until the context, or the stream, ends;
// last is the event that it goes on after, or empty.
func (p *Player) Follow(ctx context.Context, t testing.TB, last string) <-chan Told {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.Server+"/api/user/events?"+url.Values{"lastEventId": {last}}.Encode(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"Content-Type": "application/json", "lan": "en_US", "token": p.Token} {
		request.Header.Set(name, value)
	}
	reply, err := http.DefaultClient.Do(request) //nolint:bodyclose // Whoever reads it below closes it.
	if err != nil {
		t.Fatal(err)
	}
	list := make(chan Told, 100)
	go func() {
		defer close(list)
		defer reply.Body.Close()
		var one Told
		for lines := bufio.NewScanner(reply.Body); lines.Scan(); {
			if id, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				one = Told{ID: id}
			} else if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				if err := json.Unmarshal([]byte(data), &one); err != nil {
					t.Errorf("%s: %v", data, err)
				}
				list <- one
			}
		}
	}()
	return list
}

// Await takes events until one of some kinds comes; before are the kinds of the others.
func Await(t testing.TB, list <-chan Told, within time.Duration, kinds ...string) (one Told, before []string) {
	t.Helper()
	over := time.After(within)
	for {
		select {
		case got, open := <-list:
			if !open {
				t.Fatalf("the stream ended before %v, after %v", kinds, before)
			}
			if slices.Contains(kinds, got.Kind) {
				return got, before
			}
			before = append(before, got.Kind)
		case <-over:
			t.Fatalf("no %v came, only %v", kinds, before)
		}
	}
}
