// Package player is a user for tests: a key that signs in and makes calls as
// the app does.
package player

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/money"
	"etld/internal/infra/chain/walletsig"
)

const answerMax = 4 << 20

// Player is one wallet at one server.
type Player struct {
	Server string
	Key    *ecdsa.PrivateKey
	Token  string
	// Referrer is who brought the wallet, by user name; it counts when the account
	// is created.
	Referrer string
	client   *http.Client
}

// Answer is the body of a reply.
type Answer struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

// Read decodes the data of an answer; into nil leaves it.
func (a Answer) Read(into any) error {
	if into == nil {
		return nil
	}
	return json.Unmarshal(a.Data, into)
}

// New makes a player with a new key.
func New(server string) (*Player, error) {
	key, err := crypto.GenerateKey()
	if err != nil {
		return nil, err
	}
	return &Player{Server: server, Key: key, client: &http.Client{Timeout: time.Minute}}, nil
}

// Address is the player's wallet.
func (p *Player) Address() common.Address { return crypto.PubkeyToAddress(p.Key.PublicKey) }

// Sign signs a text as a wallet does.
func (p *Player) Sign(text string) (string, error) {
	return walletsig.Sign(p.Key, text)
}

// Call makes one call. Only a transport failure is an error.
func (p *Player) Call(ctx context.Context, path string, parameters url.Values) (Answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.Server+path+"?"+parameters.Encode(), nil)
	if err != nil {
		return Answer{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("lan", "en_US")
	if p.Token != "" {
		request.Header.Set("token", p.Token)
	}
	reply, err := p.client.Do(request)
	if err != nil {
		return Answer{}, err
	}
	defer reply.Body.Close()
	body, err := io.ReadAll(io.LimitReader(reply.Body, answerMax))
	if err != nil {
		return Answer{}, err
	}
	if reply.StatusCode != http.StatusOK {
		return Answer{}, fmt.Errorf("%s: status %d: %s", path, reply.StatusCode, body)
	}
	var a Answer
	return a, json.Unmarshal(body, &a)
}

// Must makes a call that has to succeed and decodes its data.
func (p *Player) Must(ctx context.Context, path string, parameters url.Values, data any) error {
	a, err := p.Call(ctx, path, parameters)
	if err != nil {
		return err
	}
	if a.Code != http.StatusOK {
		return fmt.Errorf("%s: %d %s", path, a.Code, a.Message)
	}
	return a.Read(data)
}

// Facts are what an app starts with.
type Facts struct {
	ServerTime         time.Time
	Host, SignInPhrase string
	Networks           []struct {
		ChainID  uint64
		Treasury common.Address
		Tokens   []struct {
			Currency money.Asset
			Contract common.Address
		}
	}
}

// Facts asks the server for what an app starts with.
func (p *Player) Facts(ctx context.Context) (facts Facts, err error) {
	return facts, p.Must(ctx, "/api/open/app", nil, &facts)
}

// Join makes a player with a new key who has signed in.
func Join(ctx context.Context, server string) (*Player, error) {
	p, err := New(server)
	if err != nil {
		return nil, err
	}
	return p, p.SignIn(ctx)
}

// SignIn signs the message and keeps the token.
func (p *Player) SignIn(ctx context.Context) error {
	facts, err := p.Facts(ctx)
	if err != nil {
		return err
	}
	message := facts.SignInPhrase + strconv.FormatInt(facts.ServerTime.UnixMilli(), 10)
	signature, err := p.Sign(message)
	if err != nil {
		return err
	}
	var out struct {
		Token string `json:"token"`
	}
	parameters := url.Values{"username": {p.Address().Hex()}, "type": {"ANDROID"}, "message": {message}, "signature": {signature}}
	if p.Referrer != "" {
		parameters.Set("pusername", p.Referrer)
	}
	if err := p.Must(ctx, "/api/user/logining", parameters, &out); err != nil {
		return err
	}
	p.Token = out.Token
	return nil
}
