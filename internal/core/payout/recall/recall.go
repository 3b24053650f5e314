// Package recall finds what the signer signed and the books do not know.
//
// Words. The books have *forgotten* a transaction when the signer's journal has it and
// they do not know what it is for: they were restored from a copy made before. A slot is
// committed before the signer is asked, so nothing else leads there.
//
// What holds. How far the journals were read stands in the books themselves, so that what
// was restored reads on from where it stood; another journal is read from its beginning.
// Nothing is begun from a wallet or signed for it, nothing that it may have paid is given
// back, and no nonce of it is believed to be used by somebody else, before its journal was
// read to the end once since the program started, by it or by another instance, and since
// another database was elected, which may have taken back what was read. What pays a
// payout that the books have is taken into them and followed. What was forgotten is kept,
// and stops its wallet with the breaker payouts_unknown_to_the_books until two people let
// it go on; each of it stops a wallet once. Once the books may have a place for it the
// journal is read from its beginning.
package recall

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/payout"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/jobs"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/meta"
)

const (
	readEvery = 15 * time.Second
	// anchorReadEvery is how often a journal of anchors is read: after an election none of
	// them is begun or signed before the next reading, and one has nine seconds.
	anchorReadEvery = 2 * time.Second
	// noteEnd tells other instances that a journal was read to its end.
	noteEnd   = `UPDATE payout_wallet SET recalled_at = $1 WHERE network = $2`
	selectEnd = `SELECT recalled_at FROM payout_wallet WHERE network = $1`
	found     = `DELETE FROM payout_recall_forgotten WHERE id = $1`
	keep      = `INSERT INTO payout_recall_forgotten (id, network, nonce, reference, recipient, asset, quantity, signed_at, found_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING`
)

// Journal is a signer's memory; signer.Client is one.
type Journal interface {
	Past(ctx context.Context, s signer.Since) (signer.Past, error)
}

// Service reads the journals of the wallets' signers.
type Service struct {
	DB      *sqldb.DB
	Wallets []payout.Wallet
	// Remember takes what was signed into the books where they know what it is for.
	Remember func(tx *sqldb.Tx, network string, spent signer.Spent) (isKnown bool, err error)
	// Stop opens a wallet's breaker.
	Stop func(tx *sqldb.Tx, network string, breaker payout.Breaker, reason string) error

	// Timeline is the database's history, which an election raises; nil where there is
	// one alone.
	Timeline func() string

	// ended has the wallets whose journals were read to the end, with the timeline.
	ended sync.Map
	// mu guards since, from which on another instance may have read them, on timeline.
	mu       sync.Mutex
	since    time.Time
	timeline string
}

// history is the timeline of now.
func (s *Service) history() string {
	if s.Timeline == nil {
		return ""
	}
	return s.Timeline()
}

// countsSince is since when what another instance read counts: an election after it may
// have taken back what the books took over.
func (s *Service) countsSince(tx *sqldb.Tx, timeline string) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timeline != timeline {
		s.since, s.timeline = tx.Now(), timeline
	}
	return s.since
}

// Require has wallets begin and give back nothing before their journals were read from now
// on, here or by another instance that pays.
func (s *Service) Require() {
	s.since, s.timeline = s.DB.Now(), s.history()
	for i := range s.Wallets {
		w := &s.Wallets[i]
		if _, is := w.Signer.(Journal); is {
			w.IsRecalled = func(tx *sqldb.Tx) (bool, error) {
				timeline := s.history()
				since := s.countsSince(tx, timeline)
				if at, isEnded := s.ended.Load(w.Network); isEnded && at == timeline {
					return true, nil
				}
				var at int64
				_, err := tx.QueryOne(sqldb.Dest(&at), selectEnd, w.Network)
				return at >= since.UnixMicro(), err
			}
		}
	}
}

// Forgotten is a transaction that the books do not know.
type Forgotten struct {
	TxHash  string `json:"txHash"`
	Network string `json:"network"`
	Nonce   int64  `json:"nonce"`
	// Reference is the withdrawal, or the period of the game.
	Reference string       `json:"reference"`
	Recipient string       `json:"recipient"`
	Currency  money.Asset  `json:"currency" optional:"true" doc:"Empty for an anchor"`
	Quantity  money.Amount `json:"quantity"`
	SignedAt  time.Time    `json:"signedAt"`
	FoundAt   time.Time    `json:"foundAt"`
}

