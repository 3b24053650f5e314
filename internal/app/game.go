package app

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/entropy"
	"etld/internal/features/game"
	"etld/internal/features/game/play"
	"etld/internal/features/game/points"
	"etld/internal/features/solvency"
	"etld/internal/features/team"
	"etld/internal/features/transparency"
	"etld/internal/infra/beacon"
	"etld/internal/infra/chain"
	"etld/internal/infra/config"
	"etld/internal/infra/receipt"
	"etld/internal/infra/sqldb"
)

// receiptFile holds the key of receipts, in the data folder unless configured.
const receiptFile = "receipt.key"

// openReceipts opens the key of receipts.
func openReceipts(c config.Config) (receipt.Key, error) {
	return receipt.Open(receiptPath(c), entropy.System())
}

func receiptPath(c config.Config) string {
	if c.ReceiptKeyFile != "" {
		return c.ReceiptKeyFile
	}
	return filepath.Join(c.DataDir, receiptFile)
}

// wireGame builds the game and what it stands on. Withdrawals are built before it,
// as a cancelled one bars purchases of points.
func (p *Program) wireGame() (err error) {
	if p.settings.Receipts.IsZero() {
		// Who only looks at the books signs nothing that lasts.
		p.settings.Receipts = receipt.New(p.settings.Chance)
	}
	s := p.settings
	p.play, err = play.New(play.Config{DB: p.db, Clock: s.Clock, Notices: p.notices})
	if err != nil {
		return err
	}
	p.points, err = points.New(points.Config{Ledger: p.ledger, Chance: s.Chance, Locks: p.withdrawal, Players: p.play})
	if err != nil {
		return err
	}
	p.game, err = game.New(game.Config{DB: p.db, Ledger: p.ledger, Notices: p.notices, Beacon: gameBeacon{s.Beacon}, Chain: gameChain{p}, Play: gamePlay{p.play},
		Receipts: s.Receipts, AnyBeacon: p.isDemo, Log: p.log})
	return err
}

// newSolvency builds what counts every day what all are owed.
func newSolvency(p *Program) (*solvency.Service, error) {
	sealer, err := p.personalSealer()
	if err != nil {
		return nil, err
	}
	c := solvency.Config{DB: p.db, Chance: p.settings.Chance, Sealer: sealer, Receipts: p.settings.Receipts, Delayed: team.DelayedAt,
		Anchors: p.payout, Sender: p.anchorAddress(), Line: transparency.LineHead, Log: p.log}
	for _, n := range p.networks {
		c.Chains = append(c.Chains, solvency.Chain{Network: n.Name, Pool: n.Pool})
	}
	return solvency.New(c)
}

// gameBeacon says in the game's words that a round is not published.
type gameBeacon struct{ beacon.Beacon }

func (b gameBeacon) Signature(ctx context.Context, round uint64) ([]byte, error) {
	signature, err := b.Beacon.Signature(ctx, round)
	if errors.Is(err, beacon.ErrNotYet) {
		err = errors.Join(game.ErrNotPublished, err)
	}
	return signature, err
}

// gameChain anchors rounds.
type gameChain struct{ *Program }

func (c gameChain) Sender() string { return c.anchorAddress() }

func (c gameChain) Publish(tx *sqldb.Tx, period, commitment string) error {
	return c.payout.Publish(tx, period, []byte(commitment))
}

// Sent is what the sender of anchors knows.
func (c gameChain) Sent(tx *sqldb.Tx, period string) (game.Sending, error) {
	p, found, err := c.payout.AnchorOf(tx, period)
	if err != nil || !found {
		return game.Sending{}, err
	}
	return game.Sending{State: string(p.State), Reason: p.Reason, TxHash: p.TxHash}, nil
}

// Search reads the chain, whatever the database says.
func (c gameChain) Search(ctx context.Context, sender string, from, until time.Time) (game.Search, error) {
	span, err := c.payout.AnchorsBetween(ctx, common.HexToAddress(sender), from, until)
	if errors.Is(err, chain.ErrNotFinalYet) {
		err = errors.Join(game.ErrNotFinal, err)
	}
	return searchOf(sender, span), err
}

// searchOf says in the game's words what an address sent.
func searchOf(sender string, span chain.SentSpan) game.Search {
	search := game.Search{Blocks: game.Blocks{First: span.First, Last: span.Last}}
	for _, one := range span.Sent {
		search.Sent = append(search.Sent, game.Anchor{Address: sender, TxHash: one.Hash.Hex(), Text: string(one.Data), Block: one.Block.Number, BlockTime: one.Block.Time})
	}
	return search
}

// Newest is the newest block of the first chain.
func (c gameChain) Newest() (blockTime, seenAt time.Time) {
	status := c.watchers[0].Status()
	return status.HeadAt, c.settings.Clock.Now().Add(-status.Silence)
}

// gamePlay protects the game's players.
type gamePlay struct{ *play.Service }

func (g gamePlay) Allow(tx *sqldb.Tx, userID string, stake int64) (game.Rest, error) {
	rest, err := g.Service.Allow(tx, userID, stake)
	return game.Rest(rest), err
}

func (g gamePlay) Limits(tx *sqldb.Tx, userID string) (game.Limits, error) {
	l, err := g.Service.Limits(tx, userID)
	return game.Limits{DayStake: l.DayStake, DayLoss: l.DayLoss, DayRest: l.Rest.Stake, LossRest: l.Rest.Loss}, err
}

func (g gamePlay) Settled(tx *sqldb.Tx, list []game.Outcome) error {
	outcomes := make([]play.Outcome, len(list))
	for i, o := range list {
		outcomes[i] = play.Outcome(o)
	}
	return g.Service.Settled(tx, outcomes)
}
