package abuse

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"etld/test/player"
)

// told is an event as it stands in a stream.
type told struct {
	id   string
	Kind string `json:"kind"`
	// Title is in the stream's language.
	Title string            `json:"title"`
	Refs  map[string]string `json:"refs"`
	at    time.Time
}

// follow reads a stream of events until the test, or the stream, ends.
func follow(ctx context.Context, t *testing.T, url, token, last string) <-chan told {
	t.Helper()
	request := newRequest(t, http.MethodPost, url+"/api/user/events?lastEventId="+last, token).WithContext(ctx)
	request.Header.Set("lan", "en_US")
	reply, err := http.DefaultClient.Do(request) //nolint:bodyclose // Whoever reads it below closes it.
	if err != nil {
		t.Fatal(err)
	}
	list := make(chan told, 100)
	go func() {
		defer close(list)
		defer reply.Body.Close()
		var one told
		for lines := bufio.NewScanner(reply.Body); lines.Scan(); {
			if id, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				one = told{id: id, at: time.Now()}
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

// wait takes events until one of a kind comes.
func wait(t *testing.T, list <-chan told, kind string) (one told, before []string) {
	t.Helper()
	for {
		select {
		case got, open := <-list:
			if !open {
				t.Fatalf("the stream ended before %s, after %v", kind, before)
			}
			if got.Kind == kind {
				return got, before
			}
			before = append(before, got.Kind)
		case <-time.After(30 * time.Second):
			t.Fatalf("no %s came, only %v", kind, before)
		}
	}
}

// A deposit is told of when it is seen and when it is credited, within two seconds
// of the credit, in an open stream, and once more to a stream that resumes, which a
// stranger's does not hear. The stream ends with its session.
func TestOpenAppsAreToldOfADeposit(t *testing.T) {
	each(t, func(t *testing.T, world *fixture) {
		p, err := player.Join(t.Context(), world.process.URL)
		if err != nil {
			t.Fatal(err)
		}
		ctx, hangUp := context.WithCancel(t.Context())
		defer hangUp()
		open := follow(ctx, t, world.process.URL, p.Token, "")
		hello, _ := wait(t, open, "hello")
		if err := p.Fund(t.Context(), world.process.RPCURL, funds); err != nil {
			t.Fatal(err)
		}
		credited := time.Now()
		one, before := wait(t, open, "top_up_credited")
		if late := one.at.Sub(credited); late > 2*time.Second {
			t.Errorf("told %s after the balance was there", late)
		}
		if len(before) == 0 || before[0] != "payment_seen" || one.Title == "" || one.Refs["currency"] == "" {
			t.Errorf("%+v after %v", one, before)
		}
		// One that resumes hears the same again.
		again := follow(ctx, t, world.process.URL, p.Token, hello.id)
		if same, _ := wait(t, again, "top_up_credited"); same.id != one.id || same.Title != one.Title {
			t.Errorf("resumed: %+v, want %+v", same, one)
		}
		if err := p.Must(t.Context(), "/api/user/logout", nil, nil); err != nil {
			t.Fatal(err)
		}
		for _, list := range []<-chan told{open, again} {
			for ended := false; !ended; {
				select {
				case _, isOpen := <-list:
					ended = !isOpen
				case <-time.After(20 * time.Second):
					t.Fatal("a stream outlives its session")
				}
			}
		}
	})
}
