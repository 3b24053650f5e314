package anvil

import (
	"crypto/ecdsa"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"etld/internal/base/entropy"

	"github.com/ethereum/go-ethereum/crypto"
)

const (
	keysFileName   = "chain-keys.json"
	keyLength      = 32
	keyDrawsMax    = 8
	keysFileLength = 64 << 10
)

// Keys are the named keys of a data directory's chain.
type Keys map[string]*ecdsa.PrivateKey

// LoadKeys reads the data directory's keys and draws those that are missing
// among names. The file is readable by its owner only.
func LoadKeys(dataDir string, source entropy.Source, names ...string) (Keys, error) {
	path := filepath.Join(dataDir, keysFileName)
	stored, err := readKeys(path)
	if err != nil {
		return nil, fmt.Errorf("the chain's keys in %s cannot be read: %w", path, err)
	}
	keys, drawn := Keys{}, false
	for name, text := range stored {
		key, err := crypto.HexToECDSA(text)
		if err != nil {
			return nil, fmt.Errorf("the chain's key %q in %s is damaged: %w", name, path, err)
		}
		keys[name] = key
	}
	for _, name := range names {
		if keys[name] != nil {
			continue
		}
		key, err := drawKey(source)
		if err != nil {
			return nil, err
		}
		keys[name], drawn = key, true
		stored[name] = hex.EncodeToString(crypto.FromECDSA(key))
	}
	if !drawn {
		return keys, nil
	}
	return keys, writeWhole(path, stored)
}

func readKeys(path string) (map[string]string, error) {
	stored := map[string]string{}
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return stored, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	err = json.NewDecoder(io.LimitReader(file, keysFileLength)).Decode(&stored)
	return stored, err
}

// drawKey draws a private key. A draw outside the curve's order has a chance
// of about 2^-128; several in a row mean that the source is broken.
func drawKey(source entropy.Source) (*ecdsa.PrivateKey, error) {
	var err error
	for range keyDrawsMax {
		var key *ecdsa.PrivateKey
		if key, err = crypto.ToECDSA(entropy.Bytes(source, keyLength)); err == nil {
			return key, nil
		}
	}
	return nil, fmt.Errorf("draw a key: %w", err)
}

// writeWhole replaces a file so that a crash leaves the old or the new content.
func writeWhole(path string, content any) error {
	text, err := json.MarshalIndent(content, "", " ")
	if err != nil {
		return err
	}
	draft := path + ".new"
	if err := os.WriteFile(draft, append(text, '\n'), 0o600); err != nil {
		return err
	}
	return os.Rename(draft, path)
}
