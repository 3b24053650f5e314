package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	// chainLag leaves running transactions time to commit, and clocks of several
	// instances room to differ, before an entry's place in the chain is fixed.
	chainLag = 10 * time.Second
	// One run links slices of transfers and ends after the first one at which it
	// should yield to callers.
	chainSlices = 16
	chainSlice  = 128
	// checkPage bounds the links of one read.
	checkPage = 2000

	selectLastLinked = `SELECT entry_id FROM ledger_chain ORDER BY entry_id DESC LIMIT 1`
	// lastTransfer sorts behind the numbers of an entry's transfers.
	lastTransfer = "~"

	// What was posted a minute before the newest transfer must be linked: the
	// chain is a few seconds behind, and a server that stands posts nothing.
	countUnlinked = `SELECT COUNT(*) FROM ledger_transfer t WHERE t.id > $1
		AND t.posted_at <= (SELECT MAX(n.posted_at) FROM ledger_transfer n WHERE n.id > $1) - $2`
	unlinkedMax = time.Minute
)

var (
	// Ids carry the time of posting, and what was posted before the lag is
	// complete, so nothing lies behind the last id.
	selectUnchained = transfers.Select("WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3")
	selectBetween   = transfers.Select("WHERE id > $1 AND id <= $2 ORDER BY id")
)

// Head is the newest link of the chain.
type Head struct {
	Seq     int64
	EntryID string
	Hash    string
	// At is when the head's entry was posted.
	At time.Time
}

var (
	heads           = sqldb.NewTable[Head]("ledger_chain", "seq, entry_id, hash, at")
	insertLink      = heads.Insert()
	selectLinks     = heads.Select("WHERE seq > $1 AND seq <= $2 ORDER BY seq")
	selectChainHead = heads.Select("ORDER BY seq DESC LIMIT 1")
	// selectHeadBefore reads the last link of an entry before an id.
	selectHeadBefore = heads.Select("WHERE entry_id < $1 ORDER BY entry_id DESC LIMIT 1")
)

// ChainHead is the newest link; the zero Head before the first.
func ChainHead(tx *sqldb.Tx) (Head, error) {
	list, err := sqldb.Collect(tx, heads.Scan, selectChainHead)
	if err != nil || len(list) == 0 {
		return Head{}, err
	}
	return list[0], nil
}

// Extend links the next entries that were posted before the lag and tells how
// many; the caller repeats while it is more than zero.
func Extend(tx *sqldb.Tx) (int, error) {
	head, err := ChainHead(tx)
	if err != nil {
		return 0, err
	}
	last, err := lastLinked(tx)
	if err != nil {
		return 0, err
	}
	linked := 0
	for range chainSlices {
		n, err := extendSlice(tx, &head, &last)
		linked += n
		if err != nil || n == 0 || tx.ShouldYield() {
			return linked, err
		}
	}
	return linked, nil
}

// lastLinked sorts behind all transfers that are linked.
func lastLinked(tx *sqldb.Tx) (string, error) {
	id, found, err := sqldb.Find(tx, sqldb.One[string], selectLastLinked)
	if found {
		id += lastTransfer
	}
	return id, err
}

func extendSlice(tx *sqldb.Tx, head *Head, last *string) (linked int, err error) {
	rows, err := sqldb.Collect(tx, scanTransfer, selectUnchained, *last, entropy.FirstID(tx.Now().Add(-chainLag)), chainSlice)
	if err != nil {
		return 0, err
	}
	entries := group(rows)
	if len(rows) == chainSlice && len(entries) > 1 {
		// The limit may have cut the last entry in two.
		entries = entries[:len(entries)-1]
	}
	for _, e := range entries {
		head.Seq++
		head.EntryID, head.At = e[0].EntryID, e[0].PostedAt
		head.Hash = link(head.Hash, head.Seq, e)
		*last = head.EntryID + lastTransfer
		insertLink.Add(tx, *head)
	}
	return len(entries), nil
}

func group(rows []transferRow) [][]transferRow {
	var entries [][]transferRow
	for _, r := range rows {
		last := len(entries) - 1
		if last >= 0 && entries[last][0].EntryID == r.EntryID {
			entries[last] = append(entries[last], r)
			continue
		}
		entries = append(entries, []transferRow{r})
	}
	return entries
}

