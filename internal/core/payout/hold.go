package payout

import (
	"context"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/infra/sqldb"
)

// Codes of a breaker: it tripped by itself, or an operator stopped it.
const (
	BreakerOperator = "stopped_by_operator"
	BreakerNonce    = "nonce_used_elsewhere"
	BreakerStrikes  = "several_failures_in_a_row"
	BreakerSigner   = "signer_answers_wrongly"
	// strikesMax is how many payouts may revert or be refused in a row.
	strikesMax = 3
	// noNonce: the chain must be asked for the wallet's next nonce.
	noNonce = -1
)

const (
	insertWallet = `INSERT INTO payout_wallet (network, chain_id, address, next_nonce, breaker, detail, broken_at, strikes, wait, wait_since, holder, held_until, term)
		VALUES ($1, $2, $3, -1, '', '', 0, 0, '', 0, '', 0, 0) ON CONFLICT (network) DO NOTHING`
	selectWallet = `SELECT address, next_nonce, breaker, detail, broken_at, strikes, wait, wait_since, holder, held_until, term FROM payout_wallet WHERE network = $1`
	takeWallet   = `UPDATE payout_wallet SET holder = $1, held_until = $2, term = term + 1 WHERE network = $3 AND (held_until < $4 OR holder = $1)`
	keepWallet   = `UPDATE payout_wallet SET held_until = $1 WHERE network = $2 AND holder = $3 AND term = $4`
	moveWallet   = `UPDATE payout_wallet SET address = $1, next_nonce = -1 WHERE network = $2`
	setNonce     = `UPDATE payout_wallet SET next_nonce = $1 WHERE network = $2 AND next_nonce = $3`
	setStrikes   = `UPDATE payout_wallet SET strikes = $1 WHERE network = $2`
	setWait      = `UPDATE payout_wallet SET wait = $1, wait_since = $2 WHERE network = $3`
	tripBreaker  = `UPDATE payout_wallet SET breaker = $1, detail = $2, broken_at = $3 WHERE network = $4 AND breaker = ''`
	clearBreaker = `UPDATE payout_wallet SET breaker = '', detail = '', broken_at = 0, strikes = 0, next_nonce = -1 WHERE network = $1 AND breaker <> ''`
)

// WalletState is what operators see of a hot wallet.
type WalletState struct {
	Network string
	Address string
	// Breaker is why nothing new is begun, until somebody clears it.
	Breaker  string
	Detail   string
	BrokenAt time.Time
	// Wait is why nothing new can be begun now; it ends by itself.
	Wait      string
	WaitSince time.Time

	nextNonce int64
	strikes   int
	holder    string
	heldUntil time.Time
	term      int64
}

func walletState(tx *sqldb.Tx, network string) (WalletState, bool, error) {
	w := WalletState{Network: network}
	found, err := tx.QueryOne(sqldb.Dest(&w.Address, &w.nextNonce, &w.Breaker, &w.Detail, &w.BrokenAt, &w.strikes, &w.Wait, &w.WaitSince,
		&w.holder, &w.heldUntil, &w.term), selectWallet, network)
	return w, found, err
}

// hold is the right to work a wallet until another instance takes over.
type hold struct {
	service *Service
	wallet  *Wallet
	term    int64
}

// acquire takes or renews the wallet's hold; without one another instance works.
func (s *Service) acquire(ctx context.Context, w *Wallet) (h hold, isHeld bool, err error) {
	err = s.db.Update(ctx, func(tx *sqldb.Tx) error {
		isHeld = false
		if _, err := tx.Exec(insertWallet, w.Network, int64(w.ChainID), w.Address.Hex()); err != nil {
			return err
		}
		taken, err := tx.Exec(takeWallet, s.holder, tx.Now().Add(s.timing.Lease), w.Network, tx.Now())
		if err != nil || taken != 1 {
			return err
		}
		state, _, err := walletState(tx, w.Network)
		if err != nil {
			return err
		}
		isHeld, h = true, hold{service: s, wallet: w, term: state.term}
		return s.moveTo(tx, w, state)
	})
	return h, isHeld, err
}

// moveTo follows a change of the wallet's address, unless the old one still has
// transactions on their way, which the new key cannot raise.
func (s *Service) moveTo(tx *sqldb.Tx, w *Wallet, state WalletState) error {
	if state.Address == w.Address.Hex() {
		return nil
	}
	open, err := openSlots(tx, w.Network)
	if err != nil {
		return err
	}
	if len(open) > 0 {
		return fmt.Errorf("payout: the hot wallet of %s was %s, which still has %d payouts on their way, and is now %s", w.Network, state.Address, len(open), w.Address)
	}
	_, err = tx.Exec(moveWallet, w.Address.Hex(), w.Network)
	return err
}

// update runs a body only while the hold stands, and prolongs it.
func (h hold) update(ctx context.Context, body func(tx *sqldb.Tx, state WalletState) error) error {
	s := h.service
	return s.db.Update(ctx, func(tx *sqldb.Tx) error {
		kept, err := tx.Exec(keepWallet, tx.Now().Add(s.timing.Lease), h.wallet.Network, s.holder, h.term)
		if err != nil {
			return err
		}
		if kept != 1 {
			return errLost
		}
		state, _, err := walletState(tx, h.wallet.Network)
		if err != nil {
			return err
		}
		return body(tx, state)
	})
}

// trip opens the breaker; one that is open keeps its first reason.
func (s *Service) trip(tx *sqldb.Tx, network, code, detail string) error {
	tripped, err := tx.Exec(tripBreaker, code, detail, tx.Now(), network)
	if err == nil && tripped == 1 {
		s.log.Error("payouts stopped", "network", network, "breaker", code, "detail", detail)
	}
	return err
}

// strike counts a failure and trips the breaker at several in a row.
func (s *Service) strike(tx *sqldb.Tx, state WalletState, detail string) error {
	if _, err := tx.Exec(setStrikes, state.strikes+1, state.Network); err != nil {
		return err
	}
	if state.strikes+1 < strikesMax {
		return nil
	}
	return s.trip(tx, state.Network, BreakerStrikes, detail)
}

// wait records why the wallet begins nothing now; empty ends the waiting. What
// is recorded already is not written again.
func (h hold) wait(ctx context.Context, code string, cause error) error {
	return h.update(ctx, func(tx *sqldb.Tx, state WalletState) error {
		if state.Wait == code {
			return nil
		}
		if code != "" {
			h.service.log.Error("payouts wait", "network", state.Network, "reason", code, "error", cause)
		}
		_, err := tx.Exec(setWait, code, tx.Now(), state.Network)
		return err
	})
}

// Stop opens a network's breaker by hand: what is on its way is followed, and
// nothing new begins. It runs in a db.Update.
func (s *Service) Stop(tx *sqldb.Tx, network, reason string) error {
	w, err := s.walletOf(network)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(insertWallet, w.Network, int64(w.ChainID), w.Address.Hex()); err != nil {
		return err
	}
	return s.trip(tx, network, BreakerOperator, reason)
}

// Resume closes a network's breaker. The wallet's next nonce is then read from
// the chain anew, once nothing is on its way. It runs in a db.Update.
func (s *Service) Resume(tx *sqldb.Tx, network string) error {
	cleared, err := tx.Exec(clearBreaker, network)
	if err == nil && cleared != 1 {
		err = ErrUnknown
	}
	return err
}

func (s *Service) walletOf(network string) (*Wallet, error) {
	for _, w := range s.wallets {
		if w.Network == network {
			return w, nil
		}
	}
	return nil, ErrUnknown
}

// emptyAddress stands for the chain's native coin.
var emptyAddress common.Address
