package payment

import (
	"slices"
	"time"

	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// usualOf is how many of a chain's newest credited transfers the usual time is of.
const usualOf = 21

const selectTimes = `SELECT seen_at, settled_at FROM payment_transfer WHERE chain_id = $1 AND state = 'credited' ORDER BY settled_at DESC LIMIT $2`

// UnderWay is what of a user's money is on its way to us.
type UnderWay struct {
	// Payment is the open one, or nil.
	Payment *Progress
	// TopUps are the other transfers that a chain has and the books do not.
	TopUps []Receipt
	// Paces are by the network's name.
	Paces map[string]Pace
}

// Pace is what a transfer on a network waits for.
type Pace struct {
	Confirmations int
	// UsualMinutes is how long it took lately until a transfer was credited; null while none was.
	UsualMinutes *int64
}

// UnderWay reads what of the caller's money is on its way.
func (s *Service) UnderWay(tx *sqldb.Tx, c httpapi.Caller) (UnderWay, error) {
	address, err := s.Users.AddressOf(tx, c.UserID)
	if err != nil {
		return UnderWay{}, err
	}
	u := UnderWay{Paces: make(map[string]Pace)}
	if u.Payment, err = s.openPayment(tx, c); err != nil {
		return UnderWay{}, err
	}
	pending, err := transfers(tx, selectPending, address, tx.Now(), listMax)
	if err != nil {
		return UnderWay{}, err
	}
	tips, err := readTips(tx)
	if err != nil {
		return UnderWay{}, err
	}
	for _, r := range s.receipts(pending, tips) {
		isOfPayment := func(t Receipt) bool { return t.TxHash == r.TxHash }
		if r.State != string(Gone) && (u.Payment == nil || !slices.ContainsFunc(u.Payment.Transfers, isOfPayment)) {
			u.TopUps = append(u.TopUps, r)
		}
	}
	if u.Payment == nil && len(u.TopUps) == 0 {
		return u, nil
	}
	for _, n := range s.networks {
		usual, err := usualMinutes(tx, n.chainKey())
		if err != nil {
			return UnderWay{}, err
		}
		u.Paces[n.Name] = Pace{n.Confirmations, usual}
	}
	return u, nil
}

// openPayment is the caller's open payment, or nil.
func (s *Service) openPayment(tx *sqldb.Tx, c httpapi.Caller) (*Progress, error) {
	i, isOpen, err := s.store.openOf(tx, c.UserID)
	if err != nil || !isOpen {
		return nil, err
	}
	p, err := s.progress(tx, i, c.Language)
	return &p, err
}

// usualMinutes is the median from when a transfer was seen until it was credited.
func usualMinutes(tx *sqldb.Tx, chainKey int64) (*int64, error) {
	var took []time.Duration
	err := tx.Query(func(row *sqldb.Row) error {
		var seen, settled time.Time
		err := row.Scan(&seen, &settled)
		took = append(took, settled.Sub(seen))
		return err
	}, selectTimes, chainKey, usualOf)
	if err != nil || len(took) == 0 {
		return nil, err
	}
	slices.Sort(took)
	minutes := max(1, int64((took[len(took)/2]+time.Minute-1)/time.Minute))
	return &minutes, nil
}
