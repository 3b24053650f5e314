package payment

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/each"
	"etld/internal/infra/chain"
	"etld/internal/infra/sqldb"
)

const (
	insertChain = `INSERT INTO payment_chain (chain_id, version, genesis, halt) VALUES ($1, 1, $2, $3) ON CONFLICT (chain_id) DO NOTHING`
	moveChain   = `UPDATE payment_chain SET version = version + 1 WHERE chain_id = $1 AND version = $2`
	portionTo   = `UPDATE payment_chain SET portion_to = $1 WHERE chain_id = $2`
	selectChain = `SELECT version, genesis, halt FROM payment_chain WHERE chain_id = $1`

	forgetAbove = `DELETE FROM payment_block WHERE chain_id = $1 AND number > $2`
	forgetBelow = `DELETE FROM payment_block WHERE chain_id = $1 AND number < $2`
	goneAbove   = `UPDATE payment_transfer SET state = 'gone' WHERE chain_id = $1 AND state = 'seen' AND block_number > $2`
	goneUpTo    = `UPDATE payment_transfer SET state = 'gone' WHERE chain_id = $1 AND state = 'seen' AND block_number <= $2`
)

type blockRow struct {
	chainID int64
	chain.BlockRef
}

var (
	blockTable   = sqldb.NewTable[blockRow]("payment_block", "chain_id, number, hash, parent")
	insertBlock  = blockTable.Insert()
	selectBlocks = blockTable.Select("WHERE chain_id = $1 ORDER BY number")
	selectSeen   = transferTable.Select("WHERE chain_id = $1 AND state = 'seen' ORDER BY block_number, id")

	transfersByID = sqldb.NewLookup("transfers", transferTable.Select("WHERE id"), sqldb.Single(transferTable.ByKey(func(t Transfer) string { return t.ID })))
)

// Watch is the chain.Store of one network. Its transactions are whole steps,
// refused unless the stored version is the step's: two watchers cannot double
// anything, and one that died in a step left nothing of it.
type Watch struct {
	incoming *incoming
	network  *Network
}

var _ chain.Store = (*Watch)(nil)

// Watch is what a network's watcher keeps its progress in.
func (s *incoming) Watch(chainID uint64) (*Watch, error) {
	network, err := s.networkOf(chainID)
	if err != nil {
		return nil, err
	}
	return &Watch{incoming: s, network: network}, nil
}

// Load reads the watcher's progress.
func (w *Watch) Load(ctx context.Context) (chain.Progress, error) {
	var p chain.Progress
	err := w.incoming.DB.View(ctx, func(tx *sqldb.Tx) error {
		p = chain.Progress{}
		var genesis string
		if _, err := tx.QueryOne(sqldb.Dest(&p.Version, &genesis, &p.Halt), selectChain, w.network.chainKey()); err != nil {
			return err
		}
		p.Genesis = common.HexToHash(genesis)
		var err error
		p.Blocks, err = sqldb.Collect(tx, func(row *sqldb.Row) (chain.BlockRef, error) {
			b, err := blockTable.Scan(row)
			return b.BlockRef, err
		}, selectBlocks, w.network.chainKey())
		if err != nil {
			return err
		}
		pending, err := transfers(tx, selectSeen, w.network.chainKey())
		for _, t := range pending {
			p.Pending = append(p.Pending, t.onChain())
		}
		return err
	})
	return p, err
}

// Apply carries out a step whole or not at all. What it makes final waits,
// durably, for the settling job.
func (w *Watch) Apply(ctx context.Context, step chain.Step) error {
	return w.incoming.DB.Update(ctx, func(tx *sqldb.Tx) error {
		if err := w.applyStep(tx, step); err != nil {
			return err
		}
		if err := w.recordBlocks(tx, step); err != nil {
			return err
		}
		if err := w.recordTransfers(tx, step.Seen, Seen); err != nil {
			return err
		}
		if err := w.recordTransfers(tx, step.Final, Final); err != nil {
			return err
		}
		if step.PortionTo > 0 {
			if _, err := tx.Exec(portionTo, int64(step.PortionTo), w.network.chainKey()); err != nil {
				return err
			}
		}
		if step.Finalized != nil {
			if err := w.finalize(tx, step.Finalized.Number); err != nil {
				return err
			}
		}
		if step.Halt == "" {
			return nil
		}
		return setHalt(tx, w.network.chainKey(), halt{step.Halt, tx.Now()})
	})
}

