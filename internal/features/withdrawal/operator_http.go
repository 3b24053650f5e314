package withdrawal

import (
	"cmp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/core/payout"
	"etld/internal/core/user"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

// withdrawalList lists withdrawals; a queue of what waits is asked for from the oldest.
var withdrawalList = lists.List[Withdrawal]{Table: requestTable, Key: "withdrawNo", Orders: []lists.Order{lists.Newest("createdAt", "id")},
	Filters: []lists.Filter{lists.OneOf("status", "status", Statuses()...), lists.Is("userId", "user_id"),
		lists.MadeFrom("from", "id"), lists.MadeBefore("to", "id")}}

const sumEnded = `SELECT status, COUNT(*) FROM withdrawal_request WHERE user_id = $1 GROUP BY status`

// QueueRow is a withdrawal for operators.
type QueueRow struct {
	WithdrawNo string `json:"withdrawNo"`
	user.Who
	Currency  money.Asset  `json:"currency"`
	Network   string       `json:"network"`
	Quantity  money.Amount `json:"quantity"`
	Fee       money.Amount `json:"fee"`
	Arrival   money.Amount `json:"arrival"`
	Status    Status       `json:"status"`
	ReviewBy  time.Time    `json:"reviewBy"`
	Overdue   bool         `json:"overdue"`
	Automatic bool         `json:"automatic"`
	// Cause is why it was approved automatically or needs reviewers.
	Cause           string        `json:"cause" enum:",automatic,no_price,new_account,risk_flag,above_automatic_limit,automatic_day_limit_used_up,above_two_person_limit,stopped,breaker,finality_stalled,chain_unavailable"`
	Worth           *money.Amount `json:"worth" doc:"In USDT when it was requested; null without a price"`
	DayWorth        money.Amount  `json:"dayWorth" doc:"The user's withdrawals within 24 hours of it, and unpaid ones while it is open, in USDT, itself included"`
	ApprovalsNeeded int           `json:"approvalsNeeded"`
	Approvals       []Approver    `json:"approvals" nullable:"false"`
	ProposalID      string        `json:"proposalId" doc:"The open review or re-issue; empty while there is none"`
	PayoutState     payout.State  `json:"payoutState" optional:"true"`
	PayoutReason    string        `json:"payoutReason"`
	TxHash          string        `json:"txHash"`
	Reason          ReasonCode    `json:"reason" optional:"true"`
	Note            string        `json:"note"`
	CreatedAt       time.Time     `json:"createdAt"`
}

// Approver is who has approved.
type Approver struct {
	StaffID string    `json:"staffId"`
	Address string    `json:"address"`
	At      time.Time `json:"at"`
}

// CoverRow is what a hot wallet holds of a currency and what is missing.
type CoverRow struct {
	ID       string         `json:"id" doc:"Network and currency"`
	Network  string         `json:"network"`
	Wallet   string         `json:"wallet"`
	Breaker  payout.Breaker `json:"breaker" optional:"true"`
	Wait     payout.Wait    `json:"wait" optional:"true"`
	Currency string         `json:"currency" doc:"That of the network's gas too"`
	Balance  money.Amount   `json:"balance"`
	At       *time.Time     `json:"at" doc:"When the chain was asked; null before the first time"`
	Queued   money.Amount   `json:"queued"`
	OnTheWay money.Amount   `json:"onTheWay"`
	Missing  money.Amount   `json:"missing" doc:"What must be added before all that is ordered can be paid"`
	Pending  money.Amount   `json:"pending" doc:"What reviews may still order"`
	DayLeft  *money.Amount  `json:"dayLeft" doc:"What the day's cap leaves beside what was sent and is queued, and the withdrawal that is looked at; null without a cap"`
}

// DetailOut is all that a reviewer looks at.
type DetailOut struct {
	QueueRow
	Statement   string           `json:"statement"`
	Wallet      string           `json:"wallet" doc:"plain or contract"`
	Timeline    []HistoryRow     `json:"timeline" nullable:"false"`
	UserByState map[Status]int64 `json:"userByState" doc:"How many withdrawals of the user there are, by status"`
	Flagged     bool             `json:"flagged"`
	Cover       []CoverRow       `json:"cover" nullable:"false"`
}

// HistoryRow is a line of the history with its actor.
type HistoryRow struct {
	Code    StepCode     `json:"code" enum:",requested,signature_confirmed,approved,approved_automatically,overdue,rejected,cancelled,confirmed" doc:"Empty for a step of the payout"`
	Payout  payout.State `json:"payout" optional:"true" doc:"What the payout came to; empty for the withdrawal's own steps"`
	Status  Status       `json:"status"`
	Actor   Actor        `json:"actor"`
	ActorID string       `json:"actorId"`
	Detail  string       `json:"detail" doc:"Of a payout's step why, as a word; of the withdrawal's own its cause, a reason's code or a transaction's hash"`
	TxHash  string       `json:"txHash"`
	At      time.Time    `json:"at"`
}

// decisionIn rejects a withdrawal: the user reads the code's text and the note.
type decisionIn struct {
	WithdrawNo httpapi.ID `json:"withdrawNo"`
	Code       ReasonCode `json:"code" enum:"wallet_at_risk,origin_unclear,rules_violated,sanctioned_address,payout_impossible,asked_by_user,other"`
	Note       string     `json:"note" doc:"At most 300 characters; the user reads them"`
	// ProposalID is the review that was shown: another one is not decided unseen.
	ProposalID string `json:"proposalId" doc:"As the list showed it; empty where it showed none"`
}

type againIn struct {
	WithdrawNo httpapi.ID `json:"withdrawNo"`
	Reason     string     `json:"reason"`
}

// Check refuses a reason that cannot be kept.
func (in againIn) Check() error { return audit.CheckReason(in.Reason) }

// RegisterOperator adds the operators' calls and kinds of proposals. The program
// opens reviews; whoever approves signs with a wallet that the payout signer knows.
func (s *Service) RegisterOperator(o *operator.Service) {
	r := s.reviews
	makers, checkers := []operator.Role{operator.FinanceMaker}, []operator.Role{operator.FinanceChecker}
	readers := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Risk}
	operator.Handle(o, operator.Kind[reviewPayload]{Name: kindReview, Checkers: checkers, Lifetime: reviewLifetime, HasQueue: true,
		Describe: r.describeReview, Execute: r.executeReview, Rejected: r.reviewRejected, Phrase: r.phrase, Barred: r.refuseOwnReview})
	operator.Handle(o, operator.Kind[reviewPayload]{Name: kindReissue, Checkers: checkers, Lifetime: reviewLifetime,
		Describe: r.describeReissue, Execute: r.executeReissue, Phrase: r.phrase, Barred: r.refuseOwnReview})
	operator.Handle(o, operator.Kind[givingUp]{Name: kindGiveUp, Path: "withdrawals/giveUp", Makers: makers, Checkers: checkers,
		Describe: r.describeGiveUp, Execute: r.executeGiveUp, Barred: r.refuseOwnGivingUp})
	operator.Rows(o, operator.Route{Path: "withdrawals/list", Roles: readers}, withdrawalList, func(tx *sqldb.Tx, _ operator.Caller, w Withdrawal) (QueueRow, error) {
		return r.queueRow(tx, w)
	})
	operator.Detail(o, operator.Route{Path: "withdrawals/detail", Roles: readers}, withdrawalList, r.detail)
	operator.Few[CoverRow]{Key: "id", KeyOf: func(c CoverRow) string { return c.ID },
		Read: func(tx *sqldb.Tx, _ operator.Caller) ([]CoverRow, error) { return r.cover(tx) }}.View(o, operator.Route{Path: "withdrawals/cover", Roles: readers})
	operator.Action(o, operator.Route{Path: "withdrawals/reject", Roles: checkers}, r.serveReject)
	operator.Action(o, operator.Route{Path: "withdrawals/reissue", Roles: append(makers, checkers...)}, r.serveReissue)
	operator.Action(o, operator.Route{Path: "withdrawals/recall", Roles: append(makers, checkers...)}, r.serveRecall)
}

