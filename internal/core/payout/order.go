package payout

import (
	"cmp"
	"errors"
	"time"

	"etld/internal/base/money"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/meta"
)

// CoinOf is a currency that is paid on a network, and the wallet; else it refuses with ErrNetwork.
func (s payoutQueue) CoinOf(network string, asset money.Asset) (*Wallet, Coin, error) {
	for _, w := range s.wallets {
		if coin, err := w.coin(asset); err == nil && w.Network == network {
			return w, coin, nil
		}
	}
	return nil, Coin{}, ErrNetwork.With("currency", string(asset))
}

// Enqueue orders a payout. It refuses with ErrOrdered a second one for a withdrawal,
// with ErrNetwork a currency that is not paid on the network, with ErrAmount what the
// token cannot represent. It does not judge signatures: the signer does.
func (s payoutQueue) Enqueue(tx *sqldb.Tx, o Order) error {
	_, _, p, err := s.firstIssue(o)
	if err != nil || o.WithdrawalID == "" || o.Amount <= 0 || o.Recipient == emptyAddress {
		return cmp.Or(err, error(ErrAmount))
	}
	if _, err := s.known(tx, o.WithdrawalID); !errors.Is(err, ErrUnknown) {
		return cmp.Or(err, error(ErrOrdered))
	}
	p.State, p.CreatedAt = Queued, tx.Now()
	return s.save(tx, p)
}

// Find is a withdrawal's payout, and whether there is one.
func (s payoutQueue) Find(tx sqldb.Command, withdrawalID string) (Payout, bool, error) {
	return s.store.payouts.Get(tx, withdrawalID)
}

// Subject is what operators sign to have an order paid: the text is
// signer.ApprovalText of its Hash.
func (s payoutQueue) Subject(o Order) (signer.Payout, error) {
	w, coin, p, err := s.firstIssue(o)
	if err != nil {
		return signer.Payout{}, err
	}
	return subjectOf(w, coin, p), nil
}

// firstIssue is an order as it is paid at first.
func (s payoutQueue) firstIssue(o Order) (w *Wallet, coin Coin, p Payout, err error) {
	if w, coin, err = s.CoinOf(o.Network, o.Asset); err != nil {
		return nil, Coin{}, Payout{}, err
	}
	units, err := money.ToBaseUnits(o.Amount, coin.Decimals)
	if err != nil {
		return nil, Coin{}, Payout{}, ErrAmount
	}
	return w, coin, Payout{Order: o, Units: units.String(), Issue: 1}, nil
}

// SubjectAgain is what operators sign to have a payout issued again.
func (s payoutQueue) SubjectAgain(p Payout) (signer.Payout, error) {
	w, coin, err := s.CoinOf(p.Network, p.Asset)
	if err != nil {
		return signer.Payout{}, err
	}
	p.Issue = p.nextIssue()
	return subjectOf(w, coin, p), nil
}

func (s payoutQueue) subject(w *Wallet, p Payout) (signer.Payout, error) {
	coin, err := w.coin(p.Asset)
	if err != nil {
		return signer.Payout{}, err
	}
	return subjectOf(w, coin, p), nil
}

func subjectOf(w *Wallet, coin Coin, p Payout) signer.Payout {
	return signer.Payout{WithdrawalID: p.WithdrawalID, Issue: p.Issue, ChainID: w.ChainID, Token: coin.Token,
		Recipient: p.Recipient, Units: p.Units, Statement: p.Statement}
}

// nextIssue is the issue a payout would have when begun again: one that was
// never signed keeps its own.
func (p Payout) nextIssue() int {
	if p.Proof == ProofReverted || p.Proof == ProofSuperseded {
		return p.Issue + 1
	}
	return p.Issue
}

