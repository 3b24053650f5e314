// Package apitest calls registered handlers as an app would, without a
// network.
package apitest

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Nobody is a token that is signed in nowhere.
const Nobody = "nobody"

// Client calls an API.
type Client struct {
	t testing.TB
	// API is where the test registers what it calls.
	API *httpapi.API
	// Log is what the API logged.
	Log      *Log
	language string
	users    *tokensAreUsers
	// commands counts request ids.
	commands *atomic.Int64
	refusals *refusals
}

// refusals are the sentences of the API document that name each call's.
type refusals struct {
	mu       sync.Mutex
	sentence map[string]string
}

// of is the sentence of one call. What was registered since it was last read is read
// anew.
func (r *refusals) of(t testing.TB, api *httpapi.API, path string) string {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if text, known := r.sentence[path]; known {
		return text
	}
	raw, err := api.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]struct {
			Post struct {
				Description string `json:"description"`
			} `json:"post"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(raw, &document); err != nil {
		t.Fatal(err)
	}
	for path, call := range document.Paths {
		r.sentence[path] = call.Post.Description
	}
	return r.sentence[path]
}

// New is a client of a new API without limits, in which every token names its
// user: tests of a capability need no sign-in.
func New(t testing.TB, db *sqldb.DB) *Client {
	t.Helper()
	users := &tokensAreUsers{byHash: make(map[string]string)}
	c := NewWith(t, db, httpapi.Config{Sessions: users})
	c.users = users
	return c
}

// NewWith is a client of an API with what the test sets; database, chance and
// log are filled in.
func NewWith(t testing.TB, db *sqldb.DB, config httpapi.Config) *Client {
	t.Helper()
	log := &Log{}
	config.DB, config.Chance, config.Log = db, entropy.System(), slog.New(slog.NewJSONHandler(log, nil))
	api, err := httpapi.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return &Client{t: t, API: api, Log: log, language: "en_US", commands: new(atomic.Int64), refusals: &refusals{sentence: make(map[string]string)}}
}

// In is the client speaking another language, given as a lan header.
func (c *Client) In(language string) *Client {
	other := *c
	other.language = language
	return &other
}

// Reply is an answer.
type Reply struct {
	Code    int
	Message string
	Data    json.RawMessage
	// Body is the whole answer as it came.
	Body string
}

// Call makes a call with a token; params are names and values in turn. An
// empty token is sent as none. It fails on a refusal that the call's document does
// not name.
func (c *Client) Call(path, token string, params ...string) Reply {
	c.t.Helper()
	values := url.Values{}
	for i := 0; i+1 < len(params); i += 2 {
		values.Add(params[i], params[i+1])
	}
	r := httptest.NewRequest(http.MethodPost, path+"?"+values.Encode(), nil)
	r.Header.Set("lan", c.language)
	if token != "" {
		c.users.add(token)
		r.Header.Set("token", token)
	}
	recorder := httptest.NewRecorder()
	c.API.ServeHTTP(recorder, r)
	if recorder.Code != http.StatusOK {
		c.t.Fatalf("%s: HTTP %d: %s", path, recorder.Code, recorder.Body)
	}
	reply := Reply{Body: recorder.Body.String()}
	if err := json.Unmarshal(recorder.Body.Bytes(), &reply); err != nil {
		c.t.Fatalf("%s: %s is no answer: %v", path, reply.Body, err)
	}
	if reply.Code != http.StatusOK && !strings.Contains(c.refusals.of(c.t, c.API, path), strconv.Itoa(reply.Code)) {
		c.t.Errorf("%s refuses with %d, which its document does not name: %s", path, reply.Code, reply.Body)
	}
	return reply
}

// NewRequestID is a request id that the client has not used.
func (c *Client) NewRequestID() string { return fmt.Sprintf("request-%016d", c.commands.Add(1)) }

// Command is Call with a request id of its own.
func (c *Client) Command(path, token string, params ...string) Reply {
	c.t.Helper()
	return c.Call(path, token, slices.Concat(params, []string{"requestId", c.NewRequestID()})...)
}

// Languages are the headers of all languages, in the order of the texts that
// Refused takes.
var Languages = []string{"en_US", "zh_cn", "ru_RU"}

// Refused holds a refusal in all languages; ask makes the call with the client that
// it is given.
func (c *Client) Refused(what string, code int, texts [3]string, ask func(c *Client) Reply) {
	c.t.Helper()
	for i, language := range Languages {
		if got := ask(c.In(language)); got.Code != code || got.Message != texts[i] {
			c.t.Errorf("%s: %s, want %d %s", what, got.Body, code, texts[i])
		}
	}
}

// Data reads a successful answer's data.
func Data[T any](t testing.TB, r Reply) (data T) {
	t.Helper()
	if r.Code != http.StatusOK {
		t.Fatalf("the call was refused: %s", r.Body)
	}
	if err := json.Unmarshal(r.Data, &data); err != nil {
		t.Fatalf("data %s: %v", r.Data, err)
	}
	return data
}

// Log collects what is logged, from any goroutine.
type Log struct {
	mu   sync.Mutex
	text strings.Builder
}

// Write adds to the log.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String is all that was logged.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// tokensAreUsers knows every token a client has used.
type tokensAreUsers struct {
	mu     sync.Mutex
	byHash map[string]string
}

func (u *tokensAreUsers) add(token string) {
	if u == nil || token == Nobody {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.byHash[httpapi.HashToken(token)] = token
}

// Hints names nothing, as nothing is read.
func (u *tokensAreUsers) Hints(string) []sqldb.Hint { return nil }

// Find is the user whom the token names.
func (u *tokensAreUsers) Find(_ sqldb.Command, tokenHash string) (httpapi.Session, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	user, known := u.byHash[tokenHash]
	if !known {
		return httpapi.Session{}, fault.SignInAgain
	}
	return httpapi.Session{ID: "session-of-" + user, UserID: user}, nil
}

// Touch does nothing.
func (u *tokensAreUsers) Touch(sqldb.Command, string) error { return nil }
