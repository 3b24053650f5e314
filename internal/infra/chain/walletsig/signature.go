package walletsig

import (
	"encoding/hex"
	"errors"
	"strings"

	"github.com/ethereum/go-ethereum/accounts"
	"github.com/ethereum/go-ethereum/common"
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
