// Package seal encrypts what a stolen database must not tell: secrets and
// personal data, each sealed for its owner.
//
// Words. A *sealer* holds the key. To *seal* is to encrypt a secret for one
// owner with AES-256-GCM. The *owner* names the row that the secret belongs to:
// a sealed text that is moved to another row does not open. A *sealed* text is
// the nonce and the ciphertext in hexadecimal digits. A *former* key still opens
// what was sealed with it, until it is *resealed* with the present one. To *rotate* a
// table is to reseal all its rows.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"etld/internal/base/entropy"
)

// KeyBytes is the length of a key.
const KeyBytes = 32

// ErrKey is a key that cannot seal, ErrNoKey that there is none. ErrSealed is a text that was sealed with
// another key or for another owner, or that was changed since.
var (
	ErrKey    = fmt.Errorf("the key is not %d hexadecimal digits", 2*KeyBytes)
	ErrNoKey  = errors.New("there is no key to seal with")
	ErrSealed = errors.New("what was sealed cannot be opened with this key")
)

// ParseKey reads a key of 64 hexadecimal digits. An empty text is no key: nil
// without an error.
func ParseKey(text string) ([]byte, error) {
	if text == "" {
		return nil, nil
	}
	key, err := hex.DecodeString(text)
	if err != nil || len(key) != KeyBytes {
		return nil, ErrKey
	}
	return key, nil
}

// Sealer seals with one key, and opens with it or a former one. It may be used by
// several goroutines.
type Sealer struct {
	aead   cipher.AEAD
	former []cipher.AEAD
	chance entropy.Source
}

// New is a sealer with a key of KeyBytes bytes, and those it used before; another
// length is ErrKey.
func New(key []byte, chance entropy.Source, former ...[]byte) (*Sealer, error) {
	aead, err := newAEAD(key)
	if err != nil {
		return nil, err
	}
	s := &Sealer{aead: aead, chance: chance}
	for _, one := range former {
		if aead, err = newAEAD(one); err != nil {
			return nil, err
		}
		s.former = append(s.former, aead)
	}
	return s, nil
}

// OfTexts is a sealer of keys that are written down, the present one and those before. It
// is nil where there is none at present.
func OfTexts(chance entropy.Source, present string, former ...string) (*Sealer, error) {
	key, err := ParseKey(present)
	if err != nil {
		return nil, err
	}
	var before [][]byte
	for _, text := range former {
		one, err := ParseKey(text)
		if err != nil {
			return nil, err
		}
		before = append(before, one)
	}
	if key == nil {
		return nil, nil
	}
	return New(key, chance, before...)
}

func newAEAD(key []byte) (cipher.AEAD, error) {
	if len(key) != KeyBytes {
		return nil, ErrKey
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	return aead, nil
}

// Seal encrypts a secret for one owner. Sealing the same secret again yields
// another text.
func (s *Sealer) Seal(secret []byte, owner string) string {
	nonce := entropy.Bytes(s.chance, s.aead.NonceSize())
	return hex.EncodeToString(s.aead.Seal(nonce, nonce, secret, []byte(owner)))
}

// Open decrypts what was sealed for an owner, or fails with ErrSealed.
func (s *Sealer) Open(sealed, owner string) ([]byte, error) {
	raw, err := hex.DecodeString(sealed)
	if err != nil || len(raw) < s.aead.NonceSize() {
		return nil, ErrSealed
	}
	nonce, ciphertext := raw[:s.aead.NonceSize()], raw[s.aead.NonceSize():]
	for _, aead := range append([]cipher.AEAD{s.aead}, s.former...) {
		if secret, err := aead.Open(nil, nonce, ciphertext, []byte(owner)); err == nil {
			return secret, nil
		}
	}
	return nil, ErrSealed
}

// SealValue is Seal of a value's JSON.
func (s *Sealer) SealValue(v any, owner string) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("%s: %w", owner, err)
	}
	return s.Seal(text, owner), nil
}

// OpenValue is Open of what SealValue sealed, into the value that v points at.
func (s *Sealer) OpenValue(sealed, owner string, v any) error {
	text, err := s.Open(sealed, owner)
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", owner, err)
	}
	return nil
}

// Reseal seals with the present key what a former one sealed. What is sealed with
// the present one comes back as it is.
func (s *Sealer) Reseal(sealed, owner string) (string, error) {
	if _, err := (&Sealer{aead: s.aead}).Open(sealed, owner); err == nil {
		return sealed, nil
	}
	secret, err := s.Open(sealed, owner)
	if err != nil {
		return "", err
	}
	return s.Seal(secret, owner), nil
}