// Reissue queues a payout again with new approvals, which operators signed over
// SubjectAgain. It refuses with ErrNotProven one that needs no attention or that
// may still happen.
func (s payoutQueue) Reissue(tx *sqldb.Tx, withdrawalID string, approvals []signer.Approval) error {
	p, err := s.Proven(tx, withdrawalID)
	if err != nil {
		return err
	}
	p.Issue = p.nextIssue()
	p.State, p.Proof, p.Reason, p.Approvals, p.Automatic = Queued, NoProof, ReasonReissued, approvals, false
	p.TxHash, p.Block, p.BlockHash, p.retryAt, p.ExpectedAt = "", 0, "", time.Time{}, time.Time{}
	return s.save(tx, p)
}

// Recall takes a payout that waits out of the queue, so that it may be given up
// or issued with other approvals. It refuses with ErrNotProven one that has a
// nonce: its bytes may exist. It runs in a db.Update.
func (s payoutQueue) Recall(tx *sqldb.Tx, withdrawalID, reason string) error {
	p, err := s.known(tx, withdrawalID)
	if err != nil {
		return err
	}
	slots, err := countOf(tx, countUnclosed, PurposePayouts, withdrawalID)
	if err != nil {
		return err
	}
	if p.State != Queued || slots > 0 {
		return ErrNotProven
	}
	if err := s.Remembered(tx, p.Network, withdrawalID); err != nil {
		return err
	}
	p.State, p.Proof, p.Reason, p.ExpectedAt = NeedsAttention, ProofUnsigned, reason, time.Time{}
	return s.save(tx, p)
}

// GiveUp ends a payout that needs attention and cannot happen any more, and
// tells Settlement.Failed. It refuses with ErrNotProven any other.
func (s payoutQueue) GiveUp(tx *sqldb.Tx, withdrawalID, reason string) error {
	p, err := s.Proven(tx, withdrawalID)
	if err != nil {
		return err
	}
	p.State, p.Reason, p.ExpectedAt = Failed, reason, time.Time{}
	if err := s.save(tx, p); err != nil {
		return err
	}
	return s.Settlement().Failed(tx, p, reason)
}

// Proven reads a payout of which it is known that nothing was paid and nothing can be any
// more. It refuses others with ErrNotProven, and as Remembered does.
func (s payoutQueue) Proven(tx *sqldb.Tx, withdrawalID string) (Payout, error) {
	p, err := s.known(tx, withdrawalID)
	if err != nil {
		return p, err
	}
	if p.State != NeedsAttention || p.Proof == NoProof {
		return p, ErrNotProven
	}
	return p, s.Remembered(tx, p.Network, withdrawalID)
}

// Remembered refuses with ErrForgotten what the signer's journal has for a withdrawal beyond
// the books, as a copy of them may know nothing of what was paid; with ErrUnread before that
// is known, and where a journal was read once and no wallet is now.
func (s payoutQueue) Remembered(tx *sqldb.Tx, network, withdrawalID string) error {
	ever, err := countOf(tx, countRecalled, network)
	isRead := ever == 0
	if w, unknown := s.walletOf(network); err == nil && unknown == nil {
		isRead, err = w.isRead(tx)
	}
	if err != nil || !isRead {
		return cmp.Or(err, error(ErrUnread))
	}
	forgotten, err := countOf(tx, countForgotten, withdrawalID)
	if err == nil && forgotten > 0 {
		err = ErrForgotten
	}
	return err
}

// RecallNote begins the notes of how far the signers' journals were read.
const RecallNote = "payout_recall_"

// readAgain has a network's journal read from its beginning.
func readAgain(tx *sqldb.Tx, network string) error { return meta.KeepNote(tx, RecallNote+network, "") }

const countForgotten = `SELECT COUNT(*) FROM payout_recall_forgotten WHERE reference = $1`
const countRecalled = `SELECT COUNT(*) FROM payout_wallet WHERE network = $1 AND recalled_at > 0`

func countOf(tx *sqldb.Tx, query string, args ...any) (count int64, err error) {
	_, err = tx.QueryOne(sqldb.Dest(&count), query, args...)
	return count, err
}

func (s payoutQueue) known(tx sqldb.Command, withdrawalID string) (Payout, error) {
	p, found, err := s.store.payouts.Get(tx, withdrawalID)
	if err == nil && !found {
		err = ErrUnknown
	}
	return p, err
}
