package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/features/game"
	"etld/internal/features/game/play"
	"etld/internal/features/solvency"
	"etld/internal/features/team"
	"etld/internal/features/transparency"
	"etld/internal/infra/beacon"
	"etld/internal/infra/config"
	"etld/internal/infra/receipt"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/meta"
)

// receiptFile holds the key of receipts, in the data folder unless configured.
const receiptFile = "receipt.key"

func openReceipts(c config.Config) (receipt.Key, error) {
	return receipt.Open(receiptPath(c), entropy.System())
}

func receiptPath(c config.Config) string {
	if c.ReceiptKeyFile != "" {
		return c.ReceiptKeyFile
	}
	return filepath.Join(c.DataDir, receiptFile)
}

// wireGame builds the game and what it stands on.
func (p *Program) wireGame() (err error) {
	if p.settings.Receipts.IsZero() {
		// Who only looks at the books signs nothing that lasts.
		p.settings.Receipts = receipt.New(p.settings.Chance)
	}
	s := p.settings
	p.play = play.New(play.Config{DB: p.db, Clock: s.Clock, Notices: p.notices})
	p.game, err = game.New(game.Config{DB: p.db, Ledger: p.ledger, Notices: p.notices, Beacon: s.Beacon, Chain: gameChain{p}, Play: p.play,
		Receipts: s.Receipts, AnyBeacon: p.isDemo, Log: p.log})
	return err
}

// wireSolvency builds what counts every day what all are owed.
func (p *Program) wireSolvency() error {
	c := solvency.Config{DB: p.db, Chance: p.settings.Chance, Sealer: p.sealer, Receipts: p.settings.Receipts, Delayed: team.DelayedAt,
		Anchors: p.payout.Anchors, Sender: p.anchorAddress(), Line: transparency.LineHead, Log: p.log}
	for _, n := range p.networks {
		c.Chains = append(c.Chains, solvency.Chain{Network: n.Name, Pool: n.Pool})
	}
	p.solvency = solvency.New(c)
	return nil
}

// gameChain anchors rounds.
type gameChain struct{ program *Program }

func (c gameChain) Sender() string { return c.program.anchorAddress() }

func (c gameChain) Publish(tx *sqldb.Tx, period, commitment string) error {
	return c.program.payout.Anchors.Publish(tx, period, []byte(commitment))
}

// Sent is what the sender of anchors knows.
func (c gameChain) Sent(tx sqldb.Command, period string) (game.Sending, error) {
	p, found, err := c.program.payout.Anchors.Find(tx, period)
	if err != nil || !found {
		return game.Sending{}, err
	}
	return game.Sending{State: string(p.State), Reason: p.Reason, TxHash: p.TxHash}, nil
}

// Search reads the chain, whatever the database says.
func (c gameChain) Search(ctx context.Context, sender string, from, until time.Time) (game.Search, error) {
	span, err := c.program.payout.Anchors.SentBetween(ctx, common.HexToAddress(sender), from, until)
	return game.SearchOf(sender, span), err
}

// Newest is the newest block of the first chain.
func (c gameChain) Newest() (blockTime, seenAt time.Time) {
	status := c.program.watchers[0].Status()
	return status.HeadAt, c.program.settings.Clock.Now().Add(-status.Silence)
}

// rotateReceipts makes the key that signs from the next start on.
func rotateReceipts(c config.Config, out io.Writer) error {
	path := receiptPath(c)
	key, err := receipt.Rotate(path, entropy.System())
	if err == nil {
		fmt.Fprintf(out, "the new key %s in %s signs from the next start on; what the old one signed stays valid\n", key.Public(), path)
	}
	return err
}

// openBeacon reads the public beacon through the configured relays.
func openBeacon(c config.Config, from clock.Clock, log *slog.Logger) (*beacon.Drand, error) {
	return beacon.NewDrand(beacon.Config{Relays: config.List(c.BeaconRelays), Clock: from, Log: log})
}

// anchorAddress is published, so that anybody finds the anchors on the chain; it
// is empty where none are sent.
func (p *Program) anchorAddress() string {
	if address := p.payout.Anchors.Address(); address != (common.Address{}) {
		return address.Hex()
	}
	return ""
}

// checkBeacon refuses a product whose rounds the server could know in advance.
func checkBeacon(s Settings) error {
	switch {
	case s.Beacon == nil:
		return errors.New("the program needs a beacon")
	case s.World == meta.Production && beacon.IsLocal(s.Beacon):
		return errors.New("the local beacon is for demos only; production reads the public one")
	}
	return nil
}
