package payout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/each"
	"etld/internal/infra/sqldb"
)

// Breaker is why a wallet's breaker is open: it tripped by itself, or an operator stopped
// it.
type Breaker string

// The breakers.
const (
	BreakerOperator Breaker = "stopped_by_operator"
	BreakerNonce    Breaker = "nonce_used_elsewhere"
	BreakerStrikes  Breaker = "several_failures_in_a_row"
	BreakerSigner   Breaker = "signer_answers_wrongly"
	BreakerForgot   Breaker = "payouts_unknown_to_the_books"
)

func (Breaker) Values() []string {
	return each.Texts(BreakerOperator, BreakerNonce, BreakerStrikes, BreakerSigner, BreakerForgot)
}

// Wait is why a wallet begins nothing for a while.
type Wait string

// What wallets wait for. Their payouts wait for the same reason.
const (
	WaitSigner   Wait = ReasonSignerUnavailable
	WaitChain    Wait = ReasonChainUnavailable
	WaitFinality Wait = ReasonFinality
	WaitHalted   Wait = ReasonHalted
	WaitNonce    Wait = "nonce_already_used"
)

func (Wait) Values() []string {
	return each.Texts(WaitSigner, WaitChain, WaitFinality, WaitHalted, WaitNonce)
}

const (
	// strikesMax is how many payouts may revert or be refused in a row.
	strikesMax = 3
	// noNonce: the chain must be asked for the wallet's next nonce.
	noNonce = -1
)

const (
	insertWallet = `INSERT INTO payout_wallet (network, chain_id, address, next_nonce, breaker, detail, broken_at, strikes, wait, wait_since, holder, held_until, term)
		VALUES ($1, $2, $3, -1, '', '', 0, 0, '', 0, '', 0, 0) ON CONFLICT (network) DO NOTHING`
	leaseWallet      = `UPDATE payout_wallet SET holder = $1, held_until = $2, term = term + 1 WHERE network = $3 AND (held_until < $4 OR holder = $1)`
	prolongLease     = `UPDATE payout_wallet SET held_until = $1 WHERE network = $2 AND holder = $3 AND term = $4`
	endLease         = `UPDATE payout_wallet SET held_until = 0 WHERE network = $1 AND holder = $2`
	changeAddress    = `UPDATE payout_wallet SET address = $1, next_nonce = -1 WHERE network = $2`
	updateNonce      = `UPDATE payout_wallet SET next_nonce = $1 WHERE network = $2 AND next_nonce = $3`
	updateStrikes    = `UPDATE payout_wallet SET strikes = $1 WHERE network = $2`
	updateWaitReason = `UPDATE payout_wallet SET wait = $1, wait_since = $2 WHERE network = $3`
	tripBreaker      = `UPDATE payout_wallet SET breaker = $1, broken_at = $3,
		detail = CASE WHEN breaker = '' THEN $2 ELSE $2 || '; before: ' || breaker || ': ' || detail END WHERE network = $4
		AND (breaker = '' OR breaker = '` + string(BreakerOperator) + `' AND $1 <> breaker OR $1 = '` + string(BreakerForgot) + `' AND breaker <> $1)`
	clearBreaker = `UPDATE payout_wallet SET breaker = '', detail = '', broken_at = 0, strikes = 0, next_nonce = -1 WHERE network = $1 AND breaker <> ''`
)

// WalletState is what operators see of a hot wallet.
type WalletState struct {
	Network string  `json:"network"`
	Address string  `json:"address"`
	Purpose Purpose `json:"-"`
	// Breaker is why nothing new is begun, until somebody clears it.
	Breaker  Breaker   `json:"breaker" optional:"true"`
	Detail   string    `json:"detail"`
	BrokenAt time.Time `json:"brokenAt,omitzero"`
	// Wait is why nothing new can be begun now; it ends by itself.
	Wait      Wait      `json:"wait" optional:"true"`
	WaitSince time.Time `json:"waitSince,omitzero"`

	// NextNonce is -1 until the chain was asked for it.
	NextNonce int64 `json:"nextNonce"`

	strikes int
	epoch   int64
}

var (
	walletTable = sqldb.NewTable[WalletState]("payout_wallet", `network, address, next_nonce, breaker, detail, broken_at, strikes, wait, wait_since,
		term = epoch`)
	selectWallet = walletTable.Select("WHERE network = $1")
)

// walletState reads a hot wallet's row. Before its first lease there is none.
func walletState(tx *sqldb.Tx, network string) (WalletState, bool, error) {
	w, found, err := sqldb.Find(tx, walletTable.Scan, selectWallet, network)
	w.Network = network
	return w, found, err
}

// errLost says that another instance works the wallet now.
var errLost = errors.New("another instance took over the wallet")

// lease is the exclusive right to work a wallet. It lasts while its work does, and until it
// runs out after that, or another instance takes over.
type lease struct {
	sender *sender
	wallet *Wallet
	epoch  int64
	// isRead says that nothing the signer signed is unread.
	isRead bool
	met    *met
}

// met is what a round of the work has met before it may begin something: what it waits for,
// what happened, and that the chain said what the wallet holds.
type met struct {
	wait      Wait
	cause     error
	hasLooked bool
}

// acquireLease takes or renews the lease of a wallet. Without one another instance
// works the wallet.
func (s *sender) acquireLease(ctx context.Context, w *Wallet) (l lease, isLeased bool, err error) {
	err = s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		isLeased = false
		if _, err := tx.Exec(insertWallet, w.Network, int64(w.ChainID), w.Address.Hex()); err != nil {
			return err
		}
		taken, err := tx.Exec(leaseWallet, s.instance, tx.Now().Add(w.Timing.Lease), w.Network, tx.Now())
		if err != nil || taken != 1 {
			return err
		}
		state, _, err := walletState(tx, w.Network)
		if err != nil {
			return err
		}
		isRead, err := w.isRead(tx)
		isLeased, l = true, lease{sender: s, wallet: w, epoch: state.epoch, isRead: isRead, met: &met{}}
		return errors.Join(err, s.changeWallet(tx, w, state), s.spreadWait(tx, w, state))
	})
	return l, isLeased, err
}

