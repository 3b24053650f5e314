package game

import (
	"context"
	"encoding/hex"
	"log/slog"
	"time"

	"etld/internal/base/each"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/features/game/play"
	"etld/internal/infra/beacon"
	"etld/internal/infra/receipt"
	"etld/internal/infra/sqldb"
)

// Beacon is the public randomness that decides rounds.
type Beacon interface {
	// Round is the first beacon round with a time at or after an instant.
	Round(at time.Time) uint64
	Time(round uint64) time.Time
	// Signature is a verified one, or beacon.ErrNotYet. That nobody could be asked is another
	// error: nothing follows from it.
	Signature(ctx context.Context, round uint64) ([]byte, error)
	PublicKey() []byte
	// Newest is the highest round seen, and when it was first seen; 0 before any.
	Newest() (round uint64, seenAt time.Time)
}

// Chain is where commitments are anchored.
type Chain interface {
	// Publish has a commitment sent, within the transaction that made it.
	Publish(tx *sqldb.Tx, period, commitment string) error
	// Sent is what became of it so far, as the sender knows; empty where nothing was
	// published.
	Sent(tx sqldb.Command, period string) (Sending, error)
	// Sender is the address that sends anchors; empty where nobody does, and then no
	// entry is taken.
	Sender() string
	// Search lists what an address sent in final blocks between two instants, both
	// included. It reads the chain alone. chain.ErrNotFinalYet says that they do not
	// reach that far yet.
	Search(ctx context.Context, sender string, from, until time.Time) (Search, error)
	// Newest is the time of the newest block seen, and when it was seen.
	Newest() (blockTime, seenAt time.Time)
}

// Play is the protection of players: it refuses entries and hears of outcomes.
type Play interface {
	Hints(userID string) []sqldb.Hint
	// Allow refuses a stake, or counts it and tells what is left of the day.
	Allow(tx sqldb.Command, userID string, stake int64) (play.Rest, error)
	Limits(tx sqldb.Command, userID string) (play.Limits, error)
	// Settled tells of the outcomes of stakes that were allowed.
	Settled(tx sqldb.Command, list []play.Outcome) error
}

// Config is what the service is built from.
type Config struct {
	DB      *sqldb.DB
	Ledger  *ledger.Ledger
	Notices user.NoticesAndEvents
	Beacon  Beacon
	Chain   Chain
	Play    Play
	// Receipts signs receipts and roots.
	Receipts receipt.Key
	// AnyBeacon: the beacon is none that a check of old rounds could know.
	AnyBeacon bool
	Log       *slog.Logger
}

// Service is the capability: rounds, entries, draws, payouts.
type Service struct {
	*shared
	drawing drawing
	Views   views
	Staff   staff
}

// shared is what every chapter stands on.
type shared struct {
	Config
	store *store
	kept  kept
}

// The chapters, each of which uses only those before it.
type (
	// drawing locks rounds, decides what they drew, and pays.
	drawing struct{ *shared }
	// views show rounds to players.
	views struct{ *shared }
	// staff shows them to operators.
	staff struct {
		*shared
		views views
	}
)

// New builds the service.
func New(c Config) (*Service, error) {
	kept, err := newKept()
	if err != nil {
		return nil, err
	}
	p := &shared{Config: c, store: newStore(), kept: kept}
	return &Service{p, drawing{p}, views{p}, staff{p, views{p}}}, nil
}

// ReceiptKey is the public key of receipts, hexadecimal.
func (s *shared) ReceiptKey() string { return s.Receipts.Public() }

// Seed publishes the receipt key and the address of anchors of this process.
func (s *Service) Seed(tx *sqldb.Tx) error {
	_, found, err := sqldb.Find(tx, keyTable.Scan, keyTable.Select("WHERE id = $1"), s.ReceiptKey())
	if err != nil {
		return err
	}
	if !found {
		s.store.saveKey.Add(tx, signingKey{s.ReceiptKey(), tx.Now()})
	}
	sender := s.Chain.Sender()
	known, err := sqldb.Collect(tx, anchorTable.Scan, selectAnchors)
	if err == nil && sender != "" && (len(known) == 0 || known[0].Address != sender) {
		s.store.saveAnchor.Add(tx, AnchorAddress{Address: sender, Since: tx.Now()})
	}
	return err
}

// witness is the beacon that a check of the books believes about a round: the
// server's own, or the round's where any will do. It asks neither chain nor relays.
func (s views) witness(r Round) Witness {
	key := s.Beacon.PublicKey()
	if s.AnyBeacon {
		key, _ = hex.DecodeString(r.BeaconKey)
	}
	return Witness{Key: hex.EncodeToString(key), Round: s.Beacon.Round, Time: s.Beacon.Time,
		Verify: func(round uint64, signature []byte) error { return beacon.Verify(key, round, signature) }}
}

const (
	// clockLag is how far the server's clock may be behind what others show, and
	// witnessAge how long ago one of them must have been seen at the latest.
	clockLag   = 2 * time.Second
	witnessAge = 30 * time.Second
)

// Bar is why no entries are taken now.
type Bar string

// The bars. BarFull says that the bankroll bears no further entry.
const (
	BarClosed  Bar = "closed"
	BarStopped Bar = "stopped"
	BarClock   Bar = "clock"
	BarFull    Bar = "full"
)

func (Bar) Values() []string { return each.Texts(BarClosed, BarStopped, BarClock, BarFull) }

// unable is why this server can take no entries: nobody could anchor them, or the clock
// may not end them in time. It is empty while it can.
func (s *shared) unable(now time.Time) Bar {
	switch {
	case s.Chain.Sender() == "":
		return BarStopped
	case !s.isPunctual(now):
		return BarClock
	}
	return ""
}

// isPunctual says whether the server's clock can be trusted to end entries in time:
// neither beacon nor chain is ahead of it, and one of them was seen lately.
func (s *shared) isPunctual(now time.Time) bool {
	round, beaconSeen := s.Beacon.Newest()
	block, blockSeen := s.Chain.Newest()
	isSeen := round > 0 && now.Sub(beaconSeen) <= witnessAge || !block.IsZero() && now.Sub(blockSeen) <= witnessAge
	return isSeen && (round == 0 || s.Beacon.Time(round).Sub(now) <= clockLag) && block.Sub(now) <= clockLag
}
