package payout

import (
	"context"
	"fmt"
	"math/big"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/chain"
	"etld/internal/infra/sqldb"
)

const saveCover = `INSERT INTO payout_cover (id, network, asset, balance, at) VALUES ($1, $2, $3, $4, $5)
	ON CONFLICT (id) DO UPDATE SET balance = excluded.balance, at = excluded.at`

// atomsUp is an amount of the native coin in atoms, rounded up.
func atomsUp(wei *big.Int) (money.Amount, error) {
	if wei == nil || wei.Sign() == 0 {
		return 0, nil
	}
	atoms, dust, err := money.FromBaseUnits(wei, nativeDecimals)
	if err != nil {
		return 0, fmt.Errorf("payout: a transaction cost %s wei: %w", wei, err)
	}
	if dust.Sign() > 0 {
		atoms++
	}
	return atoms, nil
}

// lookAtWallet reads what a hot wallet holds, for operators, and books gas that
// was paid in, once nothing is on its way: the native coin leaves the wallet by
// our own transactions only, so what lies there beyond the books came in.
func (s *sender) lookAtWallet(ctx context.Context, l lease) error {
	w := l.wallet
	now := s.DB.Now()
	if s.isLookedAtLater(w.Network, now) {
		return nil
	}
	s.lookAgain.Store(w.Network, now.Add(gasFundingPeriod))
	outside, cancel := context.WithTimeout(ctx, chainTime)
	defer cancel()
	covers := make(map[money.Asset]money.Amount)
	for _, coin := range append([]Coin{{Asset: w.Native, Decimals: nativeDecimals}}, w.Coins...) {
		units, err := w.Chain.Balance(outside, coin.Token, w.Address)
		if err != nil {
			return l.waits(WaitChain, err)
		}
		if covers[coin.Asset], _, err = money.FromBaseUnits(units, coin.Decimals); err != nil {
			return fmt.Errorf("payout: %s units of %s in the hot wallet: %w", units, coin.Asset, err)
		}
	}
	// Only what is final came in: a block that is taken back would leave the books wrong.
	// A node that lags tells of a final block before the last payout.
	wei, err := w.Chain.FinalBalance(outside, w.Address)
	if err != nil {
		return l.waits(WaitChain, err)
	}
	held, _, err := money.FromBaseUnits(wei, nativeDecimals)
	if err != nil {
		return fmt.Errorf("payout: %s wei in the hot wallet: %w", wei, err)
	}
	l.met.hasLooked = true
	return l.update(ctx, func(tx *sqldb.Tx, state WalletState) error {
		for asset, balance := range covers {
			if _, err := tx.Exec(saveCover, w.Network+"|"+string(asset), w.Network, asset, balance, tx.Now()); err != nil {
				return err
			}
		}
		slots, err := openSlots(tx, w.Network)
		if err != nil || len(slots) > 0 || state.Breaker != "" {
			return err
		}
		return s.bookFunding(tx, w, min(held, covers[w.Native]))
	})
}

// bookFunding books native coins that came in. Dust is left out: gas is booked
// rounded up, so the chain always holds a little more.
func (s *sender) bookFunding(tx sqldb.Command, w *Wallet, held money.Amount) error {
	onChain := ledger.House(w.Account, w.Native)
	booked, err := s.Ledger.Balance(tx, onChain)
	if err != nil {
		return err
	}
	if held < booked {
		s.Log.Error("the hot wallet holds less gas than the books", "network", w.Network, "held", held, "booked", booked)
	}
	if held-booked < gasFundingAtoms {
		return nil
	}
	_, err = s.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefPayout, RefID: w.Network, Note: w.Address.Hex(), Transfers: []ledger.Transfer{{
		Type: ledger.InternalTransfer, SubType: ledger.CapitalIn, Debit: onChain, Credit: ledger.House(ledger.Capital, w.Native), Amount: held - booked}}})
	return err
}

// postGas books what a transaction cost, rounded up to the atom. What it cost
// was there, and so was the native coin that it paid: where the books hold less,
// the difference was paid in unseen.
func (s *sender) postGas(tx sqldb.Command, w *Wallet, p Payout, o chain.Outcome, isPaid bool) error {
	spent, err := atomsUp(o.Fee)
	if err != nil {
		return err
	}
	left := spent
	if coin, err := w.coin(p.Asset); err == nil && isPaid && coin.Token == emptyAddress {
		left += p.Amount
	}
	onChain := ledger.House(w.Account, w.Native)
	booked, err := s.Ledger.Balance(tx, onChain)
	if err != nil {
		return err
	}
	var transfers []ledger.Transfer
	if booked < left {
		transfers = append(transfers, ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.CapitalIn,
			Debit: onChain, Credit: ledger.House(ledger.Capital, w.Native), Amount: left - booked})
	}
	if spent > 0 {
		transfers = append(transfers, ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.Gas,
			Debit: ledger.House(ledger.GasSpent, w.Native), Credit: onChain, Amount: spent})
	}
	if len(transfers) == 0 {
		return nil
	}
	_, err = s.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefPayout, RefID: p.WithdrawalID, Note: o.Tx.Hex(), Transfers: transfers})
	return err
}
