package claim

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/payment"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb"
)

const (
	// claimAge is how far a claim's time may be from the platform's.
	claimAge = 5 * time.Minute
	// claimMax bounds the transfers of one claim; the rest needs another.
	claimMax        = 200
	claimTimeDigits = 16
	// FundedMax bounds the accounts that are told of beside the one that claims.
	FundedMax = 50

	noticeLink = "/transaction"

	selectSuspenseChains = `SELECT DISTINCT chain_id FROM payment_transfer WHERE state = 'suspense' AND sender = $1 ORDER BY chain_id`
	selectClaim          = `SELECT signed_at FROM payment_claim WHERE sender = $1`
	// What operators assigned came from a wallet that many people share.
	selectNextFunded = `SELECT user_id FROM payment_transfer WHERE sender = $1 AND state = 'claimed' AND user_id > $2
		AND NOT EXISTS (SELECT 1 FROM payment_assignment a WHERE a.transfer_id = payment_transfer.id) ORDER BY user_id LIMIT 1`
	upsertClaim = `INSERT INTO payment_claim (sender, signed_at, at) VALUES ($1, $2, $3)
		ON CONFLICT (sender) DO UPDATE SET signed_at = excluded.signed_at, at = excluded.at`
)

// Claim credits a user with what a wallet sent before anybody knew
// whose it was. The wallet that sent it signs, normally the user's own.
// Refusals, in this order: ErrSignature for a text of another form,
// ErrExpired for one more than five minutes from now, ErrSignature
// for one the wallet did not sign, fault.Maintenance while crediting is stopped
// (the same text serves afterwards), ErrUsed for one not younger than the
// wallet's last claim, ErrNothing, fault.Maintenance while a chain is halted by
// which one of the deposits came (as before).
func (s *Service) Claim(ctx context.Context, userID, sender, message, signature string) ([]payment.Transfer, error) {
	if !common.IsHexAddress(sender) {
		return nil, fault.Invalid("sender")
	}
	from := common.HexToAddress(sender)
	var account string
	var now time.Time
	err := s.DB.View(ctx, func(tx *sqldb.Tx) (err error) {
		now = tx.Now()
		account, err = s.Payments.Users.AddressOf(tx, userID)
		return err
	})
	if err != nil {
		return nil, err
	}
	signedAt, ok := readClaim(message, s.Payments.ClaimPhrase(from.Hex(), account))
	if !ok {
		return nil, ErrSignature
	}
	if now.Sub(signedAt).Abs() > claimAge {
		return nil, ErrExpired
	}
	c := claim{userID: userID, sender: from, message: message, signature: signature, signedAt: signedAt}
	if err := s.judgeClaim(ctx, &c); err != nil {
		return nil, err
	}
	return sqldb.Value(ctx, s.DB.Update, func(tx *sqldb.Tx) ([]payment.Transfer, error) { return s.credit(tx, c) })
}

var selectInSuspense = payment.Transfers().Select("WHERE state = 'suspense' AND sender = $1 AND chain_id = $2 ORDER BY settled_at, id LIMIT $3")

// suspenseChains are the chains on which deposits of a sender are in suspense.
func suspenseChains(tx *sqldb.Tx, sender common.Address) ([]int64, error) {
	return sqldb.Collect(tx, sqldb.One[int64], selectSuspenseChains, sender.Hex())
}

