package withdrawal

import (
	"slices"
	"time"

	"etld/internal/base/fault"
	"etld/internal/core/payout"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// records lists the caller's withdrawals.
func (s *Service) records(tx *sqldb.Tx, c httpapi.Caller, in RecordsIn) (out httpapi.List[RecordRow], err error) {
	var list []Withdrawal
	if in.WithdrawNo != "" {
		w, err := s.find(tx, string(in.WithdrawNo))
		if err == nil && (w.UserID != c.UserID || (in.Status != "" && w.Status != in.Status)) {
			err = fault.NotFound
		}
		if err != nil {
			return out, err
		}
		list = []Withdrawal{w}
	} else {
		position, err := in.After(listName, 1)
		if err != nil {
			return out, err
		}
		before := lastID
		if position != nil {
			before = position[0]
		}
		if list, err = withdrawals(tx, selectMine, c.UserID, before, string(in.Status), in.Limit()); err != nil {
			return out, err
		}
	}
	rows := make([]RecordRow, len(list))
	for i, w := range list {
		if rows[i], err = s.recordRow(tx, c.Language, w); err != nil {
			return out, err
		}
	}
	return httpapi.NewList(in.Page, listName, rows, func(r RecordRow) []string { return []string{r.WithdrawNo} }), nil
}

func (s *Service) recordRow(tx *sqldb.Tx, language httpapi.Language, w Withdrawal) (RecordRow, error) {
	p, _, err := s.payouts.Find(tx, w.ID)
	if err != nil {
		return RecordRow{}, err
	}
	row := RecordRow{WithdrawNo: w.ID, Currency: w.Asset, Network: w.Network, Quantity: w.Quantity, Fee: w.Fee, Arrival: w.Arrival,
		Address: user.Mask(w.Address.Hex()), Status: w.Status, PayoutState: string(p.State), TxHash: p.TxHash,
		Cancellable: w.Status.mayBecome(Cancelled), ReviewBy: w.ReviewBy, Overdue: isOverdue(w, tx.Now()), CreatedAt: w.CreatedAt}
	if base := s.explorers[w.Network]; base != "" && row.TxHash != "" {
		row.Explorer = base + row.TxHash
	}
	if w.Reason != "" {
		row.Reason = &Reason{Code: w.Reason, Text: s.texts.reason(language, w.Reason), Note: w.Note}
	}
	row.EndedAt = optional(w.EndedAt)
	next := nextOf(w, p, tx.Now())
	row.NextStep = NextStep{Code: next.code, Text: s.texts.next(language, next.code, next.at), At: optional(next.at)}
	row.Timeline, err = s.timeline(tx, language, w)
	return row, err
}

func optional(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

// timeline is a withdrawal's own history with its payout's between, oldest first.
func (s *Service) timeline(tx *sqldb.Tx, language httpapi.Language, w Withdrawal) ([]Step, error) {
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
	paid, err := s.payouts.History(tx, w.ID)
	if err != nil {
		return nil, err
	}
	return merge(steps, s.payoutSteps(language, paid), w.TxHash), nil
}

func (s *Service) payoutSteps(language httpapi.Language, list []payout.Event) []Step {
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
