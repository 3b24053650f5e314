package payout

import (
	"encoding/hex"
	"fmt"
	"slices"

	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
)

var selectSlotOf = slotTable.Select("WHERE network = $1 AND address = $2 AND nonce = $3")

const askNonce = `UPDATE payout_wallet SET next_nonce = -1 WHERE network = $1`

// Remember takes what a network's signer signed into books that forgot it: as an attempt of
// its slot, or with a slot of its own where what it pays has none. It is followed from then
// on. It is false where the books do not know what it is for, as for all of a key before
// that has no slot. It runs in a db.Update.
func (s *Service) Remember(tx *sqldb.Tx, network string, spent signer.Spent) (isKnown bool, err error) {
	w, err := s.walletOf(network)
	if err != nil {
		return false, err
	}
	one, found, err := sqldb.Find(tx, slotTable.Scan, selectSlotOf, w.Network, spent.From.Hex(), int64(spent.Nonce))
	if err == nil && !found && spent.From == w.Address {
		one, found, err = s.reopen(tx, w, spent)
	}
	if err != nil || !found || one.Reference != spent.Reference {
		return false, err
	}
	if one.Attempts, err = sqldb.Collect(tx, attemptTable.Scan, selectAttempts, one.ID); err != nil {
		return false, err
	}
	known := slices.IndexFunc(one.Attempts, func(a attempt) bool { return a.Fee == spent.Fee })
	switch number := len(one.Attempts) + 1; {
	case one.State != slotOpen, known >= 0 && one.Attempts[known].isSigned():
		return true, nil
	case known >= 0:
		// It was not signed yet when the copy was made.
		err = changedOne(tx.Exec(storeBytes, hex.EncodeToString(spent.Raw), spent.Hash.Hex(), spent.At, one.Attempts[known].ID))
	default:
		if number > 1 && !one.newest().isSigned() {
			_, err = tx.Exec(forgetAttempt, one.newest().ID)
			number--
		}
		insertAttempt.Add(tx, attempt{ID: attemptID(one.ID, number), SlotID: one.ID, Number: number, Fee: spent.Fee, Raw: rawBytes(spent.Raw), Hash: spent.Hash,
			CreatedAt: spent.At, SignedAt: spent.At})
	}
	if err != nil {
		return false, err
	}
	_, err = s.sender.changePayout(tx, one, func(p *Payout) {
		if p.State == Queued {
			p.State, p.Reason = Broadcast, ""
		}
		if p.State == Broadcast || p.State == Unknown {
			p.TxHash = spent.Hash.Hex()
		}
	})
	return true, err
}

// reopen gives a payout that has no nonce the one that was signed for it; found is false
// where the books have no such payout, or one that ended or has another nonce.
func (s *Service) reopen(tx *sqldb.Tx, w *Wallet, spent signer.Spent) (one slot, found bool, err error) {
	queue := s.sender.queues[w.Purpose]
	p, found, err := queue.find(tx, spent.Reference)
	if err != nil || !found || p.Network != w.Network || p.Issue > spent.Issue {
		return one, false, err
	}
	p.Issue = spent.Issue
	asked, err := queue.subject(w, p)
	if err != nil || asked.Hash() != spent.Payout {
		return one, false, err
	}
	unclosed, err := countOf(tx, countUnclosed, w.Purpose, spent.Reference)
	if err != nil || unclosed > 0 || p.State != Queued && p.State != NeedsAttention {
		return one, false, err
	}
	one = slot{ID: fmt.Sprintf("%s|%d", p.WithdrawalID, p.Issue), Network: w.Network, Address: w.Address, Nonce: spent.Nonce, Purpose: w.Purpose,
		Reference: p.WithdrawalID, Asset: p.Asset, Amount: p.Amount, State: slotOpen, OpenedAt: spent.At}
	insertSlot.Add(tx, one)
	if _, err := tx.Exec(askNonce, w.Network); err != nil {
		return one, false, err
	}
	p.State, p.Proof, p.Reason, p.TxHash = Broadcast, NoProof, "", spent.Hash.Hex()
	return one, true, queue.save(tx, p)
}
