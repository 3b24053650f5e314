package withdrawal

import (
	"slices"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/user"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// medianOf is how many of the newest confirmed withdrawals the usual time is of.
const medianOf = 101

// config shows every offer; one that is not open says why.
func (s *Service) config(tx *sqldb.Tx, c httpapi.Caller, in ConfigIn) (out ConfigOut, err error) {
	person, err := user.Find(tx, c.UserID)
	if err != nil {
		return out, err
	}
	kind, err := s.Wallets.Kind(tx, person.Address)
	if err != nil {
		return out, err
	}
	l, err := terms.CurrentLimits(tx)
	if err != nil {
		return out, err
	}
	out = ConfigOut{Networks: []NetworkRow{}, Address: person.Address, StatementPhrase: signer.StatementPhrase(s.Host), ReviewHours: int64(l.ReviewTime / time.Hour),
		AutomaticMax: l.WorthAutomatic, LockHours: int64(l.GameLock / time.Hour), RequestsMost: requestsMost, ServerTime: tx.Now()}
	now, err := s.door.pauses(tx)
	if err != nil {
		return out, err
	}
	for _, o := range terms.Offers() {
		if in.Currency != "" && in.Currency != o.Asset {
			continue
		}
		closed, err := s.door.closure(o, kind, now)
		if err != nil {
			return out, err
		}
		row, err := s.networkRow(tx, c, o, closed, in.Quantity)
		if err != nil {
			return out, err
		}
		out.Networks = append(out.Networks, row)
	}
	return out, nil
}

func (s *Service) networkRow(tx *sqldb.Tx, c httpapi.Caller, o terms.Offer, closed string, quantity money.Amount) (NetworkRow, error) {
	t, r, err := s.door.roomOf(tx, c.UserID, o)
	if err != nil {
		return NetworkRow{}, err
	}
	row := NetworkRow{Currency: o.Asset, Network: o.Network, Fee: t.Fee, Min: t.Min, MaxRequest: t.MaxRequest, DayRest: r.DayRest,
		Available: r.Available, Maximum: t.Maximum(r.Available, r.DayRest), Decimals: o.Decimals, Enabled: closed == "", Reason: closed}
	if closed != "" {
		row.ReasonText = s.texts.closed(c.Language, closed)
	}
	if row.MedianMinutes, err = medianMinutes(tx, o.Asset, o.Network); err != nil || quantity == 0 {
		return row, err
	}
	if arrival := t.Arrival(quantity); arrival > 0 {
		row.Arrival = &arrival
	}
	row.Problem, err = s.problem(c.Language, s.judge(o, t, r, closed, quantity))
	return row, err
}

// judge is what a request of the quantity would be refused with, but for the statement.
func (s *Service) judge(o terms.Offer, t terms.Terms, r terms.Room, closed string, quantity money.Amount) error {
	if err := s.door.refuseClosed(closed, o.Asset); err != nil {
		return err
	}
	if err := t.Refuse(o.Asset, quantity, r); err != nil {
		return err
	}
	return s.checkAmount(Withdrawal{Asset: o.Asset, Network: o.Network, Arrival: t.Arrival(quantity)})
}

// problem shows a refusal; other errors stay errors.
func (s *Service) problem(language httpapi.Language, err error) (*Problem, error) {
	f, isRefusal := fault.As(err)
	if err == nil || !isRefusal {
		return nil, err
	}
	p := &Problem{Code: f.Code, Message: s.messages.Message(language, f), Data: map[string]string{}}
	for _, name := range []string{"min", "max", "currency", "reason", "field"} {
		if value, isGiven := f.Params[name]; isGiven {
			p.Data[name] = value
		}
	}
	return p, nil
}

// medianMinutes is how long withdrawals took lately; null while none was confirmed.
func medianMinutes(tx *sqldb.Tx, asset money.Asset, network string) (*int64, error) {
	var took []time.Duration
	err := tx.Query(func(row *sqldb.Row) error {
		var from, to time.Time
		err := row.Scan(&from, &to)
		took = append(took, to.Sub(from))
		return err
	}, selectDurations, asset, network, medianOf)
	if err != nil || len(took) == 0 {
		return nil, err
	}
	slices.Sort(took)
	middle := took[len(took)/2]
	minutes := int64((middle + time.Minute - 1) / time.Minute)
	return &minutes, nil
}
