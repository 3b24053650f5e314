package signin_test

import (
	"context"
	"crypto/ecdsa"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/entropy"
	"etld/internal/core/user"
	"etld/internal/features/signin"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/walletsig"
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

func newWallet(t testing.TB, seed int64) wallet {
	t.Helper()
	key, err := crypto.ToECDSA(common.BigToHash(big.NewInt(seed)).Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return wallet{key: key, address: crypto.PubkeyToAddress(key.PublicKey).Hex()}
}

// sign is what personal_sign answers: v is 27 or 28.
func (w wallet) sign(t testing.TB, message string) []byte {
	t.Helper()
	signature, err := crypto.Sign(accounts.TextHash([]byte(message)), w.key)
	if err != nil {
		t.Fatal(err)
	}
	signature[64] += 27
	return signature
}

// contracts is a chain on which some addresses are contract wallets.
type contracts map[common.Address]string

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
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return make([]byte, 32), nil
}

// notices records what was sent; unread is a constant that shows in answers.
type notices struct {
	mu   sync.Mutex
	sent []string
}

func (n *notices) Send(_ *sqldb.Tx, userID, kind string, params map[string]string, link string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
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

func (points) GamePoints(*sqldb.Tx, string) (int64, error) { return 1200, nil }

type world struct {
	*apitest.Client
	t       testing.TB
	db      *sqldb.DB
	clock   dbtest.Clock
	service *signin.Service
	notices *notices
}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock, chain contracts) *world {
	t.Helper()
	w := &world{t: t, db: db, clock: c, notices: &notices{}}
	w.service = signin.New(signin.Config{DB: db, Chance: entropy.System(), Verifier: walletsig.NewVerifier(chain, 50*time.Millisecond),
		Notices: w.notices, Points: points{}, Host: host, ChainID: 56, Origin: "https://etld.example/"})
	w.Client = apitest.NewWith(t, db, httpapi.Config{Sessions: w.service})
	w.service.Register(w.API)
	return w
}

func message(at time.Time) string { return signin.Phrase(host, 56) + fmt.Sprint(at.UnixMilli()) }

// login signs the message of a time and calls; more overrides parameters.
func (w *world) login(wallet wallet, at time.Time, more ...string) apitest.Reply {
	w.t.Helper()
	text := message(at)
	params := map[string]string{"username": wallet.address, "type": "ANDROID", "message": text, "signature": "0x" + hex.EncodeToString(wallet.sign(w.t, text))}
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

func TestFirstSignInMakesTheUser(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		ann := newWallet(t, 1)
		// Wallets differ in the case of the address they report.
		first := w.signIn(ann, "username", strings.ToLower(ann.address))
		if !first.IsNew || first.UserName != ann.address || first.NickName != user.Mask(ann.address) || first.Level != 0 ||
			first.GamePoints != 1200 || first.Unread != 7 || first.IsRobot ||
			first.InvitationLink != "https://etld.example/#/?pusername="+first.ReferralCode || !first.ExpireAt.Equal(c.Now().Add(7*24*time.Hour)) {
			t.Errorf("the first sign-in answers %+v", first)
		}
		if len(*first.Token) != 64 || len(w.notices.take()) != 0 {
			t.Errorf("token %q, or a notice about a user's first session", *first.Token)
		}
		info := w.Call(infoPath, *first.Token)
		if got := apitest.Data[signin.UserInfo](t, info); got.ID != first.ID || got.Token != nil || !strings.Contains(info.Body, `"token":null`) {
			t.Errorf("getUserInfo answers %s", info.Body)
		}
		second := w.signIn(ann)
		if second.IsNew || second.ID != first.ID || *second.Token == *first.Token {
			t.Errorf("the second sign-in answers %+v", second)
		}
		if sent := w.notices.take(); len(sent) != 1 || !strings.HasPrefix(sent[0], "new_session") {
			t.Errorf("notices of the second sign-in: %v", sent)
		}
	})
}

