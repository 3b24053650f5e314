package ledger

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

var (
	selectColumns = transfers.Select("ORDER BY id")
	selectByUser  = transfers.Select("WHERE line_user IS NOT NULL ORDER BY line_user, id")
)

// alteredMax bounds the findings of one check: so many are reason enough.
const alteredMax = 20

// columnCheck compares the columns that the hash chain leaves out with what
// they follow from: they are there for lists to be fast, and users see them.
type columnCheck struct {
	// lines are those of user, by account.
	lines map[Account]*replayedLine
	user  string
	found []Violation
}

// checkColumns reads the journal twice: each transfer by itself, and the lines of
// one user after the other.
func checkColumns(tx *sqldb.Tx) ([]Violation, error) {
	c := columnCheck{lines: make(map[Account]*replayedLine)}
	if err := readTransfers(tx, c.transfer, selectColumns); err != nil || len(c.found) == alteredMax {
		return c.found, err
	}
	err := readTransfers(tx, c.line, selectByUser)
	c.endLines()
	return c.found, err
}

func readTransfers(tx *sqldb.Tx, do func(transferRow), query string) error {
	return tx.Query(func(row *sqldb.Row) error {
		r, err := scanTransfer(row)
		if err == nil {
			do(r)
		}
		return err
	}, query)
}

func (c *columnCheck) transfer(r transferRow) {
	account, _ := r.line()
	entryID := entryOf(r.ID)
	switch {
	case r.EntryID != entryID:
		c.altered(entryID, "it stands under entry %s", r.EntryID)
	case r.asset != r.Debit.Asset || r.asset != r.Credit.Asset:
		c.altered(entryID, "it is said to move %s", r.asset)
	case !strings.HasPrefix(entryID, entropy.FirstID(r.PostedAt)):
		c.altered(entryID, "it is said to have been posted at %s", r.PostedAt.Format(time.RFC3339Nano))
	case r.LineUser != account.Owner:
		c.altered(entryID, "it is shown to user %q", r.LineUser)
	case account.Owner == "" && r.LineAfter != 0:
		c.altered(entryID, "it shows the balance %s to nobody", r.LineAfter)
	}
}

// line takes the next line in the order of users and ids.
func (c *columnCheck) line(r transferRow) {
	if r.LineUser != c.user {
		c.endLines()
		c.user = r.LineUser
	}
	account, change := r.Transfer.line()
	if account.Owner == "" {
		return
	}
	line := c.lines[account]
	if line == nil {
		line = &replayedLine{}
		c.lines[account] = line
	}
	if line.isOverdue(r) {
		c.brokenLine(line)
	}
	line.add(r, change)
}

func (c *columnCheck) altered(entryID, format string, args ...any) {
	if len(c.found) == alteredMax {
		return
	}
	c.found = append(c.found, Violation{"I10", "entry " + entryID + ": " + fmt.Sprintf(format, args...)})
}

func (c *columnCheck) brokenLine(line *replayedLine) {
	c.altered(line.firstLoose, "the balance after it does not follow from the lines before")
	line.loose = nil
}

// endLines looks at those of the user's lines whose balances have not come together.
func (c *columnCheck) endLines() {
	var broken []*replayedLine
	for _, line := range c.lines {
		if line.loose != nil {
			broken = append(broken, line)
		}
	}
	slices.SortFunc(broken, func(a, b *replayedLine) int { return strings.Compare(a.firstLoose, b.firstLoose) })
	for _, line := range broken {
		c.brokenLine(line)
	}
	clear(c.lines)
}

// line is the account whose history shows a transfer, and by how much it
// changes it; the zero Account when no history does.
func (t Transfer) line() (account Account, change money.Amount) {
	switch {
	case t.Debit.Class.hasLines():
		return t.Debit, -t.Amount
	case t.Credit.Class.hasLines():
		return t.Credit, t.Amount
	}
	return Account{}, 0
}

// entryOf is the entry that a transfer's id names.
func entryOf(transferID string) string { return transferID[:min(len(transferID), entropy.IDLength)] }

// replayedLine is one account's lines, added up.
//
// They are read in the order of their ids. One process makes ids in the order
// in which it posts; those of several processes may be exchanged by as much as
// their clocks differ. So each row is an edge from the balance before it to the
// one after it, and as long as some order can join the edges, those that are
// loose come together again within chainLag. A single altered balance never
// does.
type replayedLine struct {
	balance money.Amount
	// loose counts, by balance, how often more rows begin than end there; nil
	// while every row has followed from the one before.
	loose map[money.Amount]int
	// firstLoose is the entry at which that ended, and joinedBy sorts behind
	// the ids that may set it right.
	firstLoose, joinedBy string
}

func (l *replayedLine) isOverdue(r transferRow) bool { return l.loose != nil && r.ID >= l.joinedBy }

func (l *replayedLine) add(r transferRow, change money.Amount) {
	before := l.balance
	l.balance += change
	if l.loose == nil {
		if r.LineAfter == l.balance {
			return
		}
		l.loose = map[money.Amount]int{before: -1}
		l.firstLoose, l.joinedBy = entryOf(r.ID), entropy.FirstID(r.PostedAt.Add(chainLag))
	}
	l.count(r.LineAfter-change, 1)
	l.count(r.LineAfter, -1)
	if len(l.loose) == 1 && l.loose[l.balance] == -1 {
		l.loose = nil
	}
}

func (l *replayedLine) count(balance money.Amount, by int) {
	if l.loose[balance] += by; l.loose[balance] == 0 {
		delete(l.loose, balance)
	}
}