// link is SHA-256 over the previous hash, the number, and one text line per
// transfer; docs/ledger.md gives the same recipe to anyone who verifies.
func link(previous string, seq int64, entry []transferRow) string {
	text := make([]byte, 0, 512)
	text = append(append(text, previous...), '|')
	text = append(strconv.AppendInt(text, seq, 10), '\n')
	for _, r := range entry {
		for _, part := range []string{r.ID, string(r.Type), string(r.SubType), r.Debit.ID(), r.Credit.ID(), r.Amount.String(), string(r.RefType), r.RefID, r.Note} {
			text = append(append(text, part...), '|')
		}
		text = append(strconv.AppendInt(text, r.At.UnixMicro(), 10), '\n')
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// CheckChain verifies I10: every link, and that none is missing between two.
func CheckChain(tx *sqldb.Tx) ([]Violation, error) {
	previous, at, last := "", int64(0), ""
	for {
		links, err := chained(tx, at, at+checkPage)
		if err != nil {
			return nil, err
		}
		if len(links) == 0 {
			break
		}
		unlinked, err := addTransfers(tx, links, last)
		if err != nil {
			return nil, err
		}
		for _, l := range links {
			if hash := link(previous, l.Seq, l.rows); hash != l.Hash || l.Seq != at+1 {
				return []Violation{{"I10", fmt.Sprintf("entry %s, number %d: the chain is broken here", l.EntryID, l.Seq)}}, nil
			}
			previous, at, last = l.Hash, l.Seq, l.EntryID+lastTransfer
		}
		if unlinked != "" {
			return []Violation{{"I10", fmt.Sprintf("entry %s is not in the chain", unlinked)}}, nil
		}
	}
	return nil, nil
}

// ChainLag names the finding that the chain is behind. Nothing was rewritten then.
const ChainLag = "chain lag"

// CheckLag verifies the rest of I10: the chain is not far behind the journal. Right
// after a start it may be: what was posted last before the stop is linked only once
// the job has run.
func CheckLag(tx *sqldb.Tx) ([]Violation, error) {
	last, err := lastLinked(tx)
	if err != nil {
		return nil, err
	}
	var missing int64
	if _, err := tx.QueryOne(sqldb.Dest(&missing), countUnlinked, last, unlinkedMax.Microseconds()); err != nil || missing == 0 {
		return nil, err
	}
	return []Violation{{ChainLag, fmt.Sprintf("the chain is more than a minute behind: %d transfers wait", missing)}}, nil
}

// CheckHead compares a head that was kept elsewhere with the chain as it is. The
// links before it cannot be rewritten without changing it.
func CheckHead(tx *sqldb.Tx, kept Head) ([]Violation, error) {
	links, err := sqldb.Collect(tx, heads.Scan, selectLinks, kept.Seq-1, kept.Seq)
	switch {
	case err != nil:
		return nil, err
	case len(links) == 0:
		return []Violation{{"I10", fmt.Sprintf("the journal's chain ends before link %d, which was kept elsewhere", kept.Seq)}}, nil
	case links[0].Hash != kept.Hash:
		return []Violation{{"I10", fmt.Sprintf("link %d of the journal's chain is not the one that was kept elsewhere", kept.Seq)}}, nil
	}
	return nil, nil
}

// chainLink is a link with its transfers.
type chainLink struct {
	Head
	rows []transferRow
}

func chained(tx *sqldb.Tx, after, upTo int64) ([]chainLink, error) {
	return sqldb.Collect(tx, func(row *sqldb.Row) (l chainLink, err error) {
		l.Head, err = heads.Scan(row)
		return l, err
	}, selectLinks, after, upTo)
}

// addTransfers gives links their transfers. Links are made in the order of ids, so
// the transfers of a page lie together, behind those of the page before. It
// returns the first entry among them that has no link.
func addTransfers(tx *sqldb.Tx, links []chainLink, behind string) (unlinked string, err error) {
	of := make(map[string]int, len(links))
	for i, l := range links {
		of[l.EntryID] = i
	}
	err = tx.Query(func(row *sqldb.Row) error {
		r, err := scanTransfer(row)
		i, isLinked := of[r.EntryID]
		switch {
		case isLinked:
			links[i].rows = append(links[i].rows, r)
		case unlinked == "":
			unlinked = r.EntryID
		}
		return err
	}, selectBetween, behind, links[len(links)-1].EntryID+lastTransfer)
	return unlinked, err
}

// Flow is what the journal moved on a platform day under one name, in whole units and
// atoms apart: all turnover may be more than 64 bits hold. From and To are how the names of the two
// accounts begin, such as O.REV.
type Flow struct {
	Day      clock.Day
	Type     Type
	SubType  SubType
	Asset    money.Asset
	From, To string
	Count    int64
	Units    int64
	Atoms    int64
}

// sumFlows takes the first five letters of an account: they tell its kind. The platform
// is 8 hours ahead of UTC, and times are microseconds.
const sumFlows = `SELECT (at + 28800000000) / 86400000000, type, sub_type, asset, SUBSTR(debit, 1, 5), SUBSTR(credit, 1, 5), COUNT(*),
	CAST(SUM(amount / 100000000) AS BIGINT), CAST(SUM(amount % 100000000) AS BIGINT)
	FROM ledger_transfer WHERE id > $1 AND id <= $2 GROUP BY 1, 2, 3, 4, 5, 6`

// Flows add up the next entries behind a link of the chain, at most so many, and tell
// up to which link. Without any, the link is the one that was given.
func Flows(tx *sqldb.Tx, last Head, entries int64) (list []Flow, upTo Head, err error) {
	links, err := sqldb.Collect(tx, heads.Scan, selectLinks, last.Seq, last.Seq+entries)
	if err != nil || len(links) == 0 {
		return nil, last, err
	}
	upTo = links[len(links)-1]
	behind := ""
	if last.Seq > 0 {
		behind = last.EntryID + lastTransfer
	}
	list, err = sqldb.Collect(tx, sqldb.Into(func(f *Flow) []any {
		return sqldb.Dest(&f.Day, &f.Type, &f.SubType, &f.Asset, &f.From, &f.To, &f.Count, &f.Units, &f.Atoms)
	}), sumFlows, behind, upTo.EntryID+lastTransfer)
	return list, upTo, err
}

const chainEvery = 5 * time.Second

// Jobs link what was posted.
func Jobs(db *sqldb.DB) []jobs.Job {
	return []jobs.Job{{Name: "ledger_chain", Every: chainEvery, Work: func(ctx context.Context) (more bool, err error) {
		err = db.Background(ctx, func(tx *sqldb.Tx) error {
			linked, err := Extend(tx)
			more = linked > 0
			return err
		})
		return more, err
	}}}
}
