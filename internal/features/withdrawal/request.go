package withdrawal

import (
	"errors"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/core/user"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/meter"
	"etld/internal/infra/sqldb"
)

// requestsMost in requestsWithin, cancelled ones included: what each leaves only grows.
const (
	requestsMost   = 60
	requestsWithin = 24 * time.Hour
)

// Request is a withdrawal that a user asks for.
type Request struct {
	UserID, RequestID string
	Currency          money.Asset
	Network           string
	Quantity          money.Amount
	Message           string
	Signature         string
}

// Request takes a withdrawal: it reserves the money and has it approved, or opens a
// review. It refuses as faults.go lists, and with fault.TooMany. It runs in a db.Update.
func (s *Service) Request(tx *sqldb.Tx, request Request) (Withdrawal, error) {
	o, found := terms.Find(request.Currency, request.Network)
	if !found {
		return Withdrawal{}, ErrNetwork.With("currency", string(request.Currency)).With("reason", closedNotConnected)
	}
	f, err := s.door.factsOf(tx, o, request)
	if err != nil {
		return Withdrawal{}, err
	}
	w, err := s.admit(f, o, request)
	if err != nil {
		return Withdrawal{}, err
	}
	if w, err = s.reserve(tx, w); err != nil {
		return Withdrawal{}, err
	}
	if w.CheckedAt.IsZero() {
		return w, s.Changes.notifyUser(tx, w, noticeRequested)
	}
	w.Approvals, w.Cause = f.limits.Decide(f.inputs.With(w.taken()))
	if w.Approvals == terms.ReviewersNone {
		return s.Changes.approve(tx, w, approver{actor: actorPlatform})
	}
	if w, err = s.reviews.openReview(tx, w); err != nil {
		return w, s.Changes.asFailure(w, err)
	}
	return w, s.Changes.notifyUser(tx, w, noticeRequested)
}

// admit makes a withdrawal of a request, or refuses it: the offer, the quantity, what
// the token can represent, the statement.
func (s *Service) admit(f facts, o terms.Offer, request Request) (Withdrawal, error) {
	if err := s.judge(o, f.terms, f.room, f.closed, request.Quantity); err != nil {
		return Withdrawal{}, err
	}
	if f.askAgainAt.After(f.now) {
		return Withdrawal{}, meter.TooMany(f.askAgainAt.Sub(f.now))
	}
	w := Withdrawal{UserID: request.UserID, Asset: o.Asset, Network: o.Network, Quantity: request.Quantity, Fee: f.terms.Fee, Arrival: f.terms.Arrival(request.Quantity),
		Address: f.address, RequestID: request.RequestID, Statement: signer.Statement{Text: request.Message, Signature: request.Signature},
		SignedAt: f.said.At, Wallet: walletsig.KindPlain, Status: Pending, ReviewBy: f.now.Add(f.limits.ReviewTime), CreatedAt: f.now}
	switch {
	case f.isUsed:
		return w, ErrUsed
	case f.misfit != nil:
		return w, f.misfit
	case isSignedByPlain(w.Address, w.Statement.Text, w.Statement.Signature):
		w.CheckedAt = f.now
	case f.kind == walletsig.KindContract:
		// Its signature is judged later, by a job.
		w.Wallet = walletsig.KindContract
	default:
		return w, ErrSignature
	}
	if !isFresh(f.said.At, f.now) {
		return w, ErrExpired
	}
	if f.price > 0 {
		w.Worth, w.IsPriced = terms.WorthAt(w.Quantity, f.price), true
	}
	return w, nil
}

// checkAmount refuses what the token cannot represent.
func (s *Service) checkAmount(w Withdrawal) error {
	_, err := s.Payouts.Orders.Subject(w.order())
	if errors.Is(err, payout.ErrAmount) {
		err = fault.Invalid("quantity")
	}
	return err
}

// reserve takes the money out of the balance and stores the withdrawal.
func (s *Service) reserve(tx sqldb.Command, w Withdrawal) (Withdrawal, error) {
	w.ID = s.ids.ID(s.Chance, tx.Now())
	from, to := ledger.AvailableOf(w.UserID, w.Asset), reserved(w.UserID, w.Asset)
	transfers := []ledger.Transfer{{Type: ledger.InternalTransfer, SubType: ledger.WithdrawalHold, Debit: from, Credit: to, Amount: w.Arrival}}
	if w.Fee > 0 {
		transfers = append(transfers, ledger.Transfer{Type: ledger.HandlingFee, Debit: from, Credit: to, Amount: w.Fee})
	}
	_, err := s.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefWithdrawal, RefID: w.ID, Transfers: transfers})
	if _, isShort := errors.AsType[*ledger.InsufficientError](err); isShort {
		return w, terms.TooLittle(w.Asset)
	}
	if err != nil {
		return w, err
	}
	return s.store.appendHistory(tx, w, event{code: stepRequested, actor: actorUser, actorID: w.UserID})
}

// asFailure logs a refusal that is none of the user's business and answers
// ErrFailed instead. Other errors stay what they are.
func (s changes) asFailure(w Withdrawal, err error) error {
	if f, isRefused := fault.As(err); isRefused {
		s.Log.Error("a withdrawal could not be taken", "withdrawal", w.ID, "user", w.UserID, "network", w.Network, "currency", w.Asset, "error", f.Name)
		return ErrFailed
	}
	return err
}

func requestOut(w Withdrawal) RequestOut {
	out := RequestOut{WithdrawNo: w.ID, Status: w.Status, Currency: w.Asset, Network: w.Network, Quantity: w.Quantity, Fee: w.Fee, Arrival: w.Arrival,
		Address: user.Mask(w.Address.Hex())}
	if w.Status == Pending {
		reviewBy := w.ReviewBy.UTC().Truncate(time.Microsecond)
		out.ReviewBy = &reviewBy
	}
	return out
}
