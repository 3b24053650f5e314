package payout

import (
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// jobParked is the name by which operators find parked payouts.
const jobParked = "payout"

// notParked is the condition of the payouts that are not parked.
var notParked = jobs.NotParked(jobParked, "payout_payout.withdrawal_id")

func parkedItem(withdrawalID string) jobs.Item {
	return jobs.Item{Job: jobParked, Subject: withdrawalID}
}

func unpark(tx *sqldb.Tx, p Payout) error {
	_, err := jobs.Unpark(tx, parkedItem(p.WithdrawalID))
	return err
}

var (
	// Parked payouts come last. Somebody may have ordered many payouts to a contract
	// that takes none, or says neither yes nor no.
	selectHead   = payoutTable.Select("WHERE network = $1 AND asset = $2 AND state = 'queued' AND retry_at <= $3 AND " + notParked + queueOrder)
	selectParked = payoutTable.Select("WHERE network = $1 AND asset = $2 AND state = 'queued' AND " + jobs.IsDue(jobParked, "withdrawal_id", "$3") + queueOrder)
)

// firstOf is the first payout of a coin's queue, if there is one.
func firstOf(tx *sqldb.Tx, network string, coin Coin) (first head, found bool, err error) {
	for _, query := range []string{selectHead, selectParked} {
		list, err := payouts(tx, query, network, coin.Asset, tx.Now())
		if err != nil {
			return first, false, err
		}
		if len(list) > 0 {
			return head{payout: list[0], coin: coin, isParked: query == selectParked}, true, nil
		}
	}
	return first, false, nil
}

// parkedLast is 1 for a parked payout, which comes after all others, else 0.
func (h head) parkedLast() int {
	if h.isParked {
		return 1
	}
	return 0
}
