// Package pushtest is a push service with browsers for tests: it takes messages by https,
// holds who signed them, and opens them as a browser does.
package pushtest

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	saltBytes, sizeBytes, pointBytes = 16, 4, 65
	authBytes                        = 16
	bodyMax                          = 4096
	topicMax                         = 32
	urlLetters                       = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
)

// errBody is a message that no browser could read.
var errBody = errors.New("no message of RFC 8188")

// Message is what a browser was told.
type Message struct {
	To, Title, Body, Link, Many, InboxLink string
	Unread                                 int64
}

// Service is a push service.
type Service struct {
	t      testing.TB
	server *httptest.Server
	mu     sync.Mutex
	byPath map[string]*Browser
}

// Browser is one of its browsers.
type Browser struct {
	service *Service
	path    string
	private *ecdh.PrivateKey
	auth    []byte
	// key is what it subscribed with, base64url.
	key    string
	answer int
	// after is what its service says when it refuses.
	after string
	told  []Message
	tries int
}

// New is a push service without browsers.
func New(t testing.TB) *Service {
	s := &Service{t: t, byPath: make(map[string]*Browser)}
	s.server = httptest.NewTLSServer(http.HandlerFunc(s.take))
	t.Cleanup(s.server.Close)
	return s
}

// Host is where it is, for the list of services that are known.
func (s *Service) Host() string { return strings.TrimPrefix(s.server.URL, "https://") }

// Client reaches it.
func (s *Service) Client() *http.Client { return s.server.Client() }

// Browser is a new browser that subscribes with a key.
func (s *Service) Browser(key string) *Browser {
	s.t.Helper()
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		s.t.Fatal(err)
	}
	b := &Browser{service: s, private: private, auth: make([]byte, authBytes), key: key, answer: http.StatusCreated}
	_, _ = rand.Read(b.auth)
	s.mu.Lock()
	defer s.mu.Unlock()
	b.path = fmt.Sprintf("/browser/%d", len(s.byPath))
	s.byPath[b.path] = b
	return b
}

// Params are what its app sends to subscribe.
func (b *Browser) Params() []string {
	encode := base64.RawURLEncoding.EncodeToString
	return []string{"endpoint", b.service.server.URL + b.path, "p256dh", encode(b.private.PublicKey().Bytes()), "auth", encode(b.auth), "publicKey", b.key}
}

// Answer has the service answer messages for the browser with a status.
func (b *Browser) Answer(status int) {
	b.service.mu.Lock()
	defer b.service.mu.Unlock()
	b.answer = status
}

// Busy has the service refuse messages for the browser, and say when it may be asked again.
func (b *Browser) Busy(retryAfter string) {
	b.Answer(http.StatusTooManyRequests)
	b.service.mu.Lock()
	defer b.service.mu.Unlock()
	b.after = retryAfter
}

// Told is what the browser was told, the oldest first.
func (b *Browser) Told() []Message {
	b.service.mu.Lock()
	defer b.service.mu.Unlock()
	return append([]Message(nil), b.told...)
}

// Tries counts messages for the browser, whatever became of them.
func (b *Browser) Tries() int {
	b.service.mu.Lock()
	defer b.service.mu.Unlock()
	return b.tries
}

func (s *Service) take(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.byPath[r.URL.Path]
	if b == nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	b.tries++
	body, err := io.ReadAll(io.LimitReader(r.Body, bodyMax+1))
	switch {
	case err != nil || len(body) > bodyMax:
		s.t.Errorf("a message of %d bytes, %v", len(body), err)
	case !isRequest(r):
		s.t.Errorf("a message with the headers %v", r.Header)
	case !b.knows(r.Header.Get("Authorization"), s.server.URL):
		w.WriteHeader(http.StatusForbidden)
		return
	}
	if b.answer < 300 {
		var m Message
		text, err := Open(body, b.private, b.auth)
		if err == nil {
			err = json.Unmarshal(text, &m)
		}
		if err != nil {
			s.t.Errorf("the browser cannot read %q: %v", text, err)
		}
		b.told = append(b.told, m)
	}
	if b.answer == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", b.after)
	}
	w.WriteHeader(b.answer)
}

// isRequest says that a message asks what push services take (RFC 8030, 5; RFC 8291, 4):
// how long it is kept, how urgent it is, which one it replaces, and how it is sealed.
func isRequest(r *http.Request) bool {
	seconds, err := strconv.ParseInt(r.Header.Get("TTL"), 10, 32)
	isUrgency := slices.Contains([]string{"very-low", "low", "normal", "high"}, r.Header.Get("Urgency"))
	topic := r.Header.Get("Topic")
	return r.Method == http.MethodPost && err == nil && seconds >= 0 && isUrgency && topic != "" && len(topic) <= topicMax &&
		strings.Trim(topic, urlLetters) == "" &&
		r.Header.Get("Content-Encoding") == "aes128gcm"
}

// knows says that a message is signed with the key that the browser subscribed with, for
// this service and not for long (RFC 8292).
func (b *Browser) knows(header, origin string) bool {
	token, key, found := strings.Cut(strings.TrimPrefix(header, "vapid t="), ", k=")
	parts := strings.Split(token, ".")
	if !found || key != b.key || len(parts) != 3 {
		return false
	}
	decode := base64.RawURLEncoding.DecodeString
	point, _ := decode(key)
	head, _ := decode(parts[0])
	claims, _ := decode(parts[1])
	signature, _ := decode(parts[2])
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil || len(signature) != 64 {
		return false
	}
	digest := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	var said struct {
		Alg, Aud, Sub string
		Exp           int64
	}
	err = errors.Join(json.Unmarshal(head, &said), json.Unmarshal(claims, &said))
	now, inADay := time.Now().Unix(), time.Now().Add(24*time.Hour).Unix()
	return err == nil && said.Alg == "ES256" && said.Aud == origin && strings.HasPrefix(said.Sub, "https://") && said.Exp > now && said.Exp < inADay &&
		ecdsa.Verify(public, digest[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:]))
}

// Open reads a message as a browser does, by RFC 8188 and RFC 8291.
func Open(body []byte, private *ecdh.PrivateKey, auth []byte) ([]byte, error) {
	if len(body) < saltBytes+sizeBytes+1+pointBytes || body[saltBytes+sizeBytes] != pointBytes {
		return nil, errBody
	}
	salt, size, rest := body[:saltBytes], binary.BigEndian.Uint32(body[saltBytes:]), body[saltBytes+sizeBytes+1:]
	point, sealed := rest[:pointBytes], rest[pointBytes:]
	if int64(len(sealed)) > int64(size) {
		return nil, errBody
	}
	sender, err := ecdh.P256().NewPublicKey(point)
	if err != nil {
		return nil, err
	}
	shared, err := private.ECDH(sender)
	if err != nil {
		return nil, err
	}
	seed, err := hkdf.Key(sha256.New, shared, auth, "WebPush: info\x00"+string(private.PublicKey().Bytes())+string(point), 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, seed, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, seed, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	padded, err := aead.Open(nil, nonce, sealed, nil)
	if err != nil {
		return nil, err
	}
	end := strings.LastIndexByte(string(padded), 2)
	if end < 0 || strings.Trim(string(padded[end+1:]), "\x00") != "" {
		return nil, errBody
	}
	return padded[:end], nil
}