func TestSignInRefusals(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		ann, bob := newWallet(t, 1), newWallet(t, 2)
		now := c.Now()
		good := ann.sign(t, message(now))
		with := func(change func(s []byte) []byte) string {
			return "0x" + hex.EncodeToString(change(append([]byte(nil), good...)))
		}
		signed := func(text string) []string {
			return []string{"message", text, "signature", "0x" + hex.EncodeToString(ann.sign(t, text))}
		}
		cases := []struct {
			name   string
			at     time.Time
			change []string
			code   int
		}{
			{"no address", now, []string{"username", "ann"}, 1002},
			{"another type", now, []string{"type", "IOS"}, 1002},
			{"no type", now, []string{"type", ""}, 1002},
			{"long message", now, []string{"message", strings.Repeat("x", 513)}, 1002},
			{"short signature", now, []string{"signature", with(func(s []byte) []byte { return s[:64] })}, 1002},
			{"half a byte", now, []string{"signature", with(func(s []byte) []byte { return s }) + "0"}, 1002},
			{"no hexadecimal", now, []string{"signature", "0x" + strings.Repeat("zz", 65)}, 1002},
			{"another address", now, []string{"username", bob.address}, 1101},
			{"another key", now, []string{"signature", "0x" + hex.EncodeToString(bob.sign(t, message(now)))}, 1101},
			{"a changed message", now, []string{"message", message(now.Add(time.Second))}, 1101},
			{"a changed signature", now, []string{"signature", with(func(s []byte) []byte { s[5] ^= 1; return s })}, 1101},
			{"high-s twin", now, []string{"signature", with(highTwin)}, 1101},
			{"wrong v", now, []string{"signature", with(func(s []byte) []byte { s[64] ^= 7; return s })}, 1101},
			{"v of a chain", now, []string{"signature", with(func(s []byte) []byte { s[64] += 100; return s })}, 1101},
			{"a byte too many", now, []string{"signature", with(func(s []byte) []byte { return append(s, 0) })}, 1101},
			{"another chain's phrase", now, signed(signin.Phrase(host, 1) + fmt.Sprint(now.UnixMilli())), 1101},
			{"another host's phrase", now, signed(signin.Phrase("evil.example", 56) + fmt.Sprint(now.UnixMilli())), 1101},
			{"text after the time", now, signed(message(now) + "0"), 1101},
			{"no time", now, signed(signin.Phrase(host, 56)), 1101},
			{"stale", now.Add(-5*time.Minute - time.Millisecond), nil, 1102},
			{"from the future", now.Add(5*time.Minute + time.Millisecond), nil, 1102},
		}
		for _, test := range cases {
			w.expect(test.name, w.login(ann, test.at, test.change...), test.code)
		}
		if w.userExists(ann.address) || w.userExists(bob.address) {
			t.Error("a refused sign-in made a user")
		}
		w.expect("the edge of five minutes", w.login(ann, now.Add(-5*time.Minute)), 200)
		w.expect("good", w.login(ann, now), 200)
		w.expect("v of 0 or 1", w.login(ann, now.Add(time.Millisecond), "signature", plainV(t, ann, message(now.Add(time.Millisecond)))), 200)
		w.expect("the same message again", w.login(ann, now), 1103)
		w.expect("its last one again", w.login(ann, now.Add(time.Millisecond)), 1103)
		w.expect("an earlier one never used", w.login(ann, now.Add(-time.Second)), 1103)
		w.expect("another address at that time", w.login(bob, now), 200)
	})
}

// highTwin is the other signature that the same key would verify as.
func highTwin(s []byte) []byte {
	order := crypto.S256().Params().N
	high := new(big.Int).Sub(order, new(big.Int).SetBytes(s[32:64]))
	copy(s[32:64], common.BigToHash(high).Bytes())
	s[64] = 27 + 28 - s[64]
	return s
}

func plainV(t *testing.T, w wallet, text string) string {
	t.Helper()
	signature := w.sign(t, text)
	signature[64] -= 27
	return "0x" + hex.EncodeToString(signature)
}

