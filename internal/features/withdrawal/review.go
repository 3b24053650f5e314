package withdrawal

import (
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/payout"
	"etld/internal/core/user"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// The kinds of proposals about withdrawals.
const (
	kindReview  = "withdrawal_review"
	kindReissue = "withdrawal_reissue"
	kindGiveUp  = "withdrawal_give_up"

	// reviewLifetime ends a review, with the approvals it has, while the payout
	// signer still takes them (24 hours); what is pending then is proposed anew.
	reviewLifetime = 20 * time.Hour
)

// reviewPayload is what reviewers approve. It has everything that their wallets sign
// for, so that the signed text follows from it alone, whatever is configured later.
type reviewPayload struct {
	WithdrawNo string       `json:"withdrawNo"`
	Currency   money.Asset  `json:"currency"`
	Network    string       `json:"network"`
	Quantity   money.Amount `json:"quantity"`
	Fee        money.Amount `json:"fee"`
	Arrival    money.Amount `json:"arrival"`
	// Issue is 1, or more where the payout is begun again after a failure.
	Issue     int    `json:"issue"`
	ChainID   uint64 `json:"chainId"`
	Token     string `json:"token"`
	Recipient string `json:"recipient"`
	// Units is the arrival in the token's own units.
	Units     string `json:"units"`
	Statement string `json:"statement"`
}

func reviewPayloadOf(w Withdrawal, p signer.Payout) reviewPayload {
	return reviewPayload{WithdrawNo: w.ID, Currency: w.Asset, Network: w.Network, Quantity: w.Quantity, Fee: w.Fee, Arrival: w.Arrival,
		Issue: p.Issue, ChainID: p.ChainID, Token: p.Token.Hex(), Recipient: p.Recipient.Hex(), Units: p.Units, Statement: p.Statement.Text}
}

// phrase is what a reviewer's wallet signs; the payout signer checks the same text.
func (s reviews) phrase(d reviewPayload, address string) string {
	return signer.ApprovalPhrase(s.Host, common.HexToAddress(address), d.payout())
}

// payout is what the signer will be asked to pay.
func (d reviewPayload) payout() signer.Payout {
	return signer.Payout{WithdrawalID: d.WithdrawNo, Issue: d.Issue, ChainID: d.ChainID, Token: common.HexToAddress(d.Token),
		Recipient: common.HexToAddress(d.Recipient), Units: d.Units, Statement: signer.Statement{Text: d.Statement}}
}

// ReviewWords are what the payload of a review asks to approve, in the words that
// stand in what reviewers sign; it is false for proposals of other kinds.
func ReviewWords(host, kind string, payload []byte) (words string, isReview bool, err error) {
	if kind != kindReview && kind != kindReissue {
		return "", false, nil
	}
	d, err := httpapi.DecodeBody[reviewPayload](payload)
	return d.payout().Words(host), true, err
}

// firstReviewPayload is what reviewers of a pending withdrawal approve.
func (s reviews) firstReviewPayload(w Withdrawal) (reviewPayload, error) {
	subject, err := s.Payouts.Orders.Subject(w.order())
	return reviewPayloadOf(w, subject), err
}

// openReview asks operators to decide about a pending withdrawal.
func (s reviews) openReview(tx *sqldb.Tx, w Withdrawal) (Withdrawal, error) {
	d, err := s.firstReviewPayload(w)
	if err != nil {
		return w, err
	}
	p, err := s.Proposals.Open(tx, operator.Request{Kind: kindReview, Payload: d, Reason: "requested by the user: " + w.Cause})
	if err != nil {
		return w, err
	}
	w.Approvals, w.ReviewUntil = p.Needed, p.ExpiresAt
	s.store.requests.Put(tx, w)
	return w, nil
}

// describeReview compares a review with the withdrawal as it is now.
func (s reviews) describeReview(tx *sqldb.Tx, d reviewPayload) (operator.Description, error) {
	w, err := s.changes.find(tx, d.WithdrawNo)
	if err != nil {
		return operator.Description{}, err
	}
	now, err := s.firstReviewPayload(w)
	switch {
	case err != nil:
		return operator.Description{}, err
	case d != now:
		return operator.Description{}, operator.ErrPayloadChanged
	case w.Status != Pending || w.CheckedAt.IsZero():
		return operator.Description{}, ErrStatus.With("status", string(w.Status))
	}
	approvals, diff, err := s.approvalsNeeded(tx, w)
	return operator.Description{Subject: w.ID, Approvals: approvals, Diff: append(diff, operator.Change{Field: "status", Before: string(Pending), After: string(Approved)})}, err
}

// approvalsNeeded says how many must approve now, at least one, and shows why.
func (s reviews) approvalsNeeded(tx *sqldb.Tx, w Withdrawal) (approvals int, diff []operator.Change, err error) {
	l, err := terms.CurrentLimits(tx)
	if err != nil {
		return 0, nil, err
	}
	recent, err := recentOf(tx, w.UserID, w.ID, w.SignedAt)
	if err != nil {
		return 0, nil, err
	}
	before, _ := terms.WorthOf(recent)
	with := append(recent, w.taken())
	after, isPriced := terms.WorthOf(with)
	approvals = terms.ReviewersFew
	if l.NeedsTwo(with) {
		approvals = terms.ReviewersMany
	}
	shown := after.String()
	if !isPriced {
		shown += " and what has no price"
	}
	return approvals, []operator.Change{{Field: "USDT worth in 24 h of " + user.Mask(w.Address.Hex()), Before: before.String(), After: shown}}, nil
}

// executeReview approves what reviewers signed for.
func (s reviews) executeReview(tx *sqldb.Tx, d reviewPayload, by operator.Decision) error {
	w, err := s.changes.find(tx, d.WithdrawNo)
	switch {
	case err != nil:
		return err
	case w.Statement.IsOld(tx.Now()):
		return ErrStatementOld
	}
	_, err = s.changes.approve(tx, w, approver{actor: actorReviewer, actorID: by.By.ID, approvals: signatures(by)})
	return err
}

// signatures are the approvals as the payout signer takes them.
func signatures(by operator.Decision) []signer.Approval {
	return each.Of(by.Approvals, func(a operator.Approval) signer.Approval {
		return signer.Approval{Operator: common.HexToAddress(a.Address), Time: a.Millis, Signature: a.Signature}
	})
}

// reviewRejected returns the money when a reviewer says no.
func (s reviews) reviewRejected(tx *sqldb.Tx, d reviewPayload, by operator.Decision) error {
	w, err := s.changes.find(tx, d.WithdrawNo)
	if err != nil {
		return err
	}
	code, note := splitReason(by.Reason)
	_, err = s.changes.reject(tx, w, rejection{actor: actorReviewer, actorID: by.By.ID, reason: code, note: note})
	return err
}

// proven is an approved withdrawal whose payout is known not to have happened
// and not to be able to any more. Others are refused with payout.ErrNotProven.
func (s reviews) proven(tx *sqldb.Tx, id string) (Withdrawal, payout.Payout, error) {
	w, err := s.changes.find(tx, id)
	if err != nil {
		return w, payout.Payout{}, err
	}
	p, found, err := s.Payouts.Orders.Find(tx, id)
	switch {
	case err != nil:
		return w, p, err
	case !found || w.Status != Approved:
		return w, p, ErrStatus.With("status", string(w.Status))
	}
	p, err = s.Payouts.Orders.Proven(tx, id)
	return w, p, err
}

// openReissue asks operators to have a payout begun again.
func (s reviews) openReissue(tx *sqldb.Tx, id, reason string) (operator.Proposal, error) {
	w, p, err := s.proven(tx, id)
	if err != nil {
		return operator.Proposal{}, err
	}
	again, err := s.Payouts.Orders.SubjectAgain(p)
	if err != nil {
		return operator.Proposal{}, err
	}
	return s.Proposals.Open(tx, operator.Request{Kind: kindReissue, Payload: reviewPayloadOf(w, again), Reason: reason})
}

// describeReissue compares a review with the payout as it is now. An issue after
// the first always takes two reviewers, and so does what the signer found too
// little approved.
func (s reviews) describeReissue(tx *sqldb.Tx, d reviewPayload) (operator.Description, error) {
	w, p, err := s.proven(tx, d.WithdrawNo)
	if err != nil {
		return operator.Description{}, err
	}
	again, err := s.Payouts.Orders.SubjectAgain(p)
	if err != nil {
		return operator.Description{}, err
	}
	if d != reviewPayloadOf(w, again) {
		return operator.Description{}, operator.ErrPayloadChanged
	}
	approvals, diff, err := s.approvalsNeeded(tx, w)
	// The signer counts a wallet's 24 hours, and what one approval each moves, by its
	// own clock as well: where it asked for more, one more is needed.
	if again.Issue > 1 || p.Reason == signer.ErrApprovalsMissing.Code {
		approvals = terms.ReviewersMany
	}
	return operator.Description{Subject: w.ID, Approvals: approvals, Diff: append(diff, changeOf(p, payout.Queued)...)}, err
}

func (s reviews) executeReissue(tx *sqldb.Tx, d reviewPayload, by operator.Decision) error {
	if d.payout().Statement.IsOld(tx.Now()) {
		return ErrStatementOld
	}
	return s.Payouts.Orders.Reissue(tx, d.WithdrawNo, signatures(by))
}

// givingUp returns the money of a payout that is proven impossible.
type givingUp struct {
	WithdrawNo string `json:"withdrawNo"`
	// Code is a reason users have a text for, Note the operator's own words.
	Code ReasonCode `json:"code" enum:"wallet_at_risk,origin_unclear,rules_violated,sanctioned_address,payout_impossible,asked_by_user,other"`
	Note string     `json:"note,omitempty"`
}

func (s reviews) describeGiveUp(tx *sqldb.Tx, g givingUp) (operator.Description, error) {
	if err := checkReason(g.Code, g.Note); err != nil {
		return operator.Description{}, err
	}
	w, p, err := s.proven(tx, g.WithdrawNo)
	if err != nil {
		return operator.Description{}, err
	}
	return operator.Description{Subject: w.ID, Approvals: terms.ReviewersFew, Basis: string(p.Proof), Diff: append(changeOf(p, payout.Failed),
		operator.Change{Field: "back to the user", Before: "0", After: w.Quantity.String() + " " + string(w.Asset)})}, nil
}

// changeOf is a payout that provably did not happen, and what comes of it.
func changeOf(p payout.Payout, after payout.State) []operator.Change {
	return []operator.Change{{Field: "payout", Before: string(p.State) + ", " + string(p.Proof), After: string(after)}, {Field: "because of", Before: p.Reason}}
}

func (s reviews) executeGiveUp(tx *sqldb.Tx, g givingUp, _ operator.Decision) error {
	if err := s.Payouts.Orders.GiveUp(tx, g.WithdrawNo, joinReason(g.Code, g.Note)); err != nil {
		return err
	}
	return s.Proposals.Withdraw(tx, kindReissue, g.WithdrawNo, "given up")
}

// refuseOwn refuses a reviewer whose own wallet is paid. The program proposes
// reviews, so no rule about makers would keep that reviewer from approving alone.
func refuseOwn(w Withdrawal, who operator.Staff) error {
	if w.Address == common.HexToAddress(who.Address) {
		return ErrOwnWithdrawal
	}
	return nil
}

func (s reviews) refuseOwnReview(tx *sqldb.Tx, d reviewPayload, who operator.Staff) error {
	w, err := s.changes.find(tx, d.WithdrawNo)
	if err == nil {
		err = refuseOwn(w, who)
	}
	return err
}

func (s reviews) refuseOwnGivingUp(tx *sqldb.Tx, g givingUp, who operator.Staff) error {
	return s.refuseOwnReview(tx, reviewPayload{WithdrawNo: g.WithdrawNo}, who)
}
