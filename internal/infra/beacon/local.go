package beacon

import (
	"context"
	"fmt"
	"math/big"
	"time"

	bls "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"etld/internal/base/clock"
)

// localDomain keeps the local key apart from every other use of its seed.
const localDomain = "ETLD local beacon"

// Local makes the rounds by itself, by a clock that may be moved. It is for demos
// and tests.
type Local struct {
	schedule
	secret big.Int
	key    publicKey
	clock  clock.Clock
}

// NewLocal makes a beacon whose rounds follow from a secret seed.
func NewLocal(seed []byte, from clock.Clock) (*Local, error) {
	scalars, err := fr.Hash(seed, []byte(localDomain), 1)
	if err != nil {
		return nil, fmt.Errorf("the local beacon's key: %w", err)
	}
	l := &Local{clock: from}
	scalars[0].BigInt(&l.secret)
	var point bls.G2Affine
	point.ScalarMultiplicationBase(&l.secret)
	form := point.Bytes()
	if l.key, err = readKey(form[:]); err != nil {
		return nil, fmt.Errorf("the local beacon: %w", err)
	}
	return l, nil
}

// Signature makes a round's signature once its time has come, and verifies it as
// another's would be.
func (l *Local) Signature(_ context.Context, round uint64) ([]byte, error) {
	if l.Time(round).After(l.clock.Now()) {
		return nil, fmt.Errorf("%w: round %d", ErrNotYet, round)
	}
	point, err := message(round)
	if err != nil {
		return nil, err
	}
	point.ScalarMultiplication(&point, &l.secret)
	signature := point.Bytes()
	return signature[:], l.key.verify(round, signature[:])
}

// PublicKey is what verifies signatures.
func (l *Local) PublicKey() []byte { return l.key.written }

// Newest is the round of now.
func (l *Local) Newest() (round uint64, seenAt time.Time) {
	now := l.clock.Now()
	if round = l.Round(now); l.Time(round).After(now) {
		round--
	}
	return round, now
}