func TestParallelSignInsWithOneMessage(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		ann := newWallet(t, 1)
		var mu sync.Mutex
		codes := make(map[int]int)
		var wg sync.WaitGroup
		for range 16 {
			wg.Go(func() {
				got := w.login(ann, c.Now())
				mu.Lock()
				defer mu.Unlock()
				codes[got.Code]++
			})
		}
		wg.Wait()
		if codes[200] != 1 || codes[1103] != 15 {
			t.Errorf("codes %v", codes)
		}
	})
}

func TestContractWallets(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		owner := newWallet(t, 1)
		kinds := map[string]int{"valid": 200, "invalid": 1101, "reverting": 1101, "endless": 1101, "unreachable": 1011}
		chain := contracts{}
		addresses := make(map[string]string)
		for kind := range kinds {
			address := common.BytesToAddress([]byte("wallet " + kind))
			chain[address], addresses[kind] = kind, address.Hex()
		}
		w := newWorld(t, db, c, chain)
		for kind, code := range kinds {
			began := time.Now()
			w.expect(kind, w.login(owner, c.Now(), "username", addresses[kind]), code)
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("%s took %s", kind, took)
			}
			if w.userExists(addresses[kind]) != (code == 200) {
				t.Errorf("%s: the user exists is %v", kind, code != 200)
			}
		}
	})
}

func TestReferrerIsBoundOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		ann := w.signIn(newWallet(t, 1))
		byCode := w.signIn(newWallet(t, 2), "pusername", strings.ToLower(ann.ReferralCode))
		byName := w.signIn(newWallet(t, 3), "pusername", strings.ToLower(ann.UserName))
		if sent := w.notices.take(); len(sent) != 0 {
			t.Errorf("notices %v", sent)
		}
		self := newWallet(t, 4)
		nobody := w.signIn(self, "pusername", self.address)
		if sent := w.notices.take(); len(sent) != 1 || sent[0] != "referrer_unknown "+self.address+" /share" {
			t.Errorf("notices of an unknown referrer: %v", sent)
		}
		late := w.signIn(self, "pusername", ann.ReferralCode)
		for what, test := range map[string]struct{ id, parent string }{
			"code": {byCode.ID, ann.ID}, "name": {byName.ID, ann.ID}, "self": {nobody.ID, ""}, "late": {late.ID, ""}, "none": {ann.ID, ""},
		} {
			if err := db.View(context.Background(), func(tx *sqldb.Tx) error {
				p, err := user.Find(tx, test.id)
				if p.ParentID != test.parent {
					t.Errorf("by %s: the parent is %q, want %q", what, p.ParentID, test.parent)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		w.expect("a long referrer", w.login(newWallet(t, 5), c.Now(), "pusername", strings.Repeat("x", 65)), 1002)
	})
}

func TestSuspendedUsersStayOut(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		ann := newWallet(t, 1)
		in := w.signIn(ann)
		suspend := func(reason string) {
			if err := db.Update(context.Background(), func(tx *sqldb.Tx) error { return w.service.Suspend(tx, in.ID, reason) }); err != nil {
				t.Fatal(err)
			}
		}
		suspend("stolen key")
		w.expect("an open session", w.Call(infoPath, *in.Token), 1001)
		c.Advance(time.Second)
		got := w.login(ann, c.Now())
		w.expect("a new sign-in", got, 1104)
		if got.Message != "This account is suspended: stolen key" {
			t.Errorf("the message is %q", got.Message)
		}
		suspend("")
		w.expect("after it was lifted", w.login(ann, c.Now()), 200)
	})
}

