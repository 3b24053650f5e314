package signer

import (
	"crypto/ecdsa"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/entropy"
)

// Strength is how much work guessing a keystore's passphrase costs.
type Strength int

// Standard takes about a second and 256 MB to open, Light nothing: it is for demos
// and tests, whose passphrase lies beside the file.
const (
	Standard Strength = iota
	Light
)

// ErrKeystore says that a keystore file cannot be opened or made.
var ErrKeystore = errors.New("the keystore file cannot be used")

const (
	keyDrawsMax     = 8
	keystoreSizeMax = 64 << 10
	passphraseMin   = 12
	// The least that scrypt takes.
	lightScryptN, lightScryptP = 2, 1
)

// Key is the hot wallet's key in memory. It has no way out of this package but
// through signed payouts.
type Key struct {
	private *ecdsa.PrivateKey
	address common.Address
}

// Address is the hot wallet.
func (k *Key) Address() common.Address { return k.address }

// CreateKeystore draws a key and keeps it, encrypted, in a new file that only
// its owner may read. It refuses to replace a file and a short passphrase.
func CreateKeystore(path, passphrase string, strength Strength, source entropy.Source) (*Key, error) {
	var private *ecdsa.PrivateKey
	var err error
	// A draw outside the curve's order has a chance of about 2^-128.
	for range keyDrawsMax {
		if private, err = crypto.ToECDSA(entropy.Bytes(source, 32)); err == nil {
			return ImportKeystore(path, passphrase, strength, private)
		}
	}
	return nil, fmt.Errorf("%w: draw a key: %w", ErrKeystore, err)
}

// ImportKeystore keeps a key that exists already, such as a demo's, as
// CreateKeystore does.
func ImportKeystore(path, passphrase string, strength Strength, private *ecdsa.PrivateKey) (*Key, error) {
	if len(passphrase) < passphraseMin {
		return nil, fmt.Errorf("%w: its passphrase has fewer than %d characters", ErrKeystore, passphraseMin)
	}
	n, p := keystore.StandardScryptN, keystore.StandardScryptP
	if strength == Light {
		n, p = lightScryptN, lightScryptP
	}
	address := crypto.PubkeyToAddress(private.PublicKey)
	content, err := keystore.EncryptKey(&keystore.Key{Id: [16]byte(entropy.Bytes(entropy.System(), 16)), Address: address, PrivateKey: private}, passphrase, n, p)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKeystore, err)
	}
	if err := writeNew(path, content); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKeystore, err)
	}
	return &Key{private: private, address: address}, nil
}

// writeNew writes a file that did not exist, whole or not at all.
func writeNew(path string, content []byte) error {
	draft, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(draft.Name())
	_, err = draft.Write(content)
	err = errors.Join(err, draft.Sync(), draft.Close())
	if err != nil {
		return err
	}
	// A link fails where the name exists; a rename would replace it.
	return os.Link(draft.Name(), path)
}

// OpenKeystore decrypts a keystore file.
func OpenKeystore(path, passphrase string) (*Key, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKeystore, err)
	}
	if !isOwn(info) {
		return nil, fmt.Errorf("%w: %s belongs to another user, who could change it (chown)", ErrKeystore, path)
	}
	if info.Mode().Perm()&0o077 != 0 || info.Size() > keystoreSizeMax {
		return nil, fmt.Errorf("%w: %s must be a small file that only its owner can read (chmod 600)", ErrKeystore, path)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKeystore, err)
	}
	key, err := keystore.DecryptKey(content, passphrase)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrKeystore, path, err)
	}
	return &Key{private: key.PrivateKey, address: crypto.PubkeyToAddress(key.PrivateKey.PublicKey)}, nil
}
