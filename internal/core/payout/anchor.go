package payout

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
)

// Purpose is what a wallet's transactions are for.
type Purpose string

// The purposes. An *anchor* shows on the chain which entries a round of the game has, or
// what all were owed at a midnight; it is a call of its wallet to itself that moves nothing.
const (
	PurposePayouts Purpose = "payout"
	PurposeAnchors Purpose = "anchor"
)

const (
	// AnchorMargin is how long before the beacon's round decides an anchor must
	// stand in a block: nobody may know that round yet.
	AnchorMargin = 6 * time.Second

	// snapshotPatience is how long a snapshot's anchor waits: it is of use however late.
	snapshotPatience = 400 * 24 * time.Hour

	// ReasonLate is why an anchor failed that was not begun in time.
	ReasonLate = "late"
)

// AnchorTiming is the patience of a wallet of anchors, which have nine seconds.
var AnchorTiming = Timing{Lease: 5 * time.Second, ResendEvery: 3 * time.Second, StuckAfter: 4 * time.Second, UnknownAfter: 10 * time.Second,
	RetryEvery: 2 * time.Second}

// anchoring is what an anchor shows, and until when.
type anchoring struct {
	data string
	// decidedAt is when the beacon's round that it names is published.
	decidedAt  time.Time
	sendBefore time.Time
}

var (
	anchorTable = sqldb.NewTable[Payout]("payout_anchor", `reference = WithdrawalID, network, data = anchor.data, decided_at = anchor.decidedAt,
		send_before = anchor.sendBefore, state, proof, reason, expected_at, retry_at, tx_hash, block_number = Block, block_hash, created_at,
		updated_at`)
	selectNextAnchor = anchorTable.Select(`WHERE network = $1 AND state = 'queued' AND send_before > $2 AND retry_at <= $2
		ORDER BY send_before, reference LIMIT 1`)
)

const countLateAnchors = `SELECT COUNT(*) FROM payout_anchor WHERE network = $1 AND state = 'queued' AND send_before <= $2`

// What has a slot may have been signed, so it is followed however late it is.
const endLateAnchors = `UPDATE payout_anchor SET state = 'failed', proof = 'unsigned', reason = $1, updated_at = $2
	WHERE network = $3 AND state = 'queued' AND send_before <= $2
	AND NOT EXISTS (SELECT 1 FROM payout_slot s WHERE s.purpose = 'anchor' AND s.reference = payout_anchor.reference AND s.state = 'open')`

// anchorQueue are the anchors. They go on while payouts are stopped, as rounds whose
// entries are taken must be drawn, and nobody has to decide about one that failed.
type anchorQueue struct{ *shared }

// anchorWallet is the wallet of anchors, or nil where there is none.
func (s anchorQueue) anchorWallet() *Wallet {
	for _, w := range s.wallets {
		if w.Purpose == PurposeAnchors {
			return w
		}
	}
	return nil
}

// Address is the wallet that sends anchors; it is the zero address where
// none does, and then no round may be opened.
func (s anchorQueue) Address() common.Address {
	if w := s.anchorWallet(); w != nil {
		return w.Address
	}
	return common.Address{}
}

// Publish orders an anchor, which stands or falls
// with what it is about; name is the period or the day, and signer.ReadAnchor reads data.
// A second call with the same data changes nothing, one with other data is ErrOrdered.
func (s anchorQueue) Publish(tx *sqldb.Tx, name string, data []byte) error {
	w := s.anchorWallet()
	if w == nil {
		return ErrNetwork.With("currency", "anchor")
	}
	about, isAnchor := signer.ReadAnchor(string(data))
	if !isAnchor || about.Name != name {
		return fmt.Errorf("payout: %q is no anchor of %s", data, name)
	}
	before, found, err := s.find(tx, signer.AnchorReference(name))
	switch {
	case err != nil:
		return err
	case found && before.anchor.data == string(data):
		return nil
	case found:
		return ErrOrdered
	}
	decidedAt := tx.Now().Add(snapshotPatience)
	if about.BeaconRound > 0 {
		decidedAt = s.Decides(about.BeaconRound)
	}
	return s.save(tx, Payout{Order: Order{WithdrawalID: signer.AnchorReference(name), Network: w.Network}, Issue: 1, State: Queued, CreatedAt: tx.Now(),
		anchor: anchoring{data: string(data), decidedAt: decidedAt, sendBefore: decidedAt.Add(-AnchorMargin)}})
}

