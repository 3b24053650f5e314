package signin_test

import (
	"context"
	"crypto/ecdsa"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/features/signin"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const (
	host      = "etld.example"
	loginPath = "/api/user/logining"
	infoPath  = "/api/user/getUserInfo"
)

// wallet is a key that signs.
type wallet struct {
	key     *ecdsa.PrivateKey
	address string
}

func newWallet(number int64) wallet {
	key := wallettest.Key(fmt.Sprint("wallet ", number))
	return wallet{key: key, address: wallettest.Address(key).Hex()}
}

// sign is what personal_sign answers: v is 27 or 28.
func (w wallet) sign(message string) []byte { return common.FromHex(wallettest.Sign(w.key, message)) }

// contracts is a chain on which some addresses are contract wallets.
type contracts map[common.Address]string

func (contracts) AgreedHead(context.Context) (chain.Block, error) { return chain.Block{}, nil }

func (c contracts) CodeAt(_ context.Context, account common.Address, _ *big.Int) ([]byte, error) {
	if c[account] == "unreachable" {
		return nil, errors.New("connection refused")
	}
	return []byte(c[account]), nil
}

func (c contracts) CallContract(ctx context.Context, call ethereum.CallMsg, _ *big.Int) ([]byte, error) {
	switch c[*call.To] {
	case "valid":
		return common.RightPadBytes(common.FromHex("0x1626ba7e"), 32), nil
	case "reverting":
		return nil, chain.ErrCallFailed
	case "endless":
		return nil, fmt.Errorf("%w: out of gas", chain.ErrCallFailed)
	case "silent":
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return make([]byte, 32), nil
}

// notices records what was sent; unread is a constant that shows in answers.
type notices struct {
	mu   sync.Mutex
	sent []string
	// refused is a user who is told nothing.
	refused string
}

func (n *notices) refuse(userID string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.refused = userID
}

func (n *notices) Send(_ sqldb.Command, userID, kind string, params map[string]string, link string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if userID == n.refused {
		return errors.New("no room for a notice")
	}
	n.sent = append(n.sent, fmt.Sprintf("%s %s %s", kind, params["referrer"], link))
	return nil
}

func (n *notices) Unread(*sqldb.Tx, string) (int64, error) { return 7, nil }

func (n *notices) take() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	sent := n.sent
	n.sent = nil
	return sent
}

type points struct{}

func (points) Balance(sqldb.Command, ledger.Account) (money.Amount, error) { return 1200, nil }

func (points) Holdings(*sqldb.Tx, string) ([]ledger.Holding, error) { return nil, nil }

type world struct {
	*apitest.Client
	t       testing.TB
	db      *sqldb.DB
	clock   dbtest.Clock
	service *signin.Service
	notices *notices
	// joined are the users that the tree was told of.
	joined []user.Person
	// moved is by how much deadlines were moved.
	moved []time.Duration
	// stuck is why they cannot be moved.
	stuck error
}

// MoveDeadlines keeps by how much.
func (w *world) MoveDeadlines(_ *sqldb.Tx, _ string, by time.Duration) error {
	w.moved = append(w.moved, by)
	return w.stuck
}

// Joined keeps whom the tree is told of.
func (w *world) Joined(_ sqldb.Command, p user.Person) error {
	w.joined = append(w.joined, p)
	return nil
}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock, chain contracts) *world {
	t.Helper()
	return newWorldOf(t, db, c, walletsig.NewVerifier(chain, 50*time.Millisecond))
}

func newWorldOf(t testing.TB, db *sqldb.DB, c dbtest.Clock, verifier walletsig.Verifier) *world {
	t.Helper()
	w := &world{t: t, db: db, clock: c, notices: &notices{}}
	w.service = signin.New(signin.Config{DB: db, Chance: entropy.System(), Verifier: verifier,
		Notices: w.notices, Ledger: points{}, Invited: w, Deadlines: map[string]signin.Deadlines{"machine": w}, Host: host, ChainID: 56, Origin: "https://etld.example/"})
	w.Client = apitest.NewWith(t, db, httpapi.Config{Sessions: w.service})
	w.service.Register(w.API)
	return w
}

func message(at time.Time) string { return signin.Phrase(host, 56) + fmt.Sprint(at.UnixMilli()) }

// login signs the message of a time and calls; more overrides parameters.
func (w *world) login(wallet wallet, at time.Time, more ...string) apitest.Reply {
	w.t.Helper()
	text := message(at)
	params := map[string]string{"username": wallet.address, "type": "ANDROID", "message": text, "signature": "0x" + hex.EncodeToString(wallet.sign(text))}
	for i := 0; i+1 < len(more); i += 2 {
		params[more[i]] = more[i+1]
	}
	var list []string
	for name, value := range params {
		list = append(list, name, value)
	}
	return w.Call(loginPath, "", list...)
}

// signIn signs in at the clock's time, which it moves on first.
func (w *world) signIn(wallet wallet, more ...string) signin.LoginOut {
	w.t.Helper()
	w.clock.Advance(time.Millisecond)
	return apitest.Data[signin.LoginOut](w.t, w.login(wallet, w.clock.Now(), more...))
}

func (w *world) expect(what string, r apitest.Reply, code int) {
	w.t.Helper()
	if r.Code != code {
		w.t.Errorf("%s: %s, want code %d", what, r.Body, code)
	}
}

func (w *world) userExists(address string) (exists bool) {
	w.t.Helper()
	if err := w.db.View(context.Background(), func(tx *sqldb.Tx) (err error) {
		_, exists, err = user.FindByAddress(tx, address)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	return exists
}
