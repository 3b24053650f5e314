package walletsig_test

import (
	"bytes"
	"crypto/ecdsa"
	"encoding/hex"
	"errors"
	"math/big"
	"strings"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/infra/chain/walletsig"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

const signedText = "Sign in to etld.example on chain 56. This costs nothing and moves no funds. Time: 1700000000000"

func newKey(t testing.TB, seed uint64) (*ecdsa.PrivateKey, common.Address) {
	t.Helper()
	key, err := crypto.ToECDSA(entropy.Bytes(entropy.Seeded(seed), 32))
	if err != nil {
		t.Fatal(err)
	}
	return key, crypto.PubkeyToAddress(key.PublicKey)
}

// sign signs as wallets do, with v of 27 or 28.
func sign(t testing.TB, key *ecdsa.PrivateKey, text string) walletsig.Signature {
	t.Helper()
	signature, err := crypto.Sign(walletsig.Digest(text).Bytes(), key)
	if err != nil {
		t.Fatal(err)
	}
	signature[64] += 27
	return signature
}

// highTwin is the second signature that anybody can make from a first.
func highTwin(signature walletsig.Signature) walletsig.Signature {
	twin := bytes.Clone(signature)
	s := new(big.Int).Sub(crypto.S256().Params().N, new(big.Int).SetBytes(signature[32:64]))
	copy(twin[32:64], common.BigToHash(s).Bytes())
	twin[64] = 27 + 28 - signature[64]
	return twin
}

func with(signature walletsig.Signature, change func(walletsig.Signature)) walletsig.Signature {
	changed := walletsig.Signature(bytes.Clone(signature))
	change(changed)
	return changed
}

// TestDigest holds the hash to a value computed by another implementation
// (EIP-191's own definition, spelled out).
func TestSign(t *testing.T) {
	t.Parallel()
	key, address := newKey(t, 1)
	text, err := walletsig.Sign(key, signedText)
	if err != nil {
		t.Fatal(err)
	}
	signature, err := walletsig.Parse(text)
	if err != nil || !bytes.Equal(signature, sign(t, key, signedText)) {
		t.Errorf("%s, %v; a wallet's is %x", text, err, sign(t, key, signedText))
	}
	if signer, err := walletsig.Recover(walletsig.Digest(signedText), signature); err != nil || signer != address {
		t.Errorf("signed by %s, %v; want %s", signer, err, address)
	}
}

func TestDigest(t *testing.T) {
	t.Parallel()
	want := crypto.Keccak256Hash([]byte("\x19Ethereum Signed Message:\n6Zeit: "))
	if got := walletsig.Digest("Zeit: "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// The length is counted in bytes, not in letters.
	want = crypto.Keccak256Hash([]byte("\x19Ethereum Signed Message:\n6簽名"))
	if got := walletsig.Digest("簽名"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestRecover(t *testing.T) {
	t.Parallel()
	key, address := newKey(t, 1)
	signature := sign(t, key, signedText)
	plainV := with(signature, func(s walletsig.Signature) { s[64] -= 27 })
	for name, accepted := range map[string]walletsig.Signature{"v 27 or 28": signature, "v 0 or 1": plainV} {
		if got, err := walletsig.Recover(walletsig.Digest(signedText), accepted); err != nil || got != address {
			t.Errorf("%s: %s %v", name, got, err)
		}
	}
	if got, err := walletsig.Recover(walletsig.Digest(signedText+" "), signature); err == nil && got == address {
		t.Error("another text recovers to the same wallet")
	}
	order := common.BigToHash(crypto.S256().Params().N).Bytes()
	for _, refusal := range []struct {
		name      string
		signature walletsig.Signature
		want      error
	}{
		{"empty", nil, walletsig.ErrLength},
		{"64 bytes", signature[:64], walletsig.ErrLength},
		{"66 bytes", append(bytes.Clone(signature), 0), walletsig.ErrLength},
		{"v 2", with(signature, func(s walletsig.Signature) { s[64] = 2 }), walletsig.ErrRecoveryID},
		{"v 26", with(signature, func(s walletsig.Signature) { s[64] = 26 }), walletsig.ErrRecoveryID},
		{"v 29", with(signature, func(s walletsig.Signature) { s[64] = 29 }), walletsig.ErrRecoveryID},
		{"v 147, as for replay-protected transactions", with(signature, func(s walletsig.Signature) { s[64] = 147 }), walletsig.ErrRecoveryID},
		{"high s", highTwin(signature), walletsig.ErrHighS},
		{"r 0", with(signature, func(s walletsig.Signature) { clear(s[:32]) }), walletsig.ErrOutOfRange},
		{"s 0", with(signature, func(s walletsig.Signature) { clear(s[32:64]) }), walletsig.ErrOutOfRange},
		{"r of the order", with(signature, func(s walletsig.Signature) { copy(s, order) }), walletsig.ErrOutOfRange},
		{"s of the order", with(signature, func(s walletsig.Signature) { copy(s[32:], order) }), walletsig.ErrOutOfRange},
	} {
		if got, err := walletsig.Recover(walletsig.Digest(signedText), refusal.signature); !errors.Is(err, refusal.want) || got != (common.Address{}) {
			t.Errorf("%s: %s %v, want %v", refusal.name, got, err, refusal.want)
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text string
		want error
	}{
		"empty":            {"", walletsig.ErrLength},
		"only 0x":          {"0x", walletsig.ErrLength},
		"odd":              {"0xabc", walletsig.ErrNotHex},
		"no digit":         {"0xzz", walletsig.ErrNotHex},
		"0x twice":         {"0x0xab", walletsig.ErrNotHex},
		"capital X":        {"0Xab", walletsig.ErrNotHex},
		"4096 digits":      {"0x" + strings.Repeat("aB", 2_048), nil},
		"4098 digits":      {"0x" + strings.Repeat("ab", 2_049), walletsig.ErrTooLong},
		"65 bytes, no 0x":  {strings.Repeat("ab", 65), nil},
		"surrounding room": {" 0xab", walletsig.ErrNotHex},
	} {
		signature, err := walletsig.Parse(test.text)
		if !errors.Is(err, test.want) || (err == nil) != (test.want == nil) || (err == nil) != (len(signature) > 0) {
			t.Errorf("%s: %x %v, want %v", name, signature, err, test.want)
		}
	}
}

// FuzzRecover: nothing panics, and whatever recovers has exactly one spelling
// up to v: its high twin is refused.
func FuzzRecover(f *testing.F) {
	key, _ := newKey(f, 1)
	f.Add(hex.EncodeToString(sign(f, key, signedText)), signedText)
	f.Add("0x", "")
	f.Add(strings.Repeat("ff", 65), "x")
	f.Fuzz(func(t *testing.T, text, message string) {
		signature, err := walletsig.Parse(text)
		if err != nil {
			return
		}
		digest := walletsig.Digest(message)
		address, err := walletsig.Recover(digest, signature)
		if err != nil {
			if address != (common.Address{}) {
				t.Fatalf("refused, and yet %s", address)
			}
			return
		}
		if len(signature) != 65 {
			t.Fatalf("%d bytes were accepted", len(signature))
		}
		twin := highTwin(with(signature, func(s walletsig.Signature) {
			if s[64] < 27 {
				s[64] += 27
			}
		}))
		if _, err := walletsig.Recover(digest, twin); !errors.Is(err, walletsig.ErrHighS) {
			t.Fatalf("the high twin gave %v", err)
		}
	})
}
