package walletsig

import (
	"crypto/ecdsa"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
)

const (
	// PlainLength is the length in bytes of a plain signature: r, s and v.
	PlainLength = 65
	// hexDigitsMax bounds a signature's text, without its 0x.
	hexDigitsMax = 4_096
	recoveryBase = 27
)

// Refusals of a signature.
var (
	ErrTooLong      = errors.New("the signature is longer than 4096 hexadecimal digits")
	ErrNotHex       = errors.New("the signature is not hexadecimal")
	ErrLength       = errors.New("the signature is not 65 bytes long")
	ErrRecoveryID   = errors.New("the signature's v is none of 0, 1, 27 and 28")
	ErrHighS        = errors.New("the signature's s is in the upper half")
	ErrOutOfRange   = errors.New("the signature's r or s is outside the curve's order")
	ErrOtherSigner  = errors.New("another wallet signed")
	ErrRefused      = errors.New("the contract wallet refuses the signature")
	ErrReverted     = errors.New("the contract wallet's check failed")
	ErrNotInTime    = errors.New("the contract wallet's check took too long")
	ErrUnverifiable = errors.New("the chain cannot be asked about the contract wallet now")
)

// Signature is a signature's bytes: at least one, at most 2,048.
type Signature []byte

// Parse reads hexadecimal digits with or without 0x, in either case.
func Parse(text string) (Signature, error) {
	digits := strings.TrimPrefix(text, "0x")
	switch {
	case len(digits) > hexDigitsMax:
		return nil, ErrTooLong
	case len(digits) == 0:
		return nil, ErrLength
	}
	signature, err := hex.DecodeString(digits)
	if err != nil {
		return nil, ErrNotHex
	}
	return signature, nil
}

// Digest is the hash that a wallet signs for a text.
func Digest(text string) common.Hash {
	return common.BytesToHash(accounts.TextHash([]byte(text)))
}

// IsPlainBy says that the key of an address signed a text. What is no signature is nobody's.
func IsPlainBy(address, text, signature string) bool {
	parsed, err := Parse(signature)
	if err != nil {
		return false
	}
	by, err := Recover(Digest(text), parsed)
	return err == nil && by == common.HexToAddress(address)
}

// Recover finds the address whose key made a plain signature of a digest.
func Recover(digest common.Hash, signature Signature) (common.Address, error) {
	if len(signature) != PlainLength {
		return common.Address{}, ErrLength
	}
	recoveryID := signature[PlainLength-1]
	if recoveryID >= recoveryBase {
		recoveryID -= recoveryBase
	}
	if recoveryID > 1 {
		return common.Address{}, ErrRecoveryID
	}
	r, s := common.BytesToHash(signature[:32]).Big(), common.BytesToHash(signature[32:64]).Big()
	if !crypto.ValidateSignatureValues(recoveryID, r, s, false) {
		return common.Address{}, ErrOutOfRange
	}
	if !crypto.ValidateSignatureValues(recoveryID, r, s, true) {
		return common.Address{}, ErrHighS
	}
	canonical := append(append(make([]byte, 0, PlainLength), signature[:64]...), recoveryID)
	key, err := crypto.SigToPub(digest.Bytes(), canonical)
	if err != nil {
		// r is no point of the curve.
		return common.Address{}, ErrOutOfRange
	}
	return crypto.PubkeyToAddress(*key), nil
}

// Signers are the addresses whose keys may have made a signature, in whatever
// form a contract takes it: alone or as its first or last part, with a high s,
// or with v in the highest bit of s (EIP-2098). Whoever re-encodes somebody's
// signature comes to the same signer, so a list may name strangers too, but
// misses nobody that such a form stands for.
func Signers(digest common.Hash, signature Signature) (list []common.Address) {
	for _, at := range []int{0, len(signature) - PlainLength, len(signature) - compactLength} {
		if at < 0 || at+compactLength > len(signature) {
			continue
		}
		r, s := signature[at:at+32], new(big.Int).SetBytes(signature[at+32:at+compactLength])
		for _, form := range []*big.Int{s, new(big.Int).Sub(crypto.S256().Params().N, s), new(big.Int).SetBit(s, 255, 0)} {
			for recoveryID := range byte(2) {
				if signer, isOne := signerOf(digest, r, form, recoveryID); isOne && !slices.Contains(list, signer) {
					list = append(list, signer)
				}
			}
		}
	}
	return list
}

// compactLength is the length in bytes of r and s.
const compactLength = 64

// signerOf recovers whose key made r and a low s.
func signerOf(digest common.Hash, r []byte, s *big.Int, recoveryID byte) (signer common.Address, isOne bool) {
	if s.Sign() <= 0 || s.BitLen() > 256 || !crypto.ValidateSignatureValues(recoveryID, new(big.Int).SetBytes(r), s, true) {
		return common.Address{}, false
	}
	key, err := crypto.SigToPub(digest.Bytes(), append(append(slices.Clone(r), common.BigToHash(s).Bytes()...), recoveryID))
	if err != nil {
		return common.Address{}, false
	}
	return crypto.PubkeyToAddress(*key), true
}

// Sign signs a text as a wallet's personal_sign does: v is 27 or 28, and the
// answer is hexadecimal after 0x. It is for whoever holds a key in memory, such
// as the demo's people.
func Sign(key *ecdsa.PrivateKey, text string) (string, error) {
	signature, err := crypto.Sign(Digest(text).Bytes(), key)
	if err != nil {
		return "", fmt.Errorf("sign as %s: %w", crypto.PubkeyToAddress(key.PublicKey), err)
	}
	signature[64] += recoveryBase
	return hexutil.Encode(signature), nil
}
