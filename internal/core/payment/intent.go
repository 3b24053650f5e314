package payment

import (
	"fmt"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// IntentWindow is how long an intent takes transfers.
const IntentWindow = 30 * time.Minute

// State of an intent.
type State string

// The states of an intent.
const (
	StateOpen      State = "open"
	StatePaid      State = "paid"
	StateExpired   State = "expired"
	StateCancelled State = "cancelled"
)

func (State) Values() []string { return each.Texts(StateOpen, StatePaid, StateExpired, StateCancelled) }

// Causes of a lapse.
const (
	Expired   = "expired"
	Cancelled = "cancelled"
)

// Purpose is what an intent is for.
type Purpose string

// The purposes. They are stored, so they never change.
const (
	ForMachine Purpose = "machine"
	ForNode    Purpose = "node"
	ForGoods   Purpose = "goods"
)

func (Purpose) Values() []string { return each.Texts(ForMachine, ForNode, ForGoods) }

// IntentRequest asks for an intent.
type IntentRequest struct {
	UserID string
	// Purpose was registered with Handle; Ref is its handler's own name for what
	// is bought.
	Purpose Purpose
	Ref     string
	Asset   money.Asset
	Amount  money.Amount
}

// Intent is what a user is to pay, where and until when.
type Intent struct {
	No, UserID string
	Purpose    Purpose
	Ref        string
	// PayAddress takes tokens of the contract Token on Network.
	PayAddress, Network, Token string
	Asset                      money.Asset
	Amount                     money.Amount
	// Paid is the sum of the final transfers that count towards it.
	Paid  money.Amount
	State State
	// CreatedAt and ExpireAt bound the block times of transfers that count.
	CreatedAt, ExpireAt time.Time
	// ClosedAt is zero while the intent is open.
	ClosedAt time.Time
}

// Open makes the user's one open intent. It refuses with
// ErrAlreadyOpen while another intent of the user is open, which is until it is
// paid, cancelled, or over with every block up to its end final.
func (s *intents) Open(tx sqldb.Command, o IntentRequest) (Intent, error) {
	if s.handlers[o.Purpose] == nil || o.UserID == "" || o.Amount <= 0 || o.Amount > money.Max {
		return Intent{}, fmt.Errorf("payment: an intent of %d %s for %q/%q cannot be opened", o.Amount, o.Asset, o.Purpose, o.Ref)
	}
	network, token, found := s.networkFor(o.Asset)
	if !found {
		return Intent{}, fmt.Errorf("payment: no network takes %s", o.Asset)
	}
	if _, err := money.ToBaseUnits(o.Amount, token.Decimals); err != nil {
		return Intent{}, fmt.Errorf("payment: %s %s on %s: %w", o.Amount, o.Asset, network.Name, err)
	}
	open, exists, err := s.store.openOf(tx, o.UserID)
	if err != nil {
		return Intent{}, err
	}
	if exists {
		return Intent{}, ErrAlreadyOpen.With("intentNo", open.No)
	}
	i := Intent{No: entropy.ID(s.Chance, tx.Now()), UserID: o.UserID, Purpose: o.Purpose, Ref: o.Ref,
		PayAddress: network.Treasury.Hex(), Network: network.Name, Token: token.Contract.Hex(),
		Asset: o.Asset, Amount: o.Amount, State: StateOpen, CreatedAt: tx.Now(), ExpireAt: tx.Now().Add(IntentWindow)}
	s.store.saveIntent(tx, i)
	return i, nil
}

// Cancel ends an open intent at its user's request: what was held becomes a top-up
// of the balance, then its handler is told. Whose intent it is, the caller
// checks. It refuses with fault.NotFound,
// ErrNotOpen and, where something was held, with fault.Maintenance while
// crediting is stopped or the chain is halted.
func (s *intents) Cancel(tx sqldb.Command, intentNo string) error {
	i, err := s.Intent(tx, intentNo)
	if err != nil {
		return err
	}
	if i.State != StateOpen {
		return ErrNotOpen
	}
	if err := s.refuseGivingBack(tx, i); err != nil {
		return err
	}
	return s.lapse(tx, i, StateCancelled, reasonCancelled)
}

// refuseGivingBack refuses with fault.Maintenance while what is held for an intent cannot
// be credited. Where nothing is held, nothing is.
func (s *intents) refuseGivingBack(tx sqldb.Command, i Intent) error {
	if i.Paid == 0 {
		return nil
	}
	held, err := s.store.heldFor(tx, i.No)
	if err != nil {
		return err
	}
	return s.refuseCredit(tx, held...)
}

// lapse closes an intent that was not paid in full.
func (s *intents) lapse(tx sqldb.Command, i Intent, state State, reason Reason) error {
	i.State, i.ClosedAt = state, tx.Now()
	held, err := s.store.heldFor(tx, i.No)
	if err != nil {
		return err
	}
	for _, t := range held {
		if err := s.creditUser(tx, s.accountOfApplied(t, i), t, reason); err != nil {
			return err
		}
	}
	s.store.setHeld(tx, i.No, nil)
	s.store.saveIntent(tx, i)
	if i.Paid > 0 {
		kind := NoticeShort
		if state == StateCancelled {
			kind = NoticeCancelledPart
		}
		if err := s.notifyUser(tx, kind, i, i.Asset, i.Paid, map[string]string{"due": i.Amount.String(), "intentNo": i.No}); err != nil {
			return err
		}
	}
	handler := s.handlers[i.Purpose]
	if handler == nil {
		return fmt.Errorf("payment: nobody handles the purpose %q of intent %s", i.Purpose, i.No)
	}
	return handler.Lapsed(tx, i, string(reason))
}

// Intent reads an intent by its number, or fault.NotFound.
func (s *intents) Intent(tx sqldb.Command, no string) (Intent, error) { return s.store.intent(tx, no) }

// OpenHints names what Open will read for a user.
func (s *intents) OpenHints(userID string) []sqldb.Hint {
	return []sqldb.Hint{s.store.openByUser.Hint(userID)}
}

// countsBlock asks whether a block's time lies in the intent's window. Blocks
// know whole seconds only, so the window begins with its second.
func (i Intent) countsBlock(at time.Time) bool {
	return !at.Before(i.CreatedAt.Truncate(time.Second)) && !at.After(i.ExpireAt)
}
