package withdrawal

import (
	"errors"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/core/price"
	"etld/internal/core/user"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb"
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
// review. It refuses as faults.go lists. It runs in a db.Update.
func (s *Service) Request(tx *sqldb.Tx, request Request) (Withdrawal, error) {
	o, found := findOffer(request.Currency, request.Network)
	if !found {
		return Withdrawal{}, ErrNetwork.With("currency", string(request.Currency)).With("reason", closedNotConnected)
	}
	person, err := user.Find(tx, request.UserID)
	if err != nil {
		return Withdrawal{}, err
	}
	kind, err := s.wallets.Kind(tx, person.Address)
	if err != nil {
		return Withdrawal{}, err
	}
	t, err := s.admit(tx, o, kind, request)
	if err != nil {
		return Withdrawal{}, err
	}
	w := Withdrawal{UserID: request.UserID, Asset: o.asset, Network: o.network, Quantity: request.Quantity, Fee: t.fee, Arrival: t.arrival(request.Quantity),
		Address: common.HexToAddress(person.Address), RequestID: request.RequestID, Statement: signer.Statement{Text: request.Message, Signature: request.Signature},
		Status: Pending, CreatedAt: tx.Now()}
	if err := s.checkAmount(w); err != nil {
		return Withdrawal{}, err
	}
	if err := s.checkStatement(tx, &w, kind); err != nil {
		return Withdrawal{}, err
	}
	if err := s.appraise(tx, &w); err != nil {
		return Withdrawal{}, err
	}
	if w, err = s.reserve(tx, w); err != nil {
		return Withdrawal{}, err
	}
	if w.CheckedAt.IsZero() {
		return w, s.notifyUser(tx, w, noticeRequested)
	}
	return s.decide(tx, w)
}

// admit judges offer and quantity.
func (s *Service) admit(tx *sqldb.Tx, o offer, kind walletsig.Kind, request Request) (terms, error) {
	now, err := s.pauses(tx)
	if err != nil {
		return terms{}, err
	}
	closed, err := s.closure(o, kind, now)
	if err != nil {
		return terms{}, err
	}
	if err := s.refuseClosed(closed, o.asset); err != nil {
		return terms{}, err
	}
	t, err := o.terms(tx)
	if err != nil {
		return t, err
	}
	r, err := s.roomOf(tx, request.UserID, o.asset, t)
	if err != nil {
		return t, err
	}
	return t, t.refuse(o.asset, request.Quantity, r)
}

// roomOf is what the user's balance and day leave.
func (s *Service) roomOf(tx *sqldb.Tx, userID string, asset money.Asset, t terms) (r room, err error) {
	used, err := usedToday(tx, userID, asset, clock.DayOf(tx.Now()).Start())
	if err != nil {
		return r, err
	}
	r.dayRest = t.dayRest(used)
	r.available, err = s.ledger.Balance(tx, ledger.AvailableOf(userID, asset))
	return r, err
}

// checkAmount refuses what the token cannot represent.
func (s *Service) checkAmount(w Withdrawal) error {
	_, err := s.payouts.Subject(w.order())
	if errors.Is(err, payout.ErrAmount) {
		err = fault.Invalid("quantity")
	}
	return err
}

// checkStatement compares the statement with the withdrawal and fills in what it
// says. The signature of a contract wallet is judged later, by a job.
func (s *Service) checkStatement(tx *sqldb.Tx, w *Withdrawal, kind walletsig.Kind) error {
	said, isOfOther, err := expected{host: s.host, quantity: w.Quantity, fee: w.Fee, asset: w.Asset, network: w.Network, address: w.Address, requestID: w.RequestID}.read(w.Statement.Text)
	if err == nil || isOfOther {
		used, findErr := withdrawals(tx, selectByStatement, w.UserID, said.RequestID)
		if findErr != nil {
			return findErr
		}
		if len(used) > 0 {
			return ErrUsed
		}
	}
	if err != nil {
		return err
	}
	w.SignedAt, w.Wallet = said.At, walletsig.KindPlain
	switch {
	case isSignedByPlain(w.Address, w.Statement.Text, w.Statement.Signature):
		w.CheckedAt = tx.Now()
	case kind == walletsig.KindContract:
		w.Wallet = walletsig.KindContract
	default:
		return ErrSignature
	}
	if !isFresh(said.At, tx.Now()) {
		return ErrExpired
	}
	return nil
}

// appraise finds what a withdrawal is worth, if its currency has a fresh price.
func (s *Service) appraise(tx *sqldb.Tx, w *Withdrawal) error {
	if w.Asset == money.USDT {
		w.Worth, w.IsPriced = w.Quantity, true
		return nil
	}
	q, err := s.prices.Find(tx, w.Asset)
	if err != nil {
		return err
	}
	if q.Usable() && q.Price > 0 {
		w.Worth, w.IsPriced = worthAt(w.Quantity, q.Price), true
	}
	return nil
}

// worthAt is what an amount is worth in USDT, rounded up, so that limits err towards
// a second look.
func worthAt(amount, at money.Amount) money.Amount {
	if price.ValueAt(amount, at) >= money.Max-1 {
		return money.Max
	}
	return money.MulDivCeil(amount, int64(at), int64(money.Unit))
}

// reserve takes the money out of the balance and stores the withdrawal.
func (s *Service) reserve(tx *sqldb.Tx, w Withdrawal) (Withdrawal, error) {
	goal, err := hoursOf(tx, reviewHours)
	if err != nil {
		return w, err
	}
	w.ID, w.ReviewBy = s.ids.ID(s.chance, tx.Now()), tx.Now().Add(goal)
	from, to := ledger.AvailableOf(w.UserID, w.Asset), reserved(w.UserID, w.Asset)
	transfers := []ledger.Transfer{{Type: ledger.InternalTransfer, SubType: ledger.WithdrawalHold, Debit: from, Credit: to, Amount: w.Arrival}}
	if w.Fee > 0 {
		transfers = append(transfers, ledger.Transfer{Type: ledger.HandlingFee, Debit: from, Credit: to, Amount: w.Fee})
	}
	_, err = s.ledger.Post(tx, ledger.Entry{RefType: refWithdrawal, RefID: w.ID, Transfers: transfers})
	var short *ledger.InsufficientError
	switch {
	case errors.As(err, &short):
		return w, tooLittle(w.Asset)
	case err != nil:
		return w, err
	}
	return s.store.appendHistory(tx, w, event{code: stepRequested, actor: actorUser, actorID: w.UserID})
}

// decide approves a withdrawal automatically or opens its review.
func (s *Service) decide(tx *sqldb.Tx, w Withdrawal) (Withdrawal, error) {
	l, err := currentLimits(tx)
	if err != nil {
		return w, err
	}
	inputs, err := s.riskInputsOf(tx, w)
	if err != nil {
		return w, err
	}
	w.Approvals, w.Cause = l.decide(inputs)
	if w.Approvals == reviewersOfNobody {
		return s.approve(tx, w, approver{actor: actorPlatform})
	}
	if w, err = s.openReview(tx, w); err != nil {
		return w, s.asFailure(w, err)
	}
	return w, s.notifyUser(tx, w, noticeRequested)
}

// asFailure logs a refusal that is none of the user's business and answers
// ErrFailed instead. Other errors stay what they are.
func (s *Service) asFailure(w Withdrawal, err error) error {
	if f, isRefused := fault.As(err); isRefused {
		s.log.Error("a withdrawal could not be taken", "withdrawal", w.ID, "user", w.UserID, "network", w.Network, "currency", w.Asset, "error", f.Name)
		return ErrFailed
	}
	return err
}

func (s *Service) riskInputsOf(tx *sqldb.Tx, w Withdrawal) (st riskInputs, err error) {
	if st.user, err = recentOf(tx, w.UserID, w.ID, w.SignedAt); err != nil {
		return st, err
	}
	if st.automatic, err = automaticOf(tx, clock.DayOf(tx.Now()).Start()); err != nil {
		return st, err
	}
	st.user, st.automatic = append(st.user, w.taken()), append(st.automatic, w.taken())
	person, err := user.Find(tx, w.UserID)
	if err != nil {
		return st, err
	}
	st.age, st.isFlagged = tx.Now().Sub(person.CreatedAt), person.IsSuspended(tx.Now()) || person.IsRobot
	if s.flags != nil && !st.isFlagged {
		st.isFlagged, err = s.flags.HasOpen(tx, w.UserID)
	}
	return st, err
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
