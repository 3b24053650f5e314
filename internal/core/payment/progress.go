package payment

import (
	"context"
	"strings"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	// listMax bounds each list a user sees here; the journal has everything.
	listMax = 50
	// submissionsMax bounds the transactions named for one intent.
	submissionsMax = 20
	// goneShown is how long a transfer that was taken back stays visible.
	goneShown = 48 * time.Hour

	selectTips       = `SELECT b.chain_id, MAX(b.number), c.halt FROM payment_block b JOIN payment_chain c ON c.chain_id = b.chain_id GROUP BY b.chain_id, c.halt`
	selectSubmission = `SELECT at FROM payment_submission WHERE id = $1`
	countSubmissions = `SELECT COUNT(*) FROM payment_submission WHERE intent_no = $1`
	insertSubmission = `INSERT INTO payment_submission (id, tx_hash, intent_no, at) VALUES ($1, $2, $3, $4)`
	selectSubmitted  = `SELECT tx_hash FROM payment_submission WHERE intent_no = $1 ORDER BY at DESC, id LIMIT 1`
)

var (
	selectByTx    = transferTable.Select("WHERE tx_hash = $1 AND chain_id = $2 ORDER BY ordinal")
	selectPending = transferTable.Select(`WHERE sender = $1 AND settled_at = 0 AND (state IN ('seen', 'final', 'held') OR (state = 'gone' AND seen_at > $2))
		ORDER BY block_number DESC, id LIMIT $3`)
	selectRecent    = transferTable.Select("WHERE user_id = $1 AND user_id <> '' AND settled_at > 0 ORDER BY settled_at DESC, id LIMIT $2")
	selectForIntent = transferTable.Select("WHERE intent_no = $1 AND intent_no <> '' ORDER BY block_number DESC, id LIMIT $2")
)

// SubmitTx notes which transaction a user says pays an intent. It moves no
// money: what counts is what the watcher finds, by its sender. It refuses with
// fault.NotFound for another user's intent, and with ErrNoMatch for a
// transaction that is known to come from another wallet, to serve another
// intent, to be of another token, or to lie outside the intent's time.
func (s *Service) SubmitTx(ctx context.Context, c httpapi.Caller, intentNo, txHash string) (p Progress, err error) {
	txHash = strings.ToLower(txHash)
	err = s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		i, err := s.Intents.intentOf(tx, c.UserID, intentNo)
		if err != nil {
			return err
		}
		if err := s.submit(tx, i, txHash); err != nil {
			return err
		}
		p, err = s.progress(tx, i, c.Language)
		return err
	})
	return p, err
}

// submit keeps the hash. Several people may name one transaction before it is
// seen: refusing the second would let anybody who watches the chain's pool bar
// the payer from naming it.
func (s *Service) submit(tx *sqldb.Tx, i Intent, txHash string) error {
	n := s.networkNamed(i.Network)
	if n == nil {
		return ErrNoMatch
	}
	matches, err := s.couldPay(tx, n, i, txHash)
	if err != nil {
		return err
	}
	if !matches {
		return ErrNoMatch
	}
	var at time.Time
	id := transferID(n.ChainID, txHash, 0) + "|" + i.No
	repeated, err := tx.QueryOne(sqldb.Dest(&at), selectSubmission, id)
	if err != nil || repeated || i.State != StateOpen {
		// A closed intent takes no more; the answer tells how it ended.
		return err
	}
	var count int
	if _, err := tx.QueryOne(sqldb.Dest(&count), countSubmissions, i.No); err != nil {
		return err
	}
	if count >= submissionsMax {
		return ErrNoMatch
	}
	_, err = tx.Exec(insertSubmission, id, txHash, i.No, tx.Now())
	return err
}

// couldPay asks whether nothing that is known of a transaction says that it
// does not pay the intent.
func (s *Service) couldPay(tx *sqldb.Tx, n *Network, i Intent, txHash string) (bool, error) {
	known, err := transfers(tx, selectByTx, txHash, n.chainKey())
	if err != nil || len(known) == 0 {
		return true, err
	}
	address, err := s.Users.AddressOf(tx, i.UserID)
	return canServe(known, i, address), err
}

// canServe asks whether one of a transaction's transfers pays, or paid, the
// intent.
func canServe(known []Transfer, i Intent, address string) bool {
	for _, t := range known {
		isFree := t.State == Seen || t.State == Gone || t.State == Final
		if t.Sender == address && t.Token == i.Token && i.countsBlock(t.BlockTime) && (isFree || t.IntentNo == i.No) {
			return true
		}
	}
	return false
}

