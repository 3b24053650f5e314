package withdrawal

import (
	"errors"
	"slices"

	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/core/payout"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// records lists the caller's withdrawals, or the one that is asked for.
func (s *Service) records(tx *sqldb.Tx, c httpapi.Caller, in RecordsIn) (httpapi.List[RecordRow], error) {
	if in.WithdrawNo != "" {
		in.Cursor = ""
	}
	return httpapi.Ordered[Withdrawal, RecordRow]{Name: listName, First: entropy.LastID, ID: func(w Withdrawal) string { return w.ID },
		Read: func(before string, limit int) ([]Withdrawal, error) {
			list, err := s.recordsOf(tx, c.UserID, in, before, limit)
			if err != nil {
				return nil, err
			}
			return list, s.load(tx, list)
		},
		Row: func(w Withdrawal) (RecordRow, error) { return s.recordRow(tx, c.Language, w) }}.Page(in.Page)
}

// recordsOf are a user's withdrawals before one, or the one that is asked for.
func (s *Service) recordsOf(tx *sqldb.Tx, userID string, in RecordsIn, before string, limit int) ([]Withdrawal, error) {
	if in.WithdrawNo == "" {
		return withdrawals(tx, selectMine, userID, before, string(in.Status), limit)
	}
	w, err := s.Changes.find(tx, string(in.WithdrawNo))
	if err == nil && (w.UserID != userID || (in.Status != "" && w.Status != in.Status)) {
		err = fault.NotFound
	}
	return []Withdrawal{w}, err
}

// load fetches at once what the rows of some withdrawals show.
func (s *Service) load(tx sqldb.Command, list []Withdrawal) error {
	ids := each.Of(list, func(w Withdrawal) string { return w.ID })
	return errors.Join(s.store.events.Load(tx, ids), s.Payouts.Orders.Load(tx, ids))
}

func (s *Service) recordRow(tx sqldb.Command, language httpapi.Language, w Withdrawal) (RecordRow, error) {
	p, _, err := s.Payouts.Orders.Find(tx, w.ID)
	if err != nil {
		return RecordRow{}, err
	}
	row := RecordRow{WithdrawNo: w.ID, Currency: w.Asset, Network: w.Network, Quantity: w.Quantity, Fee: w.Fee, Arrival: w.Arrival,
		Address: user.Mask(w.Address.Hex()), Status: w.Status, PayoutState: p.State, TxHash: p.TxHash,
		Cancellable: w.Status.mayBecome(Cancelled), ReviewBy: w.ReviewBy, Overdue: isOverdue(w, tx.Now()), CreatedAt: w.CreatedAt}
	if base := s.Explorers[w.Network]; base != "" && row.TxHash != "" {
		row.Explorer = base + row.TxHash
	}
	if w.Reason != "" {
		row.Reason = &Reason{Code: w.Reason, Text: s.texts.reason(language, w.Reason), Note: w.Note}
	}
	row.EndedAt = httpapi.OrNull(w.EndedAt)
	halted, err := s.halted(tx, w.Network)
	if err != nil {
		return row, err
	}
	next := nextOf(w, p, halted, tx.Now())
	row.NextStep = NextStep{Code: next.code, Text: s.texts.next(language, next.code, next.at), At: httpapi.OrNull(next.at)}
	row.Timeline, err = s.timeline(tx, language, w)
	return row, err
}

// timeline is a withdrawal's own history with its payout's between, oldest first.
func (s *Service) timeline(tx sqldb.Command, language httpapi.Language, w Withdrawal) ([]Step, error) {
	own, err := s.store.history(tx, w.ID)
	if err != nil {
		return nil, err
	}
	steps := make([]Step, 0, len(own))
	for _, e := range own {
		steps = append(steps, Step{Code: e.code, Text: s.texts.step(language, e.code), Status: e.status, Actor: e.actor, At: e.at})
	}
	if w.Status.mayBecome(Cancelled) || w.Status == Cancelled {
		return steps, nil
	}
	paid, err := s.Payouts.Orders.History(tx, w.ID)
	if err != nil {
		return nil, err
	}
	return merge(steps, s.payoutSteps(language, paid), w.TxHash), nil
}

func (s *Service) payoutSteps(language httpapi.Language, list []payout.Step) []Step {
	var steps []Step
	for _, e := range list {
		code := stepOf(e)
		if code == "" {
			continue
		}
		steps = append(steps, Step{Code: code, Text: s.texts.step(language, code), Status: Approved, Actor: actorPlatform, At: e.At, TxHash: e.TxHash})
	}
	return steps
}

// merge puts the payout's steps after the approval and before the end, whatever
// their times: an end has the time of the payout's last step.
func merge(own, paid []Step, txHash string) []Step {
	end := len(own)
	if end > 0 && !own[end-1].Status.isOpen() {
		end--
	}
	if end < len(own) && own[end].Code == stepConfirmed {
		own[end].TxHash = txHash
	}
	return slices.Concat(own[:end], paid, own[end:])
}
