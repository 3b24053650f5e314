package payment

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb"
)

const (
	// claimAge is how far a claim's time may be from the platform's.
	claimAge = 5 * time.Minute
	// claimMax bounds the transfers of one claim; the rest needs another.
	claimMax        = 200
	claimTimeDigits = 16

	selectSuspense = `SELECT ` + transferColumns + ` FROM payment_transfer
		WHERE state = 'suspense' AND sender = $1 ORDER BY settled_at, id LIMIT $2`
	selectClaim = `SELECT signed_at FROM payment_claim WHERE sender = $1`
	upsertClaim = `INSERT INTO payment_claim (sender, signed_at, at) VALUES ($1, $2, $3)
		ON CONFLICT (sender) DO UPDATE SET signed_at = excluded.signed_at, at = excluded.at`
)

// ClaimPhrase begins the text with which a sending wallet gives its deposits
// in suspense to an account; the time in milliseconds ends it.
func (s *Service) ClaimPhrase(sender, account string) string {
	return fmt.Sprintf("Claim deposits at %s sent from %s for account %s. This costs nothing and moves no funds out of your wallet. Time: ", s.host, sender, account)
}

// ClaimSuspense credits a user with what a wallet sent before anybody knew
// whose it was. The wallet that sent it signs, normally the user's own.
// Refusals, in this order: ErrClaimSignature for a text of another form,
// ErrClaimExpired for one more than five minutes from now, ErrClaimSignature
// for one the wallet did not sign, fault.Maintenance while crediting is stopped
// (the same text serves afterwards), ErrClaimUsed for one not younger than the
// wallet's last claim, ErrNothingToClaim.
func (s *Service) ClaimSuspense(ctx context.Context, userID, sender, message, signature string) ([]Transfer, error) {
	if !common.IsHexAddress(sender) {
		return nil, fault.Invalid("sender")
	}
	from := common.HexToAddress(sender)
	var account string
	var now time.Time
	err := s.db.View(ctx, func(tx *sqldb.Tx) (err error) {
		now = tx.Now()
		account, err = s.users.AddressOf(tx, userID)
		return err
	})
	if err != nil {
		return nil, err
	}
	signedAt, ok := readClaim(message, s.ClaimPhrase(from.Hex(), account))
	if !ok {
		return nil, ErrClaimSignature
	}
	if now.Sub(signedAt).Abs() > claimAge {
		return nil, ErrClaimExpired
	}
	if err := s.checkSignature(ctx, from, message, signature); err != nil {
		return nil, err
	}
	var claimed []Transfer
	err = s.db.Update(ctx, func(tx *sqldb.Tx) (err error) {
		claimed, err = s.claim(tx, userID, from.Hex(), signedAt)
		return err
	})
	return claimed, err
}

// readClaim takes a claim's text apart.
func readClaim(message, phrase string) (signedAt time.Time, ok bool) {
	digits, ok := strings.CutPrefix(message, phrase)
	if !ok || len(digits) == 0 || len(digits) > claimTimeDigits || strings.Trim(digits, "0123456789") != "" {
		return time.Time{}, false
	}
	ms, err := strconv.ParseInt(digits, 10, 64)
	return time.UnixMilli(ms).UTC(), err == nil
}

func (s *Service) checkSignature(ctx context.Context, from common.Address, message, text string) error {
	if s.signatures == nil {
		return errors.New("payment: no judge of signatures is configured")
	}
	signature, err := walletsig.Parse(text)
	if err != nil {
		return ErrClaimSignature
	}
	_, err = s.signatures.Verify(ctx, from, message, signature)
	if errors.Is(err, walletsig.ErrUnverifiable) {
		return fmt.Errorf("payment: claim of %s: %w", from, err)
	}
	if err != nil {
		return ErrClaimSignature
	}
	return nil
}

func (s *Service) claim(tx *sqldb.Tx, userID, sender string, signedAt time.Time) ([]Transfer, error) {
	if err := s.refuseStopped(tx); err != nil {
		return nil, err
	}
	var last int64
	if _, err := tx.QueryOne(sqldb.Dest(&last), selectClaim, sender); err != nil {
		return nil, err
	}
	if signedAt.UnixMilli() <= last {
		return nil, ErrClaimUsed
	}
	list, err := transfers(tx, selectSuspense, sender, claimMax)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, ErrNothingToClaim
	}
	if _, err := tx.Exec(upsertClaim, sender, signedAt.UnixMilli(), tx.Now()); err != nil {
		return nil, err
	}
	sums := make(map[money.Asset]money.Amount)
	for i, t := range list {
		t.UserID = userID
		entryID, err := s.ledger.Post(tx, ledger.Entry{RefType: entryRefType, RefID: t.TxHash, Transfers: []ledger.Transfer{{
			Type: ledger.InternalTransfer, SubType: ledger.SuspenseClaimed, Debit: ledger.House(ledger.Suspense, t.Asset),
			Credit: ledger.Of(userID, ledger.Available, t.Asset), Amount: t.Amount}}})
		if err != nil {
			return nil, fmt.Errorf("claim transfer %s: %w", t.ID, err)
		}
		s.endTransfer(tx, t, Claimed, entryID, reasonClaimed)
		sums[t.Asset] += t.Amount
		list[i].UserID, list[i].State = userID, Claimed
	}
	for asset, sum := range sums {
		if err := s.notifyUser(tx, userID, NoticeClaimed, asset, sum, nil); err != nil {
			return nil, err
		}
	}
	return list, nil
}
