// Package wallettest gives tests wallets: their keys, addresses and signatures.
package wallettest

import (
	"crypto/ecdsa"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/infra/chain/walletsig"
)

// Key is the key of a wallet with a name, the same in every run.
func Key(name string) *ecdsa.PrivateKey {
	key, err := crypto.ToECDSA(crypto.Keccak256([]byte(name)))
	if err != nil {
		panic(err)
	}
	return key
}

// New is the key of a new wallet.
func New() *ecdsa.PrivateKey {
	key, err := crypto.GenerateKey()
	if err != nil {
		panic(err)
	}
	return key
}

// Address is the address of a key's wallet.
func Address(key *ecdsa.PrivateKey) common.Address { return crypto.PubkeyToAddress(key.PublicKey) }

// Sign is a wallet's signature of a text, as personal_sign gives it.
func Sign(key *ecdsa.PrivateKey, text string) string {
	signature, err := walletsig.Sign(key, text)
	if err != nil {
		panic(err)
	}
	return signature
}
