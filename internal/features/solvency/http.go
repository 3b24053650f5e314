package solvency

import (
	"errors"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/user"
	"etld/internal/features/solvency/sumtree"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	tag = "solvency"
	// listMax bounds the snapshots of one answer.
	listMax = 31
	// notAnchored is the state where no address anchors anything.
	notAnchored = "none"
)

// SnapshotsIn asks for one day's snapshot, or for the newest ones.
type SnapshotsIn struct {
	Date string `query:"date" optional:"true" doc:"The day that ended, YYYY-MM-DD"`
}

// SnapshotRow is what is public of a snapshot.
type SnapshotRow struct {
	Snapshot string    `json:"snapshot" doc:"The day that ended, YYYYMMDD"`
	At       time.Time `json:"at" doc:"The midnight"`
	MadeAt   time.Time `json:"madeAt"`
	People   int64     `json:"people" doc:"How many users were owed anything"`
	Depth    int       `json:"depth"`
	USDT     string    `json:"usdt" doc:"Atoms owed to all, points included"`
	ETLD     string    `json:"etld"`
	ETH      string    `json:"eth"`
	Root     string    `json:"root"`
	Text     string    `json:"text" doc:"What is anchored, whole"`
	Sender   string    `json:"anchorAddress" doc:"Who sends it; empty where nobody does"`
	TxHash   string    `json:"txHash"`
	Block    int64     `json:"blockNumber"`
	State    string    `json:"state" enum:"none,queued,broadcast,unknown,mined,final,needs_attention,failed" doc:"Of the transaction"`
}

// SnapshotsOut are snapshots, newest first.
type SnapshotsOut struct {
	List       []SnapshotRow `json:"list" nullable:"false"`
	ServerTime time.Time     `json:"serverTime"`
}

// ProofIn names a snapshot.
type ProofIn struct {
	SnapshotID string `query:"snapshotId" pattern:"^[0-9]{8}$" doc:"The day that ended, YYYYMMDD"`
}

// ProofOut is the caller's part of a snapshot, for the caller to check; root and totals
// are taken from the chain.
type ProofOut struct {
	Proof  sumtree.Proof `json:"proof"`
	Sender string        `json:"anchorAddress" doc:"Who sent the snapshot's text"`
	TxHash string        `json:"txHash" doc:"Where it stands; empty until it was sent"`
	// Signature makes a wrong proof evidence that anybody can judge.
	Signature  string    `json:"signature" doc:"Over the proof, hexadecimal"`
	Key        string    `json:"key" doc:"The receipt key that made it"`
	ServerTime time.Time `json:"serverTime"`
}

// Register adds the calls.
func (s *Service) Register(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/open/snapshots", Tag: tag, Public: true, Summary: "What all users were owed at each midnight, newest first, and where that is anchored"},
		func(tx *sqldb.Tx, _ httpapi.Caller, in SnapshotsIn) (out SnapshotsOut, err error) {
			out.ServerTime = tx.Now()
			out.List, err = s.Snapshots(tx, in.Date, listMax)
			return out, err
		})
	httpapi.View(api, httpapi.Op{Path: "/api/open/myProof", Tag: tag, Summary: "The caller's leaves in a snapshot and their ways up, signed; without the root",
		Faults: []fault.Fault{fault.NotFound}}, s.proof)
}

// Snapshots are the newest ones, or that of a day (YYYY-MM-DD).
func (s *Service) Snapshots(tx *sqldb.Tx, date string, most int) ([]SnapshotRow, error) {
	list := []SnapshotRow{}
	query, args := selectNewest, []any{most + 1}
	if date != "" {
		if _, err := clock.ParseDay(date); err != nil {
			return list, fault.Invalid("date")
		}
		query, args = selectSnapshot, []any{strings.ReplaceAll(date, "-", "")}
	}
	rows, err := sqldb.Collect(tx, snapshotTable.Scan, query, args...)
	if err != nil {
		return list, err
	}
	if err := sqldb.Fetch(tx, each.Of(rows, func(one snapshot) sqldb.Hint { return s.Anchors.Hint(one.ID) })...); err != nil {
		return list, err
	}
	for _, one := range rows {
		if one.State == Begun || len(list) == most {
			continue
		}
		row, err := s.row(tx, one)
		if err != nil {
			return list, err
		}
		list = append(list, row)
	}
	return list, nil
}

