package demo

import (
	"context"
	"crypto/ecdsa"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/infra/chain/walletsig"
)

// personsMax is how many people the demo has for each role.
const personsMax = 9

const signedTextMax = 2048

// BeginSession makes a console session of a role for an address, and the
// token that its calls send along.
type BeginSession func(ctx context.Context, role, address, name string) (cookie *http.Cookie, csrf string, err error)

// OperatorKey seals the demo's authenticators; it belongs to this world.
func (w *World) OperatorKey() string {
	return hex.EncodeToString(w.derive("operator key"))
}

// BeaconSeed is what the demo's local beacon makes its rounds from.
func (w *World) BeaconSeed() []byte { return w.derive("beacon") }

// PersonalKey seals the addresses of the demo's people.
func (w *World) PersonalKey() string {
	return hex.EncodeToString(w.derive("personal key"))
}

// OperatorWallet is the key of one of the demo's people, from 1 on: random per
// world, the same at every start.
func (w *World) OperatorWallet(role string, person int) (*ecdsa.PrivateKey, common.Address, error) {
	key, err := crypto.ToECDSA(w.derive(fmt.Sprintf("operator wallet|%s|%d", role, person)))
	if err != nil {
		return nil, common.Address{}, fmt.Errorf("wallet of the demo's %s: %w", role, err)
	}
	return key, crypto.PubkeyToAddress(key.PublicKey), nil
}

// nameOf tells the people of a role apart, for people.
func nameOf(role string, person int) string {
	return fmt.Sprintf("Demo %s %d", strings.ReplaceAll(role, "_", " "), person)
}

func (w *World) derive(purpose string) []byte {
	sum := sha256.Sum256(append([]byte(purpose+"|"), crypto.FromECDSA(w.treasury)...))
	return sum[:]
}

// RegisterSessions adds console sessions without a wallet. The answer has the
// person's key too: approvals are signed, in the demo as everywhere.
func (w *World) RegisterSessions(mux *http.ServeMux, begin BeginSession) {
	mux.HandleFunc("POST /demo/operator-session", ownPages(func(rw http.ResponseWriter, r *http.Request) {
		if !isLocal(r) {
			answer(rw, http.StatusForbidden, map[string]any{"error": "sessions without a wallet are for this machine only"})
			return
		}
		role := r.URL.Query().Get("role")
		person, key, address, ok := w.personOf(rw, r)
		if !ok {
			return
		}
		cookie, csrf, err := begin(r.Context(), role, address.Hex(), nameOf(role, person))
		if err != nil {
			answer(rw, http.StatusBadRequest, map[string]any{"error": err.Error()})
			return
		}
		http.SetCookie(rw, cookie)
		answer(rw, http.StatusOK, map[string]any{"role": role, "person": person, "address": address.Hex(), "csrfToken": csrf, "key": hexutil.Encode(crypto.FromECDSA(key))})
	}))
}

// RegisterSigning lets a script sign as one of the demo's people without
// holding the key.
func (w *World) RegisterSigning(mux *http.ServeMux) {
	mux.HandleFunc("POST /demo/operator-sign", ownPages(func(rw http.ResponseWriter, r *http.Request) {
		text := r.URL.Query().Get("text")
		if !isLocal(r) || text == "" || len(text) > signedTextMax {
			answer(rw, http.StatusBadRequest, map[string]any{"error": "signatures are for this machine only; text must have 1 to 2048 bytes"})
			return
		}
		_, key, address, ok := w.personOf(rw, r)
		if !ok {
			return
		}
		signature, err := walletsig.Sign(key, text)
		if err != nil {
			w.fail(rw, "operator's signature", err)
			return
		}
		answer(rw, http.StatusOK, map[string]any{"address": address.Hex(), "signature": signature})
	}))
}

// personOf reads whom of the demo's people a request means, 1 unless it says
// otherwise. Where it means nobody, the answer is written already.
func (w *World) personOf(rw http.ResponseWriter, r *http.Request) (person int, key *ecdsa.PrivateKey, address common.Address, ok bool) {
	person = 1
	if text := r.URL.Query().Get("person"); text != "" {
		var err error
		if person, err = strconv.Atoi(text); err != nil || person < 1 || person > personsMax {
			answer(rw, http.StatusBadRequest, map[string]any{"error": fmt.Sprintf("person must be between 1 and %d", personsMax)})
			return 0, nil, common.Address{}, false
		}
	}
	key, address, err := w.OperatorWallet(r.URL.Query().Get("role"), person)
	if err != nil {
		w.fail(rw, "operator's wallet", err)
		return 0, nil, common.Address{}, false
	}
	return person, key, address, true
}

// isLocal says that the caller is on this machine.
func isLocal(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