func TestSessionsExpire(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		idle, used := w.signIn(newWallet(t, 1)), w.signIn(newWallet(t, 2))
		start := c.Now()
		for day := 1; day <= 29; day++ {
			c.Set(start.Add(time.Duration(day) * 24 * time.Hour))
			w.expect(fmt.Sprint("used daily, day ", day), w.Call(infoPath, *used.Token), 200)
			if day == 7 {
				w.expect("idle for seven days", w.Call(infoPath, *idle.Token), 1001)
			}
		}
		c.Set(start.Add(30*24*time.Hour - time.Second))
		w.expect("just before thirty days", w.Call(infoPath, *used.Token), 200)
		c.Set(start.Add(30 * 24 * time.Hour))
		w.expect("after thirty days of use", w.Call(infoPath, *used.Token), 1001)
		for i, want := range []int64{2, 0} {
			if n, err := w.service.PurgeSessions(context.Background()); err != nil || n != want {
				t.Errorf("purge %d deleted %d, %v", i, n, err)
			}
		}
	})
}

func TestFiveSessions(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		ann, bob := newWallet(t, 1), w.signIn(newWallet(t, 2))
		var tokens []string
		for range 6 {
			tokens = append(tokens, *w.signIn(ann).Token)
		}
		w.expect("the oldest of six", w.Call(infoPath, tokens[0]), 1001)
		for _, token := range append(tokens[1:], *bob.Token) {
			w.expect("a younger session", w.Call(infoPath, token), 200)
		}
		rows := apitest.Data[httpapi.List[signin.SessionRow]](t, w.Call("/api/user/sessions", tokens[5])).List
		if len(rows) != 5 || !rows[0].Current || rows[1].Current || rows[0].IP != "192.0.2.1" {
			t.Errorf("sessions %+v", rows)
		}
		w.expect("another user's session", w.Call("/api/user/revokeSession", *bob.Token, "sessionId", rows[1].ID), 1005)
		w.expect("revoke", w.Call("/api/user/revokeSession", tokens[5], "sessionId", rows[1].ID), 200)
		w.expect("revoke again", w.Call("/api/user/revokeSession", tokens[5], "sessionId", rows[1].ID), 1005)
		w.expect("the revoked session", w.Call(infoPath, tokens[4]), 1001)
		w.expect("logout", w.Call("/api/user/logout", tokens[5]), 200)
		w.expect("after logout", w.Call(infoPath, tokens[5]), 1001)
		w.expect("logout again", w.Call("/api/user/logout", tokens[5]), 1001)
		w.expect("no token", w.Call(infoPath, ""), 1001)
		w.expect("an invented token", w.Call(infoPath, strings.Repeat("0", 64)), 1001)
	})
}

func TestUpdateProfile(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		token := *w.signIn(newWallet(t, 1)).Token
		for _, test := range []struct {
			params []string
			code   int
		}{
			{nil, 1002}, {[]string{"nickName", "   "}, 1002}, {[]string{"nickName", strings.Repeat("名", 25)}, 1002},
			{[]string{"image", "https://evil.example/x.svg"}, 1002}, {[]string{"nickName", "a\x00b"}, 1002},
			{[]string{"nickName", " " + strings.Repeat("名", 22) + " "}, 200}, {[]string{"image", "lantern"}, 200},
		} {
			w.expect(fmt.Sprint(test.params), w.Call("/api/user/updateProfile", token, test.params...), test.code)
		}
		if got := apitest.Data[signin.UserInfo](t, w.Call(infoPath, token)); got.NickName != strings.Repeat("名", 22) || got.Image != "lantern" {
			t.Errorf("stored %+v", got)
		}
	})
}

func TestNothingSecretIsStoredOrLogged(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c, contracts{common.BytesToAddress([]byte("gone")): "unreachable"})
	in := w.signIn(newWallet(t, 1))
	w.login(newWallet(t, 1), c.Now(), "username", common.BytesToAddress([]byte("gone")).Hex())
	err := db.View(context.Background(), func(tx *sqldb.Tx) error {
		var n int64
		_, err := tx.QueryOne(sqldb.Dest(&n), `SELECT COUNT(*) FROM signin_session WHERE token_hash = $1 OR id = $1`, *in.Token)
		if n != 0 {
			t.Error("the token is stored in the clear")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	log := w.Log.String()
	if strings.Contains(log, *in.Token) || strings.Contains(log, "Time: ") || !strings.Contains(log, "connection refused") {
		t.Errorf("the log is %s", log)
	}
}
