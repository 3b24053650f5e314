package payment

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
	// FundedMax bounds the accounts that are told of beside the one that claims.
	FundedMax = 50

	selectSuspenseChains = `SELECT DISTINCT chain_id FROM payment_transfer WHERE state = 'suspense' AND sender = $1 ORDER BY chain_id`
	selectClaim          = `SELECT signed_at FROM payment_claim WHERE sender = $1`
	// What operators assigned came from a wallet that many people share.
	selectNextFunded = `SELECT user_id FROM payment_transfer WHERE sender = $1 AND state = 'claimed' AND user_id > $2
		AND NOT EXISTS (SELECT 1 FROM payment_assignment a WHERE a.transfer_id = payment_transfer.id) ORDER BY user_id LIMIT 1`
	upsertClaim = `INSERT INTO payment_claim (sender, signed_at, at) VALUES ($1, $2, $3)
		ON CONFLICT (sender) DO UPDATE SET signed_at = excluded.signed_at, at = excluded.at`
)

var (
	selectSuspense      = transferTable.Select("WHERE state = 'suspense' AND sender = $1 ORDER BY settled_at, id LIMIT $2")
	selectInSuspense    = transferTable.Select("WHERE state = 'suspense' AND id > $1 ORDER BY id LIMIT $2")
	selectOneInSuspense = transferTable.Select("WHERE state = 'suspense' AND id = $1")
	selectClaimable     = transferTable.Select("WHERE state = 'suspense' AND sender = $1 AND chain_id = $2 ORDER BY settled_at, id LIMIT $3")
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
	c := claim{userID: userID, sender: from, message: message, signature: signature, signedAt: signedAt}
	if err := s.judgeClaim(ctx, &c); err != nil {
		return nil, err
	}
	var claimed []Transfer
	err = s.db.Update(ctx, func(tx *sqldb.Tx) (err error) {
		claimed, err = s.claim(tx, c)
		return err
	})
	return claimed, err
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
		return ErrClaimSignature
	}
	if signer, err := walletsig.Recover(walletsig.Digest(c.message), signature); err == nil && signer == c.sender {
		c.isPlain = true
		return nil
	}
	var isPlain bool
	var asked []int64
	err = s.db.View(ctx, func(tx *sqldb.Tx) (err error) {
		if isPlain, err = s.users.IsPlain(tx, c.sender.Hex()); err != nil {
			return err
		}
		asked, err = suspenseChains(tx, c.sender)
		return err
	})
	if err != nil {
		return err
	}
	if isPlain {
		return ErrClaimSignature
	}
	if len(asked) == 0 {
		asked = []int64{s.networks[0].chainKey()}
	}
	var unverifiable error
	for _, chainID := range asked {
		n, err := s.networkOf(uint64(chainID))
		if err != nil || n.Signatures == nil {
			continue
		}
		_, err = n.Signatures.Verify(ctx, c.sender, c.message, signature)
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
	return ErrClaimSignature
}

func suspenseChains(tx *sqldb.Tx, sender common.Address) ([]int64, error) {
	return sqldb.Collect(tx, sqldb.One[int64], selectSuspenseChains, sender.Hex())
}

// claimable are the transfers that a claim speaks for, at most claimMax.
func (c claim) claimable(tx *sqldb.Tx) (list []Transfer, err error) {
	chains := c.chains
	if c.isPlain {
		if chains, err = suspenseChains(tx, c.sender); err != nil {
			return nil, err
		}
	}
	for _, chainID := range chains {
		more, err := transfers(tx, selectClaimable, c.sender.Hex(), chainID, claimMax-len(list))
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return list, nil
}

// claim credits what a claim speaks for.
func (s *Service) claim(tx *sqldb.Tx, c claim) ([]Transfer, error) {
	userID, sender := c.userID, c.sender.Hex()
	if err := s.refuseStopped(tx); err != nil {
		return nil, err
	}
	var last int64
	if _, err := tx.QueryOne(sqldb.Dest(&last), selectClaim, sender); err != nil {
		return nil, err
	}
	if c.signedAt.UnixMilli() <= last {
		return nil, ErrClaimUsed
	}
	if c.isPlain {
		if err := s.users.ProvePlain(tx, sender, c.message, c.signature); err != nil {
			return nil, err
		}
	}
	list, err := c.claimable(tx)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, ErrNothingToClaim
	}
	if _, err := tx.Exec(upsertClaim, sender, c.signedAt.UnixMilli(), tx.Now()); err != nil {
		return nil, err
	}
	sums := make(map[money.Asset]money.Amount)
	for i, t := range list {
		if err := s.Assign(tx, t, userID); err != nil {
			return nil, err
		}
		sums[t.Asset] += t.Amount
		list[i].UserID, list[i].State = userID, Claimed
	}
	for asset, sum := range sums {
		if err := s.notifyUser(tx, userID, NoticeClaimed, asset, sum, nil); err != nil {
			return nil, err
		}
	}
	return list, s.tellFunded(tx, sender, userID)
}

// Assign credits a user with a transfer in suspense: one that the user claimed, or for
// which nobody can sign. It refuses while crediting is stopped, and needs an Update.
func (s *Service) Assign(tx *sqldb.Tx, t Transfer, userID string) error {
	if err := s.refuseStopped(tx); err != nil {
		return err
	}
	t.UserID = userID
	entryID, err := s.ledger.Post(tx, ledger.Entry{RefType: entryRefType, RefID: t.TxHash, Transfers: []ledger.Transfer{{
		Type: ledger.InternalTransfer, SubType: ledger.SuspenseClaimed, Debit: ledger.House(ledger.Suspense, t.Asset),
		Credit: ledger.AvailableOf(userID, t.Asset), Amount: t.Amount}}})
	if err != nil {
		return fmt.Errorf("credit transfer %s: %w", t.ID, err)
	}
	s.endTransfer(tx, t, Claimed, entryID, reasonClaimed)
	return nil
}

// InSuspense are transfers in suspense behind an id, in the order of their ids.
func InSuspense(tx *sqldb.Tx, id string, limit int) ([]Transfer, error) {
	return transfers(tx, selectInSuspense, id, limit)
}

// FindInSuspense is a transfer in suspense, or fault.NotFound.
func FindInSuspense(tx *sqldb.Tx, id string) (Transfer, error) {
	t, found, err := sqldb.Find(tx, transferTable.Scan, selectOneInSuspense, id)
	if err == nil && !found {
		err = fault.NotFound
	}
	return t, err
}

// tellFunded tells which accounts claimed what a wallet sent. It steps from account
// to account, so that it reads a row for each, however many transfers there are.
func (s *Service) tellFunded(tx *sqldb.Tx, sender, userID string) error {
	if s.funded == nil {
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
	return s.funded(tx, sender, accounts)
}