// intentOf is a user's intent; another user's does not exist.
func (s *intents) intentOf(tx sqldb.Command, userID, intentNo string) (Intent, error) {
	i, err := s.Intent(tx, intentNo)
	if err == nil && i.UserID != userID {
		err = fault.NotFound
	}
	if err != nil {
		return Intent{}, err
	}
	return i, nil
}

// ProgressOf is how far the payment of a user's intent has come.
func (s *Service) ProgressOf(tx *sqldb.Tx, c httpapi.Caller, intentNo string) (Progress, error) {
	i, err := s.Intents.intentOf(tx, c.UserID, intentNo)
	if err != nil {
		return Progress{}, err
	}
	return s.progress(tx, i, c.Language)
}

func (s *Service) progress(tx *sqldb.Tx, i Intent, language httpapi.Language) (Progress, error) {
	tips, err := readTips(tx)
	if err != nil {
		return Progress{}, err
	}
	isStopped, err := s.isStopped(tx)
	if err != nil {
		return Progress{}, err
	}
	list, err := s.transfersOf(tx, i)
	if err != nil {
		return Progress{}, err
	}
	item, err := s.Intents.handlers[i.Purpose].Item(tx, i, language)
	if err != nil {
		return Progress{}, err
	}
	p := Progress{IntentNo: i.No, Purpose: i.Purpose, Item: item, Credited: i.Paid, Amount: i.Amount, Currency: i.Asset,
		PayAddress: i.PayAddress, Network: i.Network, Token: i.Token,
		CreatedAt: i.CreatedAt, ExpireAt: i.ExpireAt, ServerTime: tx.Now(), Transfers: s.receipts(list, tips)}
	if n := s.networkNamed(i.Network); n != nil {
		p.RequiredConfirmations, p.PauseReason = n.Confirmations, s.pauseOf(n, tips[n.chainKey()].isHalted, isStopped)
		p.CreditingPaused = p.PauseReason != ""
		if p.TxHash, err = s.submitted(tx, n, i); err != nil {
			return Progress{}, err
		}
	}
	onTheWay := money.Amount(0)
	for _, t := range list {
		if t.State == Seen || t.State == Final {
			onTheWay += t.Amount
		}
	}
	p.Rest = max(0, i.Amount-i.Paid-onTheWay)
	if len(list) > 0 {
		p.Confirmations, p.TxHash = tips.confirmations(list[0]), list[0].TxHash
	}
	p.State = stepOf(i, onTheWay > 0, p.TxHash != "", tx.Now())
	return p, nil
}

// submitted is the transaction last named for an intent, unless the chain has
// shown meanwhile that it cannot be.
func (s *Service) submitted(tx *sqldb.Tx, n *Network, i Intent) (txHash string, err error) {
	named, err := tx.QueryOne(sqldb.Dest(&txHash), selectSubmitted, i.No)
	if err != nil || !named {
		return "", err
	}
	matches, err := s.couldPay(tx, n, i, txHash)
	if err != nil || !matches {
		return "", err
	}
	return txHash, nil
}

// stepOf is an intent's state, told apart further while it is open.
func stepOf(i Intent, isOnTheWay, isSubmitted bool, now time.Time) string {
	switch {
	case i.State != StateOpen:
		return string(i.State)
	case isOnTheWay:
		return StepConfirming
	case now.After(i.ExpireAt):
		return StepClosing
	case i.Paid > 0:
		return StepPart
	case isSubmitted:
		return StepSubmitted
	}
	return StepAwaiting
}

// transfersOf lists an intent's transfers, newest first: those that count, and
// while it is open those on their way that will.
func (s *Service) transfersOf(tx *sqldb.Tx, i Intent) ([]Transfer, error) {
	counted, err := transfers(tx, selectForIntent, i.No, listMax)
	if err != nil || i.State != StateOpen {
		return counted, err
	}
	address, err := s.Users.AddressOf(tx, i.UserID)
	if err != nil {
		return nil, err
	}
	pending, err := transfers(tx, selectPending, address, tx.Now(), listMax)
	if err != nil {
		return nil, err
	}
	var list []Transfer
	for _, t := range pending {
		if (t.State == Seen || t.State == Final) && t.Token == i.Token && i.countsBlock(t.BlockTime) {
			list = append(list, t)
		}
	}
	return append(list, counted...), nil
}

