package signin_test

import (
	"context"
	"encoding/hex"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/core/user"
	"etld/internal/features/signin"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestFirstSignInMakesTheUser(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		ann := newWallet(1)
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
		ann, bob := newWallet(1), newWallet(2)
		now := c.Now()
		good := ann.sign(message(now))
		with := func(change func(s []byte) []byte) string {
			return "0x" + hex.EncodeToString(change(append([]byte(nil), good...)))
		}
		signed := func(text string) []string {
			return []string{"message", text, "signature", "0x" + hex.EncodeToString(ann.sign(text))}
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
			{"another key", now, []string{"signature", "0x" + hex.EncodeToString(bob.sign(message(now)))}, 1101},
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
	signature := w.sign(text)
	signature[64] -= 27
	return "0x" + hex.EncodeToString(signature)
}

func TestParallelSignInsWithOneMessage(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		ann := newWallet(1)
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
		owner := newWallet(1)
		kinds := map[string]int{"valid": 200, "invalid": 1101, "reverting": 1101, "endless": 1101, "silent": 1011, "unreachable": 1011}
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
		ann := w.signIn(newWallet(1))
		byCode := w.signIn(newWallet(2), "pusername", strings.ToLower(ann.ReferralCode))
		byName := w.signIn(newWallet(3), "pusername", strings.ToLower(ann.UserName))
		if sent := w.notices.take(); len(sent) != 0 {
			t.Errorf("notices %v", sent)
		}
		self := newWallet(4)
		nobody := w.signIn(self, "pusername", self.address)
		if sent := w.notices.take(); len(sent) != 1 || sent[0] != "referrer_unknown "+self.address+" /share" {
			t.Errorf("notices of an unknown referrer: %v", sent)
		}
		if len(w.joined) != 4 || w.joined[1].ParentID != ann.ID || w.joined[3].ParentID != "" {
			t.Errorf("the tree was told of %+v", w.joined)
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
		w.expect("a long referrer", w.login(newWallet(5), c.Now(), "pusername", strings.Repeat("x", 65)), 1002)
	})
}

// A link can carry anything; what is no text is unknown, and bars nobody.
func TestMalformedReferrerIsUnknown(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		ann := w.signIn(newWallet(1))
		w.notices.take()
		for i, test := range []struct{ referrer, told string }{
			{"a\u200fb", "a\uFFFDb"}, {"a\nb", "a\uFFFDb"}, {"x\x00y", "x\uFFFDy"}, {"ABCD\x00123", "ABCD\uFFFD123"}, {"\u2028", "\uFFFD"},
			{ann.ReferralCode + "\u202e", ann.ReferralCode + "\uFFFD"}, {"\xff", "\uFFFD"},
		} {
			wallet := newWallet(int64(2 + i))
			created := w.signIn(wallet, "pusername", test.referrer)
			if sent := w.notices.take(); len(sent) != 1 || sent[0] != "referrer_unknown "+test.told+" /share" {
				t.Errorf("notices of %q: %v", test.referrer, sent)
			}
			c.Advance(time.Second)
			if again := w.signIn(wallet, "pusername", test.referrer); again.ID != created.ID {
				t.Errorf("%q: signed in as %s, then as %s", test.referrer, created.ID, again.ID)
			}
			w.notices.take()
		}
	})
}

// The images of the contract are those that users get.
func TestImagesOfTheContract(t *testing.T) {
	t.Parallel()
	want := strings.Join(user.Images[:], ",")
	for _, in := range []any{signin.ProfileIn{}, signin.UserInfo{}} {
		if field, _ := reflect.TypeOf(in).FieldByName("Image"); field.Tag.Get("enum") != want {
			t.Errorf("%T names %s", in, field.Tag.Get("enum"))
		}
	}
}

