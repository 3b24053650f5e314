package ledger

import (
	"cmp"
	"slices"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

const (
	selectPosted  = `SELECT id, type, sub_type, asset, debit, credit, amount FROM ledger_transfer WHERE id >= $1 ORDER BY id DESC LIMIT 1000`
	selectBalance = `SELECT balance FROM ledger_account WHERE id = $1`
)

// Posting is a transfer as a trial shows it, with what both accounts hold after all.
type Posting struct {
	ID          string      `json:"-"`
	Type        Type        `json:"type"`
	SubType     SubType     `json:"subType" optional:"true"`
	Currency    money.Asset `json:"currency"`
	Debit       string      `json:"debit"`
	Credit      string      `json:"credit"`
	Amount      string      `json:"amount" doc:"Points are whole"`
	DebitAfter  string      `json:"debitAfter"`
	CreditAfter string      `json:"creditAfter"`
	atoms       money.Amount
}

// OwnerIn is the first user whose account postings move, or nobody.
func OwnerIn(list []Posting) (owner string) {
	for _, p := range list {
		owner = cmp.Or(owner, parseID(p.Debit).Owner, parseID(p.Credit).Owner)
	}
	return owner
}

// PostedSince lists the newest thousand transfers since an instant, in their order.
func PostedSince(tx *sqldb.Tx, at time.Time) ([]Posting, error) {
	list, err := sqldb.Collect(tx, func(row *sqldb.Row) (p Posting, err error) {
		err = row.Scan(&p.ID, &p.Type, &p.SubType, &p.Currency, &p.Debit, &p.Credit, &p.atoms)
		p.Amount = p.Currency.Text(p.atoms)
		return p, err
	}, selectPosted, entropy.FirstID(at))
	slices.Reverse(list)
	for i := range list {
		for account, text := range map[string]*string{list[i].Debit: &list[i].DebitAfter, list[i].Credit: &list[i].CreditAfter} {
			if err == nil {
				var sum money.Amount
				sum, err = balanceOf(tx, account)
				*text = list[i].Currency.Text(sum)
			}
		}
	}
	return list, err
}