// TopUpInfo is where a user sends deposits and what is on its way.
func (s *Service) TopUpInfo(tx *sqldb.Tx, userID string) (TopUpInfo, error) {
	address, err := s.Users.AddressOf(tx, userID)
	if err != nil {
		return TopUpInfo{}, err
	}
	tips, err := readTips(tx)
	if err != nil {
		return TopUpInfo{}, err
	}
	isStopped, err := s.isStopped(tx)
	if err != nil {
		return TopUpInfo{}, err
	}
	owner, _, err := s.Users.ByAddress(tx, address)
	if err != nil {
		return TopUpInfo{}, err
	}
	leasts := make(map[money.Asset]money.Amount)
	for _, n := range s.networks {
		for _, token := range n.Tokens {
			if leasts[token.Asset], err = leastDeposit(tx, token.Asset); err != nil {
				return TopUpInfo{}, err
			}
		}
	}
	info := TopUpInfo{Networks: s.networkInfos(tips, owner, leasts, isStopped), ClaimPhrase: s.ClaimPhrase(address, address), ServerTime: tx.Now()}
	pending, err := transfers(tx, selectPending, address, tx.Now().Add(-goneShown), listMax)
	if err != nil {
		return TopUpInfo{}, err
	}
	recent, err := transfers(tx, selectRecent, userID, listMax)
	if err != nil {
		return TopUpInfo{}, err
	}
	claimable, err := transfers(tx, selectSuspense, address, listMax)
	if err != nil {
		return TopUpInfo{}, err
	}
	info.Pending, info.Recent, info.Claimable = s.receipts(pending, tips), s.receipts(recent, tips), s.receipts(claimable, tips)
	return info, nil
}

// networkInfos are the networks by which a wallet's deposits are credited.
func (s *Service) networkInfos(tips tips, owner Owner, leasts map[money.Asset]money.Amount, isStopped bool) []NetworkInfo {
	list := make([]NetworkInfo, 0, len(s.networks))
	for _, n := range s.networks {
		if !owner.isOn(n.ChainID) {
			continue
		}
		info := NetworkInfo{Network: n.Name, ChainID: n.ChainID, Address: n.Treasury.Hex(), Statement: AddressStatement(s.Host, *n),
			Signature: n.AddressSignature, Confirmations: n.Confirmations, PauseReason: s.pauseOf(n, tips[n.chainKey()].isHalted, isStopped), Tokens: []TokenInfo{}}
		info.CreditingPaused = info.PauseReason != ""
		for _, token := range n.Tokens {
			info.Tokens = append(info.Tokens, TokenInfo{token.Asset, token.Contract.Hex(), token.Decimals, leasts[token.Asset]})
		}
		list = append(list, info)
	}
	return list
}

// Receipts show transfers to their sender, without their confirmations.
func (s *Service) Receipts(list []Transfer) []Receipt { return s.receipts(list, nil) }

// receipts shows transfers to their sender; tips may be nil.
func (s *Service) receipts(list []Transfer, tips tips) []Receipt {
	shown := make([]Receipt, 0, len(list))
	for _, t := range list {
		r := Receipt{TxHash: t.TxHash, Currency: t.Asset, Amount: t.Amount, Remainder: t.Remainder, State: string(t.State), Reason: t.Reason,
			Confirmations: tips.confirmations(t), IntentNo: t.IntentNo, BlockTime: t.BlockTime}
		if t.State == Seen {
			r.State = StepConfirming
		}
		if !t.SettledAt.IsZero() {
			r.SettledAt = &t.SettledAt
		}
		if n, err := s.networkOf(uint64(t.ChainID)); err == nil {
			r.Network = n.Name
		}
		shown = append(shown, r)
	}
	return shown
}

// tips are the newest blocks read, by chain.
type tips map[int64]tip

type tip struct {
	number   int64
	isHalted bool
}

func readTips(tx *sqldb.Tx) (tips, error) {
	list := make(tips)
	err := tx.Query(func(row *sqldb.Row) error {
		var chainID int64
		var one tip
		var halt string
		err := row.Scan(&chainID, &one.number, &halt)
		one.isHalted = halt != ""
		list[chainID] = one
		return err
	}, selectTips)
	return list, err
}

// confirmations counts a transfer's block as the first.
func (list tips) confirmations(t Transfer) int64 {
	newest, known := list[t.ChainID]
	if !known || t.State == Gone {
		return 0
	}
	return max(0, newest.number-t.BlockNumber+1)
}

func (s *shared) networkNamed(name string) *Network {
	for _, n := range s.networks {
		if n.Name == name {
			return n
		}
	}
	return nil
}
