package checklist

import (
	"strings"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/emergency"
	"etld/internal/infra/sqldb"
)

const (
	// beaconAge is how old the newest round of the beacon may be.
	beaconAge = time.Minute
	// databaseOff is how far the database's clock may be off: machines that are set by the
	// network's time are within a few milliseconds.
	databaseOff = 2 * time.Second
	// headAhead is how far the newest block's time may be ahead of the platform's, from which
	// the times of statements and rounds depend on it: whoever makes blocks has seconds too.
	headAhead = 30 * time.Second
)

func (s Sources) keys(*sqldb.Tx) (lacking, error) {
	switch {
	case !s.HasOperatorKey:
		return lacking{lack: OperatorKey}, nil
	case !s.HasPersonalKey:
		return lacking{lack: PersonalKey}, nil
	}
	return lacking{}, nil
}

func (s Sources) database(*sqldb.Tx) (lacking, error) {
	if s.Database().MayForget {
		return lacking{lack: Standby}, nil
	}
	return lacking{}, nil
}

// clock holds the machine's clock to the database's, and the platform's to the chains'
// blocks: one that is behind has heard of a block from its own future.
func (s Sources) clock(tx *sqldb.Tx) (lacking, error) {
	if off := s.Database().ClockAhead; off.Abs() > databaseOff {
		return lacking{lack: DatabaseClock, of: off.Abs().Round(time.Second).String()}, nil
	}
	for _, n := range s.Networks {
		if n.Status != nil && n.Status().HeadAt.Sub(tx.Now()) > headAhead {
			return lacking{lack: ChainClock, of: n.Name}, nil
		}
	}
	return lacking{}, nil
}

// stopped names every part that stands still, with the reason that users read of the first.
func stopped(tx *sqldb.Tx) (l lacking, err error) {
	active, err := emergency.Active(tx)
	var parts []string
	for _, stop := range active {
		parts = append(parts, string(stop.Part))
	}
	if len(parts) > 0 {
		l = lacking{lack: Stopped, of: strings.Join(parts, ", "), cause: active[0].Reason}
	}
	return l, err
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
		if halt == "" && n.Status != nil {
			if status := n.Status(); !status.State.IsCrediting() {
				halt = string(status.State) + ": " + status.Reason
			}
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
	return lacking{lack: EthPrice, cause: string(q.Reason)}, nil
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
			return lacking{lack: PayoutsStopped, of: w.Network, cause: string(w.Breaker)}, nil
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