// serveReject rejects a pending withdrawal with a reason that users have a text
// for, and closes its review.
func (s reviews) serveReject(tx *sqldb.Tx, c *operator.Call, in decisionIn) (QueueRow, error) {
	c.Note(audit.Note{Subject: string(in.WithdrawNo)})
	if err := checkReason(in.Code, in.Note); err != nil {
		return QueueRow{}, err
	}
	c.Note(audit.Note{Subject: string(in.WithdrawNo), Reason: joinReason(in.Code, in.Note)})
	w, err := s.decidable(tx, c, in.WithdrawNo)
	if err != nil {
		return QueueRow{}, err
	}
	if w.Status != Pending {
		return QueueRow{}, ErrStatus.With("status", string(w.Status))
	}
	if p, _, err := s.Proposals.Pending(tx, kindReview, w.ID); err != nil || p.ID != in.ProposalID {
		return QueueRow{}, cmp.Or(err, error(operator.ErrBasisChanged))
	}
	if w, err = s.changes.reject(tx, w, rejection{actor: actorReviewer, actorID: c.ID, reason: in.Code, note: strings.TrimSpace(in.Note)}); err != nil {
		return QueueRow{}, err
	}
	if err := s.Proposals.Withdraw(tx, kindReview, w.ID, joinReason(in.Code, in.Note)); err != nil {
		return QueueRow{}, err
	}
	c.Note(audit.Note{Subject: w.ID, Reason: joinReason(in.Code, in.Note), Before: map[string]any{"status": Pending}, After: map[string]any{"status": w.Status}})
	return s.queueRow(tx, w)
}

