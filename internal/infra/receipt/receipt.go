// Package receipt holds the key with which the platform signs what users keep: that it
// took an entry of theirs, which entries a round has, and what a snapshot proves to them.
//
// Words. The *key file* holds the seed of an Ed25519 key as 64 hexadecimal digits,
// for the program's user alone. To *rotate* is to put a new key in its place; the
// old one is gone, so that nobody signs with it any more, and what it signed stays
// valid, as every public key that was ever in use stays published.
package receipt

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"etld/internal/base/entropy"
)

const (
	folderMode = 0o700
	fileMode   = 0o600
)

// ErrNoKey is that there is no key file to rotate.
var ErrNoKey = errors.New("there is no key of receipts")

// Key signs.
type Key struct{ private ed25519.PrivateKey }

// New is a key of its own, of which nothing is kept.
func New(chance entropy.Source) Key {
	return Key{ed25519.NewKeyFromSeed(entropy.Bytes(chance, ed25519.SeedSize))}
}

// IsZero says that it is no key.
func (k Key) IsZero() bool { return k.private == nil }

// Sign is the signature over a text, hexadecimal.
func (k Key) Sign(text string) string {
	return hex.EncodeToString(ed25519.Sign(k.private, []byte(text)))
}

// Public is the public key, hexadecimal.
func (k Key) Public() string {
	return hex.EncodeToString(k.private[ed25519.SeedSize:])
}

// Verify says whether a key signed a text; key and signature are hexadecimal.
func Verify(key, text, signature string) bool {
	k, keyErr := hex.DecodeString(key)
	s, err := hex.DecodeString(signature)
	return keyErr == nil && err == nil && len(k) == ed25519.PublicKeySize && ed25519.Verify(k, []byte(text), s)
}

// Open reads the key file, and makes it where there is none.
func Open(path string, chance entropy.Source) (Key, error) {
	key, err := read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return create(path, chance)
	}
	return key, err
}

func read(path string) (Key, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Key{}, fmt.Errorf("the key of receipts: %w", err)
	}
	seed, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(seed) != ed25519.SeedSize {
		return Key{}, fmt.Errorf("the key of receipts: %s does not hold %d hexadecimal digits", path, 2*ed25519.SeedSize)
	}
	return Key{ed25519.NewKeyFromSeed(seed)}, nil
}

func create(path string, chance entropy.Source) (Key, error) {
	if err := os.MkdirAll(filepath.Dir(path), folderMode); err != nil {
		return Key{}, fmt.Errorf("the key of receipts: %w", err)
	}
	return put(path, chance, func(*os.File) error { return nil })
}

// Rotate puts a new key into the key file, whole or not at all, and leaves it its owner
// and rights; without a file it fails with ErrNoKey. A server that runs signs with the old
// one until it starts anew.
func Rotate(path string, chance entropy.Source) (Key, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Key{}, fmt.Errorf("%w at %s; name its folder with --data-dir, or the file with --receipt-key-file, as the service does", ErrNoKey, path)
	}
	if err != nil {
		return Key{}, fmt.Errorf("the key of receipts: %w", err)
	}
	return put(path, chance, func(fresh *os.File) error {
		if of, isKnown := info.Sys().(*syscall.Stat_t); isKnown && (int(of.Uid) != os.Geteuid() || int(of.Gid) != os.Getegid()) {
			if err := fresh.Chown(int(of.Uid), int(of.Gid)); err != nil {
				return err
			}
		}
		return fresh.Chmod(info.Mode().Perm())
	})
}

// put writes a new key beside the file, has it prepared and moves it there. The folder
// may be another user's than the one who rotates: what already stands there, a link to
// another file among it, is neither written to nor given away.
func put(path string, chance entropy.Source, prepare func(fresh *os.File) error) (Key, error) {
	key, fresh := New(chance), path+".new"
	err := os.Remove(fresh)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		err = writeNew(fresh, hex.EncodeToString(key.private.Seed())+"\n", prepare)
	}
	if err == nil {
		err = os.Rename(fresh, path)
	}
	if err == nil {
		err = syncFolder(filepath.Dir(path))
	}
	if err != nil {
		return Key{}, fmt.Errorf("the key of receipts: %w", err)
	}
	return key, nil
}

func writeNew(path, text string, prepare func(*os.File) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	if err == nil {
		err = prepare(file)
	}
	if err == nil {
		// A machine that loses its power right after must find the whole key or the one
		// before, and not a name without bytes.
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// syncFolder has the disk know of a name that was given in a folder.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