// changeWallet stores that another address pays on this network now. It refuses
// while the old address has transactions on their way: the new key cannot raise
// their fees.
func (s *sender) changeWallet(tx *sqldb.Tx, w *Wallet, state WalletState) error {
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
	_, err = tx.Exec(changeAddress, w.Address.Hex(), w.Network)
	return err
}

// update runs a body only while the lease stands, and prolongs it.
func (l lease) update(ctx context.Context, body func(tx *sqldb.Tx, state WalletState) error) error {
	s := l.sender
	return s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		if err := changedOne(tx.Exec(prolongLease, tx.Now().Add(l.wallet.Timing.Lease), l.wallet.Network, s.instance, l.epoch)); err != nil {
			return err
		}
		state, _, err := walletState(tx, l.wallet.Network)
		if err != nil {
			return err
		}
		return body(tx, state)
	})
}

// prolong has the lease stand while nodes and signer are slow to answer. Where it is lost
// already, or cannot be stored, the next step of the work says so.
func (l lease) prolong(ctx context.Context) {
	_ = l.update(ctx, func(*sqldb.Tx, WalletState) error { return nil })
}

// giveBack ends this instance's leases of wallets, so that another one may have them.
func (s *sender) giveBack(ctx context.Context, list ...*Wallet) error {
	return s.DB.Update(ctx, func(tx *sqldb.Tx) (err error) {
		for i := 0; err == nil && i < len(list); i++ {
			_, err = tx.Exec(endLease, list[i].Network, s.instance)
		}
		return err
	})
}

// changedOne is errLost where a statement did not change its one row.
func changedOne(changed int64, err error) error {
	if err == nil && changed != 1 {
		err = errLost
	}
	return err
}

// trip opens the breaker. An open breaker keeps its first reason, but what the program
// finds takes the place of a stop by people, and payouts that the books do not know of any:
// whoever agreed to its end knew nothing of it, and they are found once. Its detail keeps
// what stood before: it may be the one sign of a key that somebody else has.
func (s *sender) trip(tx *sqldb.Tx, network string, code Breaker, detail string) error {
	tripped, err := tx.Exec(tripBreaker, code, detail, tx.Now(), network)
	if err == nil && tripped == 1 {
		s.Log.Error("payouts stopped", "network", network, "breaker", code, "detail", detail)
	}
	return err
}

// strike counts a failure and trips the breaker at several in a row.
func (s *sender) strike(tx *sqldb.Tx, state WalletState, detail string) error {
	if _, err := tx.Exec(updateStrikes, state.strikes+1, state.Network); err != nil || state.strikes+1 < strikesMax {
		return err
	}
	return s.trip(tx, state.Network, BreakerStrikes, detail)
}

// waits notes what a step of the round waits for, which is no failure of it. A signer that
// is away goes before a chain that is.
func (l lease) waits(code Wait, cause error) error {
	if l.met.wait != WaitSigner {
		l.met.wait, l.met.cause = code, cause
	}
	return nil
}

// setWait records why the wallet begins nothing now. An empty code ends the waiting. A
// reason that is recorded already is not written again.
func (s *sender) setWait(tx *sqldb.Tx, state WalletState, code Wait, cause error) error {
	if state.Wait == code {
		return nil
	}
	if code != "" {
		s.Log.Error("payouts wait", "network", state.Network, "reason", code, "error", cause)
	}
	_, err := tx.Exec(updateWaitReason, code, tx.Now(), state.Network)
	return err
}

// spreadWait puts why a wallet begins nothing on all that waits in its queue, once that is
// more than a hiccup. Anchors, which have no coins, keep their own reasons.
func (s *sender) spreadWait(tx *sqldb.Tx, w *Wallet, state WalletState) (err error) {
	isLong := state.Wait != "" && tx.Now().Sub(state.WaitSince) >= w.Timing.UnknownAfter
	for i := 0; isLong && err == nil && i < len(w.Coins); i++ {
		err = s.queues[w.Purpose].wait(tx, w, head{coin: w.Coins[i], cause: waitCause{reason: string(state.Wait)}})
	}
	return err
}

// Stop opens a network's breaker. Payouts on their way are still followed, and
// nothing new begins. It runs in a db.Update.
func (s *Service) Stop(tx *sqldb.Tx, network string, breaker Breaker, reason string) error {
	w, err := s.walletOf(network)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(insertWallet, w.Network, int64(w.ChainID), w.Address.Hex()); err != nil {
		return err
	}
	return s.sender.trip(tx, network, breaker, reason)
}

// Resume closes a network's breaker. The next nonce is then read from the chain,
// once nothing is on its way. It runs in a db.Update.
func (s *Service) Resume(tx *sqldb.Tx, network string) error {
	cleared, err := tx.Exec(clearBreaker, network)
	if err == nil && cleared != 1 {
		err = ErrUnknown
	}
	return err
}

func (s *shared) walletOf(network string) (*Wallet, error) {
	i := slices.IndexFunc(s.wallets, func(w *Wallet) bool { return w.Network == network })
	if i < 0 {
		return nil, ErrUnknown
	}
	return s.wallets[i], nil
}

// emptyAddress stands for the chain's native coin.
var emptyAddress common.Address