// decidable is a withdrawal about which the caller may decide.
func (s reviews) decidable(tx sqldb.Command, c *operator.Call, id httpapi.ID) (Withdrawal, error) {
	w, err := s.changes.find(tx, string(id))
	if err == nil {
		err = refuseOwn(w, c.Staff)
	}
	return w, err
}

// checkReason refuses a code without a text and a note that cannot be shown.
func checkReason(code ReasonCode, note string) error {
	switch {
	case !code.isReviewers():
		return fault.Invalid("code")
	case utf8.RuneCountInString(note) > noteMax || strings.ContainsFunc(note, unicode.IsControl):
		return fault.Invalid("note")
	case code == reasonOther && strings.TrimSpace(note) == "":
		return fault.Invalid("note")
	}
	return nil
}

// serveReissue opens the proposal that has a payout begun again.
func (s reviews) serveReissue(tx *sqldb.Tx, c *operator.Call, in againIn) (operator.Proposal, error) {
	c.Note(audit.Note{Subject: string(in.WithdrawNo), Reason: in.Reason})
	if _, err := s.decidable(tx, c, in.WithdrawNo); err != nil {
		return operator.Proposal{}, err
	}
	return s.openReissue(tx, string(in.WithdrawNo), in.Reason)
}

// serveRecall takes a payout that waits out of the queue, so that it can be
// approved anew or given up. It moves no money.
func (s reviews) serveRecall(tx *sqldb.Tx, c *operator.Call, in againIn) (QueueRow, error) {
	c.Note(audit.Note{Subject: string(in.WithdrawNo), Reason: in.Reason})
	w, err := s.decidable(tx, c, in.WithdrawNo)
	if err != nil {
		return QueueRow{}, err
	}
	if w.Status != Approved {
		return QueueRow{}, ErrStatus.With("status", string(w.Status))
	}
	if err := s.Payouts.Orders.Recall(tx, w.ID, payoutRecalled); err != nil {
		return QueueRow{}, err
	}
	c.Note(audit.Note{Subject: w.ID, Reason: in.Reason, Before: map[string]any{"payout": payout.Queued}, After: map[string]any{"payout": payout.NeedsAttention}})
	return s.queueRow(tx, w)
}

// payoutRecalled is the reason of a payout that operators took out of the queue.
const payoutRecalled = "recalled"

func (s reviews) queueRow(tx *sqldb.Tx, w Withdrawal) (QueueRow, error) {
	row := QueueRow{WithdrawNo: w.ID, Who: user.Who{UserID: w.UserID}, Currency: w.Asset, Network: w.Network, Quantity: w.Quantity,
		Fee: w.Fee, Arrival: w.Arrival, Status: w.Status, ReviewBy: w.ReviewBy,
		Overdue: isOverdue(w, tx.Now()), Automatic: w.IsAutomatic, Cause: w.Cause, ApprovalsNeeded: w.Approvals, Approvals: []Approver{},
		Reason: w.Reason, Note: w.Note, CreatedAt: w.CreatedAt}
	if w.IsPriced {
		row.Worth = &w.Worth
	}
	counted := recentOf
	if w.Status != Pending && w.Status != Approved {
		counted = signedNear
	}
	recent, err := counted(tx, w.UserID, w.ID, w.SignedAt)
	if err != nil {
		return row, err
	}
	row.DayWorth, _ = terms.WorthOf(append(recent, w.taken()))
	p, _, err := s.Payouts.Orders.Find(tx, w.ID)
	if err != nil {
		return row, err
	}
	row.PayoutState, row.PayoutReason, row.TxHash = p.State, p.Reason, p.TxHash
	return row, s.addApprovals(tx, &row)
}

// addApprovals fills in the open proposal of a withdrawal and who has approved.
func (s reviews) addApprovals(tx *sqldb.Tx, row *QueueRow) error {
	kind := kindReview
	switch row.Status {
	case Pending:
	case Approved:
		kind = kindReissue
	default:
		return nil
	}
	p, found, err := s.Proposals.Pending(tx, kind, row.WithdrawNo)
	if err != nil || !found {
		return err
	}
	row.ProposalID, row.ApprovalsNeeded = p.ID, p.Needed
	for _, a := range p.Given {
		row.Approvals = append(row.Approvals, Approver{StaffID: a.StaffID, Address: a.Address, At: a.At})
	}
	return nil
}