// Summary is a snapshot as others show it. Day is written YYYY-MM-DD.
type Summary struct {
	Day                       string
	USDT, ETLD, ETH           money.Amount
	Depth                     int
	Root, Text, TxHash, State string
	At                        time.Time
}

// Newest are the newest snapshots.
func (s *Service) Newest(tx *sqldb.Tx, most int) (list []Summary, err error) {
	rows, err := s.Snapshots(tx, "", most)
	for _, one := range rows {
		text, err := sumtree.ParseText(one.Text)
		if err != nil {
			return nil, err
		}
		m := Summary{Day: (clock.DayOf(one.At) - 1).String(), Depth: one.Depth, Root: one.Root, Text: one.Text, TxHash: one.TxHash, State: one.State, At: one.At}
		for i, to := range []*money.Amount{&m.USDT, &m.ETLD, &m.ETH} {
			if *to, err = text.Totals[i].Amount(); err != nil {
				return nil, err
			}
		}
		list = append(list, m)
	}
	return list, err
}

func (s *Service) row(tx sqldb.Command, one snapshot) (SnapshotRow, error) {
	text, err := sumtree.ParseText(one.Text)
	if err != nil {
		return SnapshotRow{}, err
	}
	row := SnapshotRow{Snapshot: one.ID, At: one.At, MadeAt: one.MadeAt, People: one.People, Depth: text.Depth,
		USDT: text.Totals[0].String(), ETLD: text.Totals[1].String(), ETH: text.Totals[2].String(),
		Root: text.Root.String(), Text: one.Text, Sender: one.Sender, State: notAnchored}
	p, found, err := s.Anchors.Find(tx, one.ID)
	if err == nil && found {
		row.State, row.TxHash, row.Block = string(p.State), p.TxHash, int64(p.Block)
	}
	return row, err
}

func (s *Service) proof(tx *sqldb.Tx, c httpapi.Caller, in ProofIn) (out ProofOut, err error) {
	row, found, err := find(tx, in.SnapshotID)
	if err != nil {
		return out, err
	}
	if !found || row.State != Made || s.Sealer == nil {
		return out, fault.NotFound
	}
	person, err := user.Find(tx, c.UserID)
	if err != nil {
		return out, err
	}
	proof, err := s.prove(tx, row, person.Address)
	if errors.Is(err, sumtree.ErrSomebody) {
		return out, fault.NotFound
	}
	if err != nil {
		return out, err
	}
	p, _, err := s.Anchors.Find(tx, row.ID)
	return ProofOut{Proof: proof, Sender: row.Sender, TxHash: p.TxHash,
		Signature: s.Receipts.Sign(proof.SignedText()), Key: s.Receipts.Public(), ServerTime: tx.Now()}, err
}

// prove reads an address's part of a snapshot; sumtree.ErrSomebody says that it has none.
func (s *Service) prove(tx *sqldb.Tx, row snapshot, address string) (sumtree.Proof, error) {
	key, err := s.keyOf(row)
	if err != nil {
		return sumtree.Proof{}, err
	}
	nodes, err := sumtree.DecodeNodes(row.Nodes)
	if err != nil {
		return sumtree.Proof{}, err
	}
	return sumtree.Prove(row.ID, key, address, func(owner sumtree.Hash) (sumtree.Block, error) {
		b, found, err := sqldb.Find(tx, blockTable.Scan, selectBlock, row.ID+"|"+owner.String())
		if err != nil {
			return sumtree.Block{}, err
		}
		if !found || b.Snapshot != row.ID {
			return sumtree.Block{}, sumtree.ErrSomebody
		}
		leaves, err := sumtree.DecodeLeaves(b.Leaves)
		return sumtree.Block{First: int(b.Place), Leaves: leaves, Nodes: nodes}, err
	})
}
