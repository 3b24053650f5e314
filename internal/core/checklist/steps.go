package checklist

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

// beaconAge is how old the newest round of the beacon may be.
const beaconAge = time.Minute

func (s Sources) keys(*sqldb.Tx) (lacking, error) {
	switch {
	case !s.HasOperatorKey:
		return lacking{lack: OperatorKey}, nil
	case !s.HasPersonalKey:
		return lacking{lack: PersonalKey}, nil
	}
	return lacking{}, nil
}

func (s Sources) treasury(*sqldb.Tx) (lacking, error) {
	for _, n := range s.Networks {
		if n.Signature == "" {
			return lacking{lack: Signature, of: n.Name}, nil
		}
	}
	if len(s.Networks) == 0 {
		return lacking{lack: NoNetwork}, nil
	}
	return lacking{}, nil
}

func (s Sources) chain(tx *sqldb.Tx) (lacking, error) {
	for _, n := range s.Networks {
		halt, err := n.Halt(tx)
		if err != nil {
			return lacking{}, err
		}
		if status := n.Status(); halt == "" && !status.State.IsCrediting() {
			halt = string(status.State) + ": " + status.Reason
		}
		if halt != "" {
			return lacking{lack: Reading, of: n.Name, cause: halt}, nil
		}
	}
	if len(s.Networks) == 0 {
		return lacking{lack: NoNetwork}, nil
	}
	return lacking{}, nil
}

func (s Sources) feeds(tx *sqldb.Tx) (lacking, error) {
	q, err := s.EthPrice(tx)
	if err != nil || q.Usable() {
		return lacking{}, err
	}
	return lacking{lack: EthPrice, cause: q.Reason}, nil
}

func (s Sources) beacon(tx *sqldb.Tx) (lacking, error) {
	if newest, seenAt := s.Beacon(); newest == 0 || tx.Now().Sub(seenAt) > beaconAge {
		return lacking{lack: NoBeacon}, nil
	}
	return lacking{}, nil
}

func (s Sources) wallets(tx *sqldb.Tx) (lacking, error) {
	list, err := s.Wallets(tx)
	if err != nil {
		return lacking{}, err
	}
	for _, w := range list {
		switch {
		case w.Breaker != "":
			return lacking{lack: PayoutsStopped, of: w.Network, cause: w.Breaker}, nil
		case w.GasLasts <= 0:
			return lacking{lack: Gas, of: w.Address}, nil
		}
	}
	if len(list) == 0 {
		return lacking{lack: NoWallet}, nil
	}
	return lacking{}, nil
}

// pooled are what interest and a machine's output are promised from.
var pooled = []ledger.Account{ledger.House(ledger.InterestFree, money.USDT), ledger.House(ledger.Emission, money.ETLD)}

func (s Sources) pools(tx *sqldb.Tx) (lacking, error) {
	for _, pool := range pooled {
		balance, err := s.Books.Balance(tx, pool)
		if err != nil || balance <= 0 {
			return lacking{lack: Pool, of: string(pool.Asset)}, err
		}
	}
	return lacking{}, nil
}

// enough wants a statement to count at least so much.
func enough(lack Lack, statement string, least int64) func(tx *sqldb.Tx) (lacking, error) {
	return func(tx *sqldb.Tx) (lacking, error) {
		var n int64
		_, err := tx.QueryOne(sqldb.Dest(&n), statement)
		if n < least {
			return lacking{lack: lack}, err
		}
		return lacking{}, err
	}
}

// These statements read what other parts keep; the list names their tables, in reads
// alone. Each table is small, or is read up to its first row.
const (
	countAdministrators = `SELECT COUNT(*) FROM operator_staff WHERE roles LIKE '%administrator%' AND is_active = 1 AND totp_confirmed = 1`
	countFinance        = `SELECT COUNT(*) FROM (SELECT 1 WHERE EXISTS (SELECT 1 FROM operator_staff WHERE roles LIKE '%finance_maker%' AND is_active = 1)
		UNION ALL SELECT 1 WHERE EXISTS (SELECT 1 FROM operator_staff WHERE roles LIKE '%finance_checker%' AND is_active = 1)) AS roles`
	countOnSale = `SELECT COUNT(*) FROM machine_product p JOIN checkout_stock s ON s.id = 'machine|' || p.id
		WHERE p.on_sale = 1 AND s.rest > 0`
	countCredited = `SELECT COUNT(*) FROM (SELECT 1 FROM payment_transfer WHERE state = 'credited' LIMIT 1) AS first`
	countMachines = `SELECT COUNT(*) FROM (SELECT 1 FROM machine_machine LIMIT 1) AS first`
)