// applyStep raises the version from what the step was made for.
func (w *Watch) applyStep(tx *sqldb.Tx, step chain.Step) error {
	var changed int64
	var err error
	if step.Expect == 0 {
		changed, err = tx.Exec(insertChain, w.network.chainKey(), step.Genesis.Hex(), step.Halt)
	} else {
		changed, err = tx.Exec(moveChain, w.network.chainKey(), step.Expect)
	}
	if err == nil && changed != 1 {
		err = chain.ErrConflict
	}
	return err
}

func (w *Watch) recordBlocks(tx *sqldb.Tx, step chain.Step) error {
	if step.WalkBackTo != nil {
		if _, err := tx.Exec(forgetAbove, w.network.chainKey(), int64(*step.WalkBackTo)); err != nil {
			return err
		}
		if _, err := tx.Exec(goneAbove, w.network.chainKey(), int64(*step.WalkBackTo)); err != nil {
			return err
		}
	}
	for _, b := range step.Append {
		insertBlock.Add(tx, blockRow{w.network.chainKey(), b})
	}
	return nil
}

// recordTransfers inserts transfers, or moves those that are not final yet.
func (w *Watch) recordTransfers(tx sqldb.Command, list []chain.Transfer, state TransferState) error {
	ids := each.Of(list, func(t chain.Transfer) string { return transferID(t.ChainID, t.Tx.Hex(), t.Ordinal) })
	if err := transfersByID.Load(tx, ids); err != nil {
		return err
	}
	for i, found := range list {
		if found.ChainID != w.network.ChainID {
			return fmt.Errorf("payment: transfer %s came by the watcher of chain %d", ids[i], w.network.ChainID)
		}
		before, known, err := transfersByID.Get(tx, ids[i])
		if err != nil {
			return err
		}
		if known && before.State != Seen && before.State != Gone {
			continue
		}
		t, err := w.network.read(found)
		if err != nil {
			return err
		}
		t.ID, t.State, t.SeenAt = ids[i], state, tx.Now()
		if known {
			t.SeenAt = before.SeenAt
		}
		if state == Final {
			t.FinalAt = tx.Now()
		}
		w.incoming.store.saveTransfer(tx, t)
		transfersByID.Set(tx, t.ID, t)
		if state == Seen && !known {
			if err := w.incoming.tellSeen(tx, t); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *Watch) finalize(tx *sqldb.Tx, number uint64) error {
	if _, err := tx.Exec(forgetBelow, w.network.chainKey(), int64(number)); err != nil {
		return err
	}
	_, err := tx.Exec(goneUpTo, w.network.chainKey(), int64(number))
	return err
}

// chainKey is the chain's id as it is stored.
func (n *Network) chainKey() int64 { return int64(n.ChainID) }

// read turns what the watcher saw into a row, with what it is worth.
func (n *Network) read(found chain.Transfer) (Transfer, error) {
	t := Transfer{ChainID: int64(found.ChainID), TxHash: found.Tx.Hex(), Ordinal: int64(found.Ordinal),
		Token: found.Token.Hex(), Sender: found.From.Hex(), Recipient: found.To.Hex(), Wei: found.Wei, Remainder: "0",
		BlockNumber: int64(found.Block.Number), BlockHash: found.Block.Hash.Hex(), BlockParent: found.Block.Parent.Hex(), BlockTime: found.BlockTime}
	token, known := n.token(found.Token)
	if !known {
		return Transfer{}, fmt.Errorf("payment: the watcher reports token %s, which %s does not take", found.Token.Hex(), n.Name)
	}
	t.Asset = token.Asset
	credit, err := chain.CreditOf(found.Wei, token.Decimals)
	if errors.Is(err, chain.ErrAmountTooLarge) {
		t.Reason, t.Remainder = reasonTooLarge, found.Wei
		return t, nil
	}
	t.Amount, t.Remainder = credit.Amount, credit.RemainderWei
	return t, err
}

// onChain is the transfer as the watcher knows it.
func (t Transfer) onChain() chain.Transfer {
	return chain.Transfer{
		TransferKey: chain.TransferKey{ChainID: uint64(t.ChainID), Tx: common.HexToHash(t.TxHash), Ordinal: int(t.Ordinal)},
		Token:       common.HexToAddress(t.Token), From: common.HexToAddress(t.Sender), To: common.HexToAddress(t.Recipient), Wei: t.Wei,
		Block:     chain.BlockRef{Number: uint64(t.BlockNumber), Hash: common.HexToHash(t.BlockHash), Parent: common.HexToHash(t.BlockParent)},
		BlockTime: t.BlockTime,
	}
}