// A node that says that a contract stands at a plain wallet's address opens no
// account of others: an address that once recovered plainly is never judged as a
// contract.
func TestAPlainWalletIsNeverJudgedAsAContract(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		ann, thief := newWallet(1), newWallet(2)
		lies := contracts{common.HexToAddress(ann.address): "valid"}
		w := newWorld(t, db, c, lies)
		forged := []string{"username", ann.address, "signature", "0x" + strings.Repeat("00", 65)}
		w.signIn(ann)
		c.Advance(time.Second)
		w.expect("a forged contract wallet", w.login(thief, c.Now(), forged...), 1101)
		// A contract wallet that recovers plainly is a plain wallet from then on.
		bob := newWallet(3)
		lies[common.HexToAddress(bob.address)] = "valid"
		forged[1] = bob.address
		w.expect("a contract wallet's first sign-in", w.login(thief, c.Now(), forged...), 200)
		c.Advance(time.Second)
		w.signIn(bob)
		c.Advance(time.Second)
		w.expect("a contract again", w.login(thief, c.Now(), forged...), 1101)
	})
}

// A message names no account. A signature that was used for one address, or is
// another user's, opens no second one.
func TestOneSignatureOpensOneAccount(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		first, second := newWallet(11).address, newWallet(12).address
		w := newWorld(t, db, c, contracts{common.HexToAddress(first): "valid", common.HexToAddress(second): "valid"})
		owner, ann := newWallet(1), newWallet(2)
		w.signIn(ann)
		c.Advance(time.Second)
		w.expect("a user's message at a contract wallet", w.login(ann, c.Now(), "username", first), 1101)
		at := c.Now()
		w.expect("an owner's message at the contract wallet", w.login(owner, at, "username", first), 200)
		w.expect("the same at another contract wallet", w.login(owner, at, "username", second), 1103)
		w.expect("the same for the owner", w.login(owner, at), 1103)
		if w.userExists(second) || w.userExists(owner.address) {
			t.Error("one signature made two accounts")
		}
		c.Advance(time.Second)
		at = c.Now()
		w.expect("the owner signs in", w.login(owner, at), 200)
		w.expect("and the message serves no contract", w.login(owner, at, "username", second), 1101)
		w.expect("nor the contract that has an account", w.login(owner, at, "username", first), 1103)
		c.Advance(time.Second)
		at = c.Now()
		w.expect("the contract's account stays open to its owner", w.login(owner, at, "username", first), 200)
		w.expect("whose message then serves nobody else", w.login(owner, at), 1103)
	})
}

// Contracts take signatures in other forms too. However a used one is written, it is
// the same signature.
func TestAUsedSignatureInAnotherFormIsUsed(t *testing.T) {
	t.Parallel()
	first, second := newWallet(11).address, newWallet(12).address
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, contracts{common.HexToAddress(first): "valid", common.HexToAddress(second): "valid"})
		owner, at := newWallet(1), c.Now()
		w.expect("an owner's message", w.login(owner, at, "username", first), 200)
		plain := owner.sign(message(at))
		s := new(big.Int).SetBytes(plain[32:64])
		high := slices.Concat(plain[:32], common.BigToHash(new(big.Int).Sub(crypto.S256().Params().N, s)).Bytes(), []byte{55 - plain[64]})
		compact := slices.Concat(plain[:32], common.BigToHash(new(big.Int).SetBit(s, 255, uint(plain[64]-27))).Bytes())
		for name, form := range map[string][]byte{"a high s": high, "the compact form, filled up": append(compact, 0), "behind a validator": slices.Concat(make([]byte, 20), plain), "before more": append(slices.Clone(plain), make([]byte, 65)...)} {
			w.expect(name, w.login(owner, at, "username", second, "signature", "0x"+hex.EncodeToString(form)), 1103)
		}
	})
}

// Nobody takes the mask of another account for a name.
func TestAnotherAccountsMaskIsNoName(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		ann, bob := newWallet(1), newWallet(2)
		token := *w.signIn(ann).Token
		w.signIn(bob)
		w.expect("another's mask", w.Call("/api/user/updateProfile", token, "nickName", user.Mask(bob.address)), 1002)
		w.expect("a name", w.Call("/api/user/updateProfile", token, "nickName", "Anna"), 200)
		w.expect("the own mask", w.Call("/api/user/updateProfile", token, "nickName", user.Mask(ann.address)), 200)
	})
}