// Find is what became of the anchor of a period or a day so far; found is false
// where none was ordered.
func (s anchorQueue) Find(tx sqldb.Command, name string) (p Payout, found bool, err error) {
	return s.find(tx, signer.AnchorReference(name))
}

// Hint names what Find reads.
func (s anchorQueue) Hint(name string) sqldb.Hint {
	return s.store.anchors.Hint(signer.AnchorReference(name))
}

func (s anchorQueue) subject(w *Wallet, p Payout) (signer.Payout, error) {
	return signer.Payout{WithdrawalID: p.WithdrawalID, Issue: 1, ChainID: w.ChainID, Recipient: w.Address, Data: p.anchor.data}, nil
}

func (s anchorQueue) find(tx sqldb.Command, reference string) (Payout, bool, error) {
	p, found, err := s.store.anchors.Get(tx, reference)
	p.Issue = 1
	return p, found, err
}

// save stores an anchor. One that failed has no person's decision to wait for: its round
// is refunded.
func (s anchorQueue) save(tx *sqldb.Tx, p Payout) error {
	if p.State == NeedsAttention && p.Proof != NoProof {
		p.State = Failed
	}
	p.UpdatedAt = tx.Now()
	s.store.anchors.Put(tx, p)
	return nil
}

// heads is the one that must stand in a block first. Its coin is that of the chain, of
// which it moves nothing.
func (s anchorQueue) heads(tx *sqldb.Tx, w *Wallet) ([]head, error) {
	list, err := sqldb.Collect(tx, anchorTable.Scan, selectNextAnchor, w.Network, tx.Now())
	if err != nil || len(list) == 0 {
		return nil, err
	}
	list[0].Issue = 1
	return []head{{payout: list[0], coin: Coin{Decimals: nativeDecimals}}}, nil
}

func (s anchorQueue) isStopped(sqldb.Command) (bool, error) { return false, nil }

// wait records why an anchor waits, and looks again a moment later.
func (s anchorQueue) wait(tx *sqldb.Tx, w *Wallet, one head) error {
	o := one.cause
	p, found, err := s.find(tx, one.payout.WithdrawalID)
	if err != nil || !found || p.State != Queued || o.reason == "" {
		return err
	}
	if p.Reason != o.reason {
		s.logWaiting(w, one.coin, o, 1)
	}
	p.Reason, p.ExpectedAt, p.retryAt = o.reason, o.expectedAt, tx.Now().Add(w.Timing.RetryEvery)
	return s.save(tx, p)
}

func (s anchorQueue) postpone(tx *sqldb.Tx, w *Wallet, p Payout, _ *signer.Refusal) error {
	p.retryAt = tx.Now().Add(w.Timing.RetryEvery)
	return s.save(tx, p)
}

// paid has nobody to tell: whoever waits for an anchor reads the chain.
func (s anchorQueue) paid(*sqldb.Tx, Payout) error { return nil }

// endLate gives up the anchors that were not begun in time.
func (s anchorQueue) endLate(ctx context.Context, l lease) error {
	var late int64
	err := s.DB.View(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&late), countLateAnchors, l.wallet.Network, tx.Now())
		return err
	})
	if err != nil || late == 0 {
		return err
	}
	return l.update(ctx, func(tx *sqldb.Tx, _ WalletState) error {
		ended, err := tx.Exec(endLateAnchors, ReasonLate, tx.Now(), l.wallet.Network)
		if err == nil && ended > 0 {
			s.Log.Error("anchors were not sent in time; their rounds are refunded", "anchors", ended, "wallet", l.wallet.Address)
		}
		return err
	})
}

// SentReader reads what an account sent in final blocks; chain.Pool is one.
type SentReader interface {
	SentBetween(ctx context.Context, account common.Address, from, until time.Time) (chain.SentSpan, error)
}

// SentBetween is what an address of anchors, the present one or a former one, sent
// in final blocks between two instants, however late it is asked. It reads the chain
// alone: what this database says, or forgot, does not matter. An error leaves it open,
// chain.ErrNotFinalYet among them.
func (s anchorQueue) SentBetween(ctx context.Context, sender common.Address, from, until time.Time) (chain.SentSpan, error) {
	w := s.anchorWallet()
	if w == nil {
		return chain.SentSpan{}, errors.New("payout: no wallet of anchors is configured, and the chain cannot be asked for those there are")
	}
	reader, isAble := w.Chain.(SentReader)
	if !isAble {
		return chain.SentSpan{}, fmt.Errorf("payout: %s cannot read blocks", w.Network)
	}
	return reader.SentBetween(ctx, sender, from, until)
}
