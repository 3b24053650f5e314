package desk

import (
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/infra/sqldb"
)

const (
	selectOdd = `SELECT p.withdrawal_id, p.state, p.proof, COALESCE(SUM(CASE WHEN s.state = 'open' THEN 1 ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN s.state = 'paid' THEN 1 ELSE 0 END), 0)
		FROM payout_payout p LEFT JOIN payout_slot s ON s.purpose = 'payout' AND s.reference = p.withdrawal_id
		GROUP BY p.withdrawal_id, p.state, p.proof`
	selectGaps = `SELECT a.network, a.nonce FROM payout_slot a JOIN payout_attempt t ON t.slot_id = a.id AND t.raw = ''
		WHERE EXISTS (SELECT 1 FROM payout_slot b WHERE b.network = a.network AND b.address = a.address AND b.nonce > a.nonce) AND t.number = 1`
)

// Check holds the rows to each other: a payout is final exactly when one slot of
// it was paid, has a proof only while no slot is open, and no nonce above an
// unsigned one was given out.
func Check(tx *sqldb.Tx) ([]ledger.Violation, error) {
	var found ledger.Findings
	err := tx.Query(func(row *sqldb.Row) error {
		var id string
		var state payout.State
		var proof payout.Proof
		var open, paid int64
		if err := row.Scan(&id, &state, &proof, &open, &paid); err != nil {
			return err
		}
		isRight := (state == payout.Final) == (paid == 1) && paid+open <= 1 && (proof == payout.NoProof || open+paid == 0)
		switch state {
		case payout.Broadcast, payout.Unknown, payout.Mined:
			isRight = isRight && open == 1
		case payout.Failed:
			isRight = isRight && proof != payout.NoProof
		case payout.Queued, payout.Final, payout.NeedsAttention:
		}
		if !isRight {
			found.Add("payout", "payout %s is %s (proof %q) with %d open and %d paid slots", id, state, proof, open, paid)
		}
		return nil
	}, selectOdd)
	if err != nil {
		return nil, err
	}
	err = tx.Query(func(row *sqldb.Row) error {
		var network string
		var nonce int64
		err := row.Scan(&network, &nonce)
		found.Add("payout", "nonce %d of %s is unsigned below others", nonce, network)
		return err
	}, selectGaps)
	return found, err
}
