package ledger

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// entryMax bounds the transfers of one entry; ids number them with two digits.
const entryMax = 90

// Transfer moves an amount between two accounts of one asset.
type Transfer struct {
	Type    Type
	SubType SubType
	Debit   Account
	Credit  Account
	Amount  money.Amount
}

// Entry is a set of transfers with one cause, posted together.
type Entry struct {
	// At is the time of effect; zero means the transaction's time, and it is
	// never later. Late work posts with the time at which it was due.
	At time.Time
	// RefType and RefID name what caused the entry, such as a machine.
	RefType   RefType
	RefID     string
	Note      string
	Transfers []Transfer
}

// InsufficientError says which account had too little. Callers turn it into
// their own refusal.
type InsufficientError struct {
	Account Account
	Balance money.Amount
	Needed  money.Amount
}

// Error names the account for logs.
func (e *InsufficientError) Error() string {
	return fmt.Sprintf("%s holds %s, %s needed", e.Account.ID(), e.Balance, e.Needed)
}

// ErrNotPermitted is a programming error or an attack: a movement outside the
// policy, an amount that is not positive, or two assets in one transfer.
var ErrNotPermitted = errors.New("this movement is not permitted")

// Ledger posts entries.
type Ledger struct {
	chance  entropy.Source
	entries entropy.Sequence
	store   *store
}

// New builds the ledger on a source of ids.
func New(chance entropy.Source) *Ledger {
	return &Ledger{chance: chance, store: newStore()}
}

// Post writes an entry within the caller's transaction and returns its id.
// It fails, leaving the caller to undo, with *InsufficientError when an
// account would fall below zero and ErrNotPermitted when the policy has no
// such movement. Transfers apply in order.
func (l *Ledger) Post(tx sqldb.Command, e Entry) (string, error) {
	if len(e.Transfers) == 0 || len(e.Transfers) > entryMax {
		return "", fmt.Errorf("an entry of %d transfers: %w", len(e.Transfers), ErrNotPermitted)
	}
	if !slices.Contains(refTypes, string(e.RefType)) {
		return "", fmt.Errorf("an entry that refers to %q: %w", e.RefType, ErrNotPermitted)
	}
	if e.At.IsZero() {
		e.At = tx.Now()
	}
	if e.At.After(tx.Now()) {
		return "", fmt.Errorf("an entry that takes effect at %s: %w", e.At, ErrNotPermitted)
	}
	entryID := l.entries.ID(l.chance, tx.Now())
	for i, t := range e.Transfers {
		if err := l.postTransfer(tx, e, entryID, i, t); err != nil {
			return "", err
		}
	}
	return entryID, nil
}

// keepsOwner says that a transfer between users' accounts stays with one user. A
// referral reward alone leads from a buyer's fee to another user.
func (t Transfer) keepsOwner() bool {
	isReferral := t.Type == ReferralRewards && t.Debit.Class == Cooling
	return isReferral || !t.Debit.Class.OfUser() || !t.Credit.Class.OfUser() || t.Debit.Owner == t.Credit.Owner
}

func (l *Ledger) postTransfer(tx sqldb.Command, e Entry, entryID string, i int, t Transfer) error {
	if !permitted[movement{t.Type, t.SubType, t.Debit.Class, t.Credit.Class}] {
		return fmt.Errorf("%s/%s %s → %s: %w", t.Type, t.SubType, t.Debit.ID(), t.Credit.ID(), ErrNotPermitted)
	}
	if !t.keepsOwner() {
		return fmt.Errorf("%s/%s %s → %s, another's: %w", t.Type, t.SubType, t.Debit.ID(), t.Credit.ID(), ErrNotPermitted)
	}
	if t.Amount <= 0 || t.Amount > money.Max || t.Debit.Asset != t.Credit.Asset {
		return fmt.Errorf("%d %s → %s: %w", t.Amount, t.Debit.ID(), t.Credit.ID(), ErrNotPermitted)
	}
	debit, credit := t.Debit.ID(), t.Credit.ID()
	debitAfter, err := l.change(tx, t.Debit, debit, t.Amount, t.Debit.Class.DebitNormal())
	if err != nil {
		return err
	}
	creditAfter, err := l.change(tx, t.Credit, credit, t.Amount, !t.Credit.Class.DebitNormal())
	if err != nil {
		return err
	}
	row := transferRow{ID: transferID(entryID, i), EntryID: entryID, Transfer: t, At: e.At, PostedAt: tx.Now(),
		RefType: e.RefType, RefID: e.RefID, Note: oneLine(e.Note)}
	switch {
	case t.Debit.Class.hasLines():
		row.LineUser, row.LineAfter = t.Debit.Owner, debitAfter
	case t.Credit.Class.hasLines():
		row.LineUser, row.LineAfter = t.Credit.Owner, creditAfter
	}
	l.store.addTransfer(tx, row, debit, credit)
	return nil
}

// oneLine keeps a note, which operators write, within its line of what is hashed: a line
// that it brought along could pass for another transfer's.
func oneLine(note string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return ' '
	}, note)
}

// transferID is the entry's id and the transfer's number in two digits.
func transferID(entryID string, i int) string {
	return entryID + string([]byte{'0' + byte(i/10), '0' + byte(i%10)})
}

// change applies one side of a transfer, which raises or lowers the balance,
// and returns the balance after it. id is the account's.
func (l *Ledger) change(tx sqldb.Command, account Account, id string, amount money.Amount, raises bool) (money.Amount, error) {
	if account.Class.OfUser() != (account.Owner != "") {
		return 0, fmt.Errorf("account %s: %w", id, ErrNotPermitted)
	}
	h, err := l.store.held(tx, id)
	if err != nil {
		return 0, err
	}
	before := h.balance
	after := before + amount
	if !raises {
		after = before - amount
	}
	if after < 0 {
		return 0, &InsufficientError{Account: account, Balance: before, Needed: amount}
	}
	if after > money.Max {
		return 0, fmt.Errorf("%s would hold more than the largest amount: %w", id, ErrNotPermitted)
	}
	h.balance = after
	l.store.save(tx, account, id, h)
	return after, nil
}

// Balance is what an account holds, 0 if it was never used.
func (l *Ledger) Balance(tx sqldb.Command, account Account) (money.Amount, error) {
	h, err := l.store.held(tx, account.ID())
	return h.balance, err
}

// Hint tells the batch that an account will be read.
func (l *Ledger) Hint(account Account) sqldb.Hint { return l.store.balances.Hint(account.ID()) }

// Load reads many accounts at once before work that touches them all.
func (l *Ledger) Load(tx sqldb.Command, accounts []Account) error {
	return l.store.balances.Load(tx, each.Of(accounts, func(account Account) string { return account.ID() }))
}
