package beacon

import (
	"context"
	"errors"
	"time"
)

var (
	// ErrNotYet: the round is not published. It is said before the round's time,
	// and after it when relays of more than half of the sites say that they do not have it.
	ErrNotYet = errors.New("the beacon's round is not published yet")
	// ErrUnreachable: too few relays answered to know.
	ErrUnreachable = errors.New("no relay of the beacon has the round for us")
	// ErrForged refuses a signature that is none of the network's for the round.
	ErrForged = errors.New("the beacon's signature is not valid")
)

// Beacon publishes randomness at fixed times.
type Beacon interface {
	// Round is the first round with a time at or after an instant.
	Round(at time.Time) uint64
	// Time is when a round is published.
	Time(round uint64) time.Time
	// Signature is a round's verified signature, 48 bytes. It answers ErrNotYet or
	// ErrUnreachable while there is none.
	Signature(ctx context.Context, round uint64) ([]byte, error)
	// PublicKey is what verifies signatures, 96 bytes.
	PublicKey() []byte
	// Newest is the highest verified round seen, and when it was first seen; 0
	// before the first.
	Newest() (round uint64, seenAt time.Time)
}

// Rounds are numbered from 1 and follow each other at one distance.
const (
	genesisSecond = 1692803367
	periodSeconds = 3
)

// What identifies quicknet; see https://docs.drand.love.
const (
	quicknetChain = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
	quicknetKey   = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451" +
		"0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)

// schedule is when rounds are published. The local beacon keeps quicknet's, so
// that a round's number says the same of both.
type schedule struct{}

// Round is the first round with a time at or after an instant.
func (schedule) Round(at time.Time) uint64 {
	since := at.Sub(time.Unix(genesisSecond, 0))
	if since <= 0 {
		return 1
	}
	const period = periodSeconds * time.Second
	return uint64((since+period-1)/period) + 1
}

// Time is when a round is published. Round 0 does not exist and has the time of
// the first.
func (schedule) Time(round uint64) time.Time {
	return time.Unix(genesisSecond+periodSeconds*(int64(max(round, 1))-1), 0).UTC()
}

// IsLocal says that the server makes the rounds itself, and so knows them in
// advance.
func IsLocal(b Beacon) bool {
	_, isDrand := b.(*Drand)
	return !isDrand
}
