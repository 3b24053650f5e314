package beacon

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	bls "github.com/consensys/gnark-crypto/ecc/bls12-381"
)

const (
	signatureLength = bls.SizeOfG1AffineCompressed
	keyLength       = bls.SizeOfG2AffineCompressed

	// signingDomain is of drand's scheme bls-unchained-g1-rfc9380.
	signingDomain = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
)

// publicKey verifies rounds.
type publicKey struct {
	written []byte
	point   bls.G2Affine
}

func readKey(written []byte) (publicKey, error) {
	k := publicKey{written: bytes.Clone(written)}
	if len(written) != keyLength {
		return k, fmt.Errorf("a public key of %d bytes", len(written))
	}
	if _, err := k.point.SetBytes(written); err != nil {
		return k, fmt.Errorf("the public key: %w", err)
	}
	if form := k.point.Bytes(); k.point.IsInfinity() || !bytes.Equal(form[:], written) {
		return k, fmt.Errorf("the public key %x is no key", written)
	}
	return k, nil
}

// message is what the network signs for a round, as a point.
func message(round uint64) (bls.G1Affine, error) {
	digest := sha256.Sum256(binary.BigEndian.AppendUint64(nil, round))
	return bls.HashToG1(digest[:], []byte(signingDomain))
}

// verify accepts the one signature that a round has, in its one spelling. The
// spelling matters: the bytes are what outcomes are computed from.
func (k publicKey) verify(round uint64, signature []byte) error {
	if len(signature) != signatureLength {
		return fmt.Errorf("%w: %d bytes", ErrForged, len(signature))
	}
	var point bls.G1Affine
	// SetBytes refuses what is no point of the curve or outside its subgroup.
	if _, err := point.SetBytes(signature); err != nil {
		return fmt.Errorf("%w: %w", ErrForged, err)
	}
	if form := point.Bytes(); point.IsInfinity() || !bytes.Equal(form[:], signature) {
		return fmt.Errorf("%w: %x is no signature", ErrForged, signature)
	}
	hashed, err := message(round)
	if err != nil {
		return err
	}
	hashed.Neg(&hashed)
	_, _, _, generator := bls.Generators()
	isValid, err := bls.PairingCheck([]bls.G1Affine{point, hashed}, []bls.G2Affine{generator, k.point})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrForged, err)
	}
	if !isValid {
		return fmt.Errorf("%w: it is not of round %d", ErrForged, round)
	}
	return nil
}

// Verify says whether a signature is a round's under a public key; both are as
// Beacon has them.
func Verify(key []byte, round uint64, signature []byte) error {
	k, err := readKey(key)
	if err != nil {
		return err
	}
	return k.verify(round, signature)
}