var forgottenTable = sqldb.NewTable[Forgotten]("payout_recall_forgotten", `id = TxHash, network, nonce, reference, recipient, asset = Currency,
	quantity, signed_at, found_at`)

// Jobs is one for each wallet whose signer has a journal. They are for instances that pay,
// as others may not reach the signer.
func (s *Service) Jobs() (list []jobs.Job) {
	for _, w := range s.Wallets {
		if journal, is := w.Signer.(Journal); is {
			every := readEvery
			if w.Purpose == payout.PurposeAnchors {
				every = anchorReadEvery
			}
			list = append(list, jobs.Job{Name: "payout_recall_" + w.Network, Every: every,
				Work: func(ctx context.Context) (bool, error) { return s.Read(ctx, w, journal) }})
		}
	}
	return list
}

// Read reads on in a wallet's journal and says whether there is more. Every instance may;
// what two of them find is kept once. Callers go first: a journal may be long.
func (s *Service) Read(ctx context.Context, w payout.Wallet, journal Journal) (more bool, err error) {
	since, name, kept := signer.Since{Anchors: w.Purpose == payout.PurposeAnchors}, payout.RecallNote+w.Network, ""
	timeline := s.history()
	err = s.DB.View(ctx, func(tx *sqldb.Tx) error {
		if kept, err = meta.ReadNote(tx, name); err == nil {
			since.Mark, err = markOf(kept)
		}
		return err
	})
	if err != nil {
		return false, err
	}
	past, err := journal.Past(ctx, since)
	// A signer that is away signs nothing either, and is asked again.
	if errors.Is(err, signer.ErrUnavailable) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if past.Mark == since.Mark {
		s.ended.Store(w.Network, timeline)
		return false, s.DB.Background(ctx, func(tx *sqldb.Tx) error {
			if s.history() != timeline {
				// Another database was elected meanwhile; its next reading counts.
				return nil
			}
			_, err := tx.Exec(noteEnd, tx.Now(), w.Network)
			return err
		})
	}
	err = s.DB.Background(ctx, func(tx *sqldb.Tx) error {
		// Somebody read on meanwhile, or asked for all to be read again.
		if now, err := meta.ReadNote(tx, name); err != nil || now != kept {
			return err
		}
		forgotten := 0
		for _, spent := range past.List {
			isNew, err := s.look(tx, w, spent)
			if err != nil {
				return err
			}
			if isNew {
				forgotten++
			}
		}
		if forgotten > 0 {
			reason := fmt.Sprintf("the signer signed %d transactions that the books do not know; payouts/forgotten lists them", forgotten)
			if err := s.Stop(tx, w.Network, payout.BreakerForgot, reason); err != nil {
				return err
			}
		}
		return meta.KeepNote(tx, name, fmt.Sprintf("%d %s", past.Row, past.Seal))
	})
	return err == nil, err
}

// markOf is how far a journal was read by a note; an empty one means not at all.
func markOf(note string) (m signer.Mark, err error) {
	if note == "" {
		return m, nil
	}
	row, seal, _ := strings.Cut(note, " ")
	m.Seal = seal
	m.Row, err = strconv.ParseInt(row, 10, 64)
	return m, err
}

// look keeps what the books do not know, and says whether it was found just now. A
// journal may hold several chains and, from before a change of the key, other addresses:
// what those paid is not given back either.
func (s *Service) look(tx *sqldb.Tx, w payout.Wallet, spent signer.Spent) (isNew bool, err error) {
	if spent.ChainID != w.ChainID {
		return false, nil
	}
	// A bump goes the way of what it raised.
	isKnown, err := s.Remember(tx, w.Network, spent)
	switch {
	case err != nil || spent.IsBump:
		return false, err
	case isKnown:
		_, err = tx.Exec(found, spent.Hash.Hex())
		return false, err
	}
	added, err := tx.Exec(keep, spent.Hash.Hex(), w.Network, int64(spent.Nonce), spent.Reference, spent.Recipient.Hex(),
		string(spent.Asset), int64(spent.Quantity), spent.At, tx.Now())
	return added > 0, err
}

// RegisterOperator lists what was forgotten, the oldest first.
func (s *Service) RegisterOperator(o *operator.Service) {
	hands := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Risk, operator.Administrator}
	list := lists.List[Forgotten]{Table: forgottenTable, Key: "txHash", Orders: []lists.Order{lists.First("signedAt", "signed_at", "id")}}
	operator.Rows(o, operator.Route{Path: "payouts/forgotten", Roles: hands}, list, operator.Whole[Forgotten])
}
