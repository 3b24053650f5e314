package ledger

import (
	"fmt"
	"time"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// Payment is an entry of one transfer from an account of the house to one of a
// user's, for work that pays many users.
type Payment struct {
	Type     Type
	SubType  SubType
	From, To Account
	Amount   money.Amount
	// At is the time of effect, which is never later than the posting.
	At             time.Time
	RefType, RefID string
}

// Prepared is payments that are ready to be posted. What it takes to get there
// may happen in a view, beside the writer.
type Prepared struct {
	payments []preparedPayment
	accounts []raised
}

type preparedPayment struct {
	Payment
	from, to string
	// account is the index of what it raises.
	account int
}

// raised is an account with what it held when the payments were prepared.
type raised struct {
	id   string
	held held
	sum  money.Amount
	swap sqldb.SwapRow
	// balance is what it holds from payment to payment; moved says that
	// something else has changed it since.
	balance money.Amount
	moved   bool
}

// Prepare reads what posting the payments needs. It fails with ErrNotPermitted
// where Post would.
func (l *Ledger) Prepare(tx *sqldb.Tx, list []Payment) (Prepared, error) {
	p := Prepared{payments: make([]preparedPayment, len(list))}
	for i, payment := range list {
		q := preparedPayment{Payment: payment, from: payment.From.ID(), to: payment.To.ID()}
		if err := q.check(); err != nil {
			return Prepared{}, err
		}
		for q.account < len(p.accounts) && p.accounts[q.account].id != q.to {
			q.account++
		}
		if q.account == len(p.accounts) {
			h, err := l.store.held(tx, q.to)
			if err != nil {
				return Prepared{}, err
			}
			p.accounts = append(p.accounts, raised{id: q.to, held: h})
		}
		a := &p.accounts[q.account]
		if a.sum += payment.Amount; a.sum > money.Max-a.held.balance {
			return Prepared{}, fmt.Errorf("%s would hold more than the largest amount: %w", a.id, ErrNotPermitted)
		}
		p.payments[i] = q
	}
	for i := range p.accounts {
		a := &p.accounts[i]
		a.swap = l.store.swapBalance.Row(a.id, []any{int64(a.held.balance)}, []any{int64(a.held.balance + a.sum)})
	}
	return p, nil
}

func (p *preparedPayment) check() error {
	ofHouse := p.From.Owner == "" && !p.From.Class.OfUser()
	ofUser := p.To.Owner != "" && p.To.Class.OfUser()
	if !ofHouse || !ofUser || p.From.Asset != p.To.Asset || p.Amount <= 0 || p.Amount > money.Max ||
		!permitted[movement{p.Type, p.SubType, p.From.Class, p.To.Class}] {
		return fmt.Errorf("%s/%s %d %s → %s: %w", p.Type, p.SubType, p.Amount, p.from, p.to, ErrNotPermitted)
	}
	return nil
}

// PostPrepared posts all payments, each as an entry of its own, in their order.
// What has changed an account since they were prepared is taken into account.
// No two of the list may pay one account. It fails like Post.
func (l *Ledger) PostPrepared(tx *sqldb.Tx, list []Prepared) error {
	if err := l.raise(tx, list); err != nil {
		return err
	}
	spent := make(map[string]money.Amount)
	var froms []Account
	for i := range list {
		for j := range list[i].payments {
			p := &list[i].payments[j]
			if p.At.After(tx.Now()) {
				return fmt.Errorf("an entry that takes effect at %s: %w", p.At, ErrNotPermitted)
			}
			if _, known := spent[p.from]; !known {
				froms = append(froms, p.From)
			}
			if p.Amount > money.Max-spent[p.from] {
				return fmt.Errorf("%s would pay more than the largest amount: %w", p.from, ErrNotPermitted)
			}
			spent[p.from] += p.Amount
			if err := l.postPrepared(tx, p, &list[i].accounts[p.account]); err != nil {
				return err
			}
		}
	}
	if err := l.Load(tx, froms); err != nil {
		return err
	}
	for _, from := range froms {
		if _, err := l.change(tx, from, from.ID(), spent[from.ID()], from.Class.DebitNormal()); err != nil {
			return err
		}
	}
	return nil
}

// raise changes the balances of all accounts that still hold what they held
// and marks the others.
func (l *Ledger) raise(tx *sqldb.Tx, list []Prepared) error {
	var rows []sqldb.SwapRow
	var swapped []*raised
	for i := range list {
		for j := range list[i].accounts {
			a := &list[i].accounts[j]
			a.balance, a.moved = a.held.balance, !a.held.stored
			if a.held.stored {
				rows, swapped = append(rows, a.swap), append(swapped, a)
			}
		}
	}
	missed, err := l.store.swapBalance.Do(tx, rows)
	if err != nil {
		return err
	}
	for _, i := range missed {
		swapped[i].moved = true
	}
	for _, a := range swapped {
		l.store.balances.Forget(tx, a.id)
	}
	// Those are read together.
	var moved []string
	for i := range list {
		for j := range list[i].accounts {
			if a := &list[i].accounts[j]; a.moved {
				moved = append(moved, a.id)
			}
		}
	}
	return l.store.balances.Load(tx, moved)
}

func (l *Ledger) postPrepared(tx *sqldb.Tx, p *preparedPayment, a *raised) error {
	if a.moved {
		after, err := l.change(tx, p.To, p.to, p.Amount, true)
		if err != nil {
			return err
		}
		a.balance = after
	} else {
		a.balance += p.Amount
	}
	entryID := l.entries.ID(l.chance, tx.Now())
	row := transferRow{ID: transferID(entryID, 0), EntryID: entryID, At: p.At, PostedAt: tx.Now(), RefType: p.RefType, RefID: p.RefID,
		Transfer: Transfer{Type: p.Type, SubType: p.SubType, Debit: p.From, Credit: p.To, Amount: p.Amount}}
	if p.To.Class.hasLines() {
		row.LineUser, row.LineAfter = p.To.Owner, a.balance
	}
	l.store.addTransfer(tx, row, p.from, p.to)
	return nil
}