// claim is a wallet's word about its deposits in suspense.
type claim struct {
	userID             string
	sender             common.Address
	message, signature string
	signedAt           time.Time
	// isPlain: the signature recovers to the sender, whose deposits on every chain
	// it speaks for. chains are those on which a contract wallet confirmed it.
	isPlain bool
	chains  []int64
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

// judgeClaim finds on which chains the sender signed. A contract wallet is asked on
// every chain from which it has deposits in suspense: what it says on one chain is
// nothing about another, where somebody else may own the same address.
func (s *Service) judgeClaim(ctx context.Context, c *claim) error {
	signature, err := walletsig.Parse(c.signature)
	if err != nil {
		return ErrSignature
	}
	if signer, err := walletsig.Recover(walletsig.Digest(c.message), signature); err == nil && signer == c.sender {
		c.isPlain = true
		return nil
	}
	var isPlain bool
	var asked []int64
	err = s.DB.View(ctx, func(tx *sqldb.Tx) (err error) {
		if isPlain, err = s.Payments.Users.IsPlain(tx, c.sender.Hex()); err != nil {
			return err
		}
		asked, err = suspenseChains(tx, c.sender)
		return err
	})
	if err != nil {
		return err
	}
	if isPlain {
		return ErrSignature
	}
	if len(asked) == 0 {
		asked = []int64{int64(s.Payments.Networks()[0].ChainID)}
	}
	var unverifiable error
	for _, chainID := range asked {
		n := s.networkOf(chainID)
		if n == nil || n.Verifier == nil {
			continue
		}
		_, err = n.Verifier.Verify(ctx, c.sender, c.message, signature)
		switch {
		case err == nil:
			c.chains = append(c.chains, chainID)
		case walletsig.Unanswered(err) != nil:
			unverifiable = fmt.Errorf("claim of %s on %s: %w", c.sender, n.Name, walletsig.Unanswered(err))
		}
	}
	switch {
	case len(c.chains) > 0:
		return nil
	case unverifiable != nil:
		return unverifiable
	}
	return ErrSignature
}

// claimable are the transfers that a claim speaks for, at most claimMax.
func (c claim) claimable(tx *sqldb.Tx) (list []payment.Transfer, err error) {
	chains := c.chains
	if c.isPlain {
		if chains, err = suspenseChains(tx, c.sender); err != nil {
			return nil, err
		}
	}
	for _, chainID := range chains {
		more, err := sqldb.Collect(tx, payment.Transfers().Scan, selectInSuspense, c.sender.Hex(), chainID, claimMax-len(list))
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return list, nil
}

// credit credits what a claim speaks for.
func (s *Service) credit(tx *sqldb.Tx, c claim) ([]payment.Transfer, error) {
	userID, sender := c.userID, c.sender.Hex()
	if err := s.Payments.RefuseStopped(tx); err != nil {
		return nil, err
	}
	var last int64
	if _, err := tx.QueryOne(sqldb.Dest(&last), selectClaim, sender); err != nil {
		return nil, err
	}
	if c.signedAt.UnixMilli() <= last {
		return nil, ErrUsed
	}
	if c.isPlain {
		if err := s.Payments.Users.ProvePlain(tx, sender, c.message, c.signature); err != nil {
			return nil, err
		}
	}
	list, err := c.claimable(tx)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, ErrNothing
	}
	if _, err := tx.Exec(upsertClaim, sender, c.signedAt.UnixMilli(), tx.Now()); err != nil {
		return nil, err
	}
	sums := make(map[money.Asset]money.Amount)
	for i, t := range list {
		if err := s.Payments.Assign(tx, t, userID); err != nil {
			return nil, err
		}
		sums[t.Asset] += t.Amount
		list[i].UserID, list[i].State = userID, payment.Claimed
	}
	for asset, sum := range sums {
		if err := s.Notices.Send(tx, userID, payment.NoticeClaimed, map[string]string{"amount": sum.String(), "currency": string(asset)}, noticeLink); err != nil {
			return nil, err
		}
	}
	return list, s.tellFunded(tx, sender, userID)
}

// tellFunded tells which accounts claimed what a wallet sent. It steps from account
// to account, so that it reads a row for each, however many transfers there are.
func (s *Service) tellFunded(tx *sqldb.Tx, sender, userID string) error {
	if s.Funded == nil {
		return nil
	}
	var accounts []string
	for last, found := "", true; found && len(accounts) < FundedMax; {
		var err error
		if found, err = tx.QueryOne(sqldb.Dest(&last), selectNextFunded, sender, last); err != nil {
			return err
		}
		if found {
			accounts = append(accounts, last)
		}
	}
	if !slices.Contains(accounts, userID) {
		accounts = append(accounts, userID)
	}
	return s.Funded(tx, sender, accounts)
}
