package withdrawal

import (
	"context"
	"errors"
	"slices"
	"time"

	"etld/internal/core/payout"
	"etld/internal/core/user"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

var (
	selectUnchecked = requestTable.Select("WHERE status = 'pending_review' AND checked_at = 0 AND id > $1 AND " +
		jobs.NotParked(checkJob, "withdrawal_request.id") + " ORDER BY id LIMIT $2")
	selectParked   = requestTable.Select("WHERE " + jobs.IsDue(checkJob, "id", "$1") + " ORDER BY id LIMIT $2")
	selectUnopened = "SELECT id FROM withdrawal_request WHERE status = 'pending_review' AND checked_at > 0 AND review_until <= $1 AND " + jobs.NotParked(reviewJob, "withdrawal_request.id") +
		" ORDER BY id LIMIT $2"
	selectOverdue = "SELECT id FROM withdrawal_request WHERE status = 'pending_review' AND overdue_at = 0 AND review_by < $1 AND " +
		jobs.NotParked(overdueJob, "withdrawal_request.id") + " ORDER BY id LIMIT $2"
)

const (
	purgeLocks  = `DELETE FROM withdrawal_game_lock WHERE user_id IN (SELECT user_id FROM withdrawal_game_lock WHERE until <= $1 LIMIT $2)`
	checkJob    = "withdrawal_check"
	reviewJob   = "withdrawal_review"
	overdueJob  = "withdrawal_overdue"
	checkEvery  = 2 * time.Second
	reviewEvery = 15 * time.Second
	// chunkMax bounds what one run of a job takes on.
	chunkMax = 50
	// retryAfter is when a withdrawal for which a job failed is tried again.
	retryAfter = 5 * time.Minute
	// checkTimeMax is after which time one run asks no further contract wallet.
	checkTimeMax = 9 * time.Second
	// unansweredMax is how long a contract wallet's chain is asked before a rejection.
	unansweredMax = time.Hour
)

// Jobs judge contract wallets' signatures, keep reviews open, and tell users whose review is late.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{
		{Name: checkJob, Every: checkEvery, Work: s.checkWallets},
		{Name: reviewJob, Every: reviewEvery, Work: s.reviews.keepReviews},
		jobs.Items{Job: overdueJob, Max: chunkMax, RetryAfter: retryAfter, Do: s.reviews.notifyOverdue,
			Read: jobs.ReadDue(selectOverdue, chunkMax)}.Every(reviewEvery, s.DB),
		jobs.Purge(s.DB, "withdrawal_purge", func(tx *sqldb.Tx) (int64, error) { return tx.Exec(purgeLocks, tx.Now(), jobs.PurgeMax) }),
	}
}

// checkWallets asks contract wallets about their signatures, outside every
// transaction. A slow wallet delays others for one run only: the next run goes on
// behind the wallets that were asked, and begins again after the last. A withdrawal
// that cannot be judged is parked.
func (s *Service) checkWallets(ctx context.Context) (more bool, err error) {
	var parked, fresh []Withdrawal
	var now time.Time
	err = s.DB.View(ctx, func(tx *sqldb.Tx) (err error) {
		now = tx.Now()
		if parked, err = withdrawals(tx, selectParked, now, chunkMax); err != nil {
			return err
		}
		fresh, err = withdrawals(tx, selectUnchecked, s.checkedLast, chunkMax)
		return err
	})
	if err != nil {
		return false, err
	}
	began, isCut := s.stopwatch(), len(fresh) == chunkMax
	for i, w := range slices.Concat(parked, fresh) {
		if s.stopwatch().Sub(began) >= checkTimeMax {
			isCut = true
			break
		}
		isParked := i < len(parked)
		if !isParked {
			s.checkedLast = w.ID
		}
		if err := s.checkWallet(ctx, w, now, isParked); err != nil {
			return false, err
		}
	}
	if !isCut {
		s.checkedLast = ""
	}
	return false, nil
}

func (s *Service) checkWallet(ctx context.Context, w Withdrawal, now time.Time, isParked bool) error {
	signature, err := walletsig.Parse(w.Statement.Signature)
	if err == nil {
		_, err = s.Verifier.Verify(ctx, w.Address, w.Statement.Text, signature)
	}
	if errors.Is(err, walletsig.ErrUnverifiable) && now.Sub(w.CreatedAt) < unansweredMax {
		s.Log.Warn("a contract wallet cannot be asked now", "withdrawal", w.ID, "error", err)
		if !isParked {
			return nil
		}
		// It gives way to the others until it is due again.
		return s.DB.Update(ctx, func(tx *sqldb.Tx) error {
			return jobs.Park(tx, jobs.Item{Job: checkJob, Subject: w.ID}, err, tx.Now().Add(retryAfter))
		})
	}
	asked := jobs.Items{Job: checkJob, RetryAfter: retryAfter, Do: func(tx *sqldb.Tx, id string) error { return s.judgeWallet(tx, id, err) }}
	return s.DB.Update(ctx, func(tx *sqldb.Tx) error { return asked.Alone(ctx, tx, w.ID, isParked) })
}

// judgeWallet rejects a withdrawal whose wallet gave a refusal, and decides about any other.
func (s *Service) judgeWallet(tx *sqldb.Tx, id string, refusal error) error {
	w, err := s.Changes.find(tx, id)
	if err != nil || w.Status != Pending || !w.CheckedAt.IsZero() {
		return err
	}
	if refusal != nil {
		_, err = s.Changes.reject(tx, w, rejection{actor: actorPlatform,
			reason: map[bool]ReasonCode{false: reasonSignature, true: reasonUnasked}[errors.Is(refusal, walletsig.ErrUnverifiable)]})
		return err
	}
	w.CheckedAt = tx.Now()
	if w, err = s.store.appendHistory(tx, w, event{code: stepChecked, actor: actorPlatform}); err != nil {
		return err
	}
	_, err = s.reviews.decideLater(tx, w)
	return err
}

// decideLater decides about a withdrawal that was requested before. While
// withdrawals are stopped, only a reviewer approves it.
func (s reviews) decideLater(tx *sqldb.Tx, w Withdrawal) (Withdrawal, error) {
	now, err := s.door.pauses(tx)
	if err != nil {
		return w, err
	}
	paused, err := now.of(w.Network)
	if err != nil {
		return w, err
	}
	l, err := terms.CurrentLimits(tx)
	if err != nil {
		return w, err
	}
	person, err := user.Find(tx, w.UserID)
	if err != nil {
		return w, err
	}
	st, err := s.door.riskInputsOf(tx, person, w.ID, w.SignedAt)
	if err != nil {
		return w, err
	}
	if w.Approvals, w.Cause = l.Decide(st.With(w.taken())); w.Approvals == terms.ReviewersNone && paused == "" {
		return s.changes.approve(tx, w, approver{actor: actorPlatform})
	}
	if w.Approvals == terms.ReviewersNone {
		w.Cause = paused
	}
	return s.openReview(tx, w)
}

// keepReviews opens the reviews that ran out, or never were opened, and asks for
// new approvals where those of a payout that was never signed have expired. A
// withdrawal about which operators cannot be asked now, for example because its
// network was taken out of the configuration, is parked and holds up no other.
func (s reviews) keepReviews(ctx context.Context) (more bool, err error) {
	unasked := jobs.Items{Job: reviewJob, Max: chunkMax, RetryAfter: retryAfter, Do: s.ask, Read: s.unasked}
	more, err = sqldb.Value(ctx, s.DB.Update, func(tx *sqldb.Tx) (bool, error) { return unasked.Next(ctx, tx) })
	return more && err == nil, err
}

// unasked are the withdrawals about which nobody is asked and somebody should be.
func (s reviews) unasked(tx *sqldb.Tx) ([]string, error) {
	ids, err := sqldb.Collect(tx, sqldb.One[string], selectUnopened, tx.Now(), chunkMax)
	if err != nil {
		return nil, err
	}
	list, err := s.Payouts.Attention(tx)
	if err != nil {
		return nil, err
	}
	for _, p := range list {
		if !lacksApprovals(p) {
			continue
		}
		_, isParked, err := jobs.FindParked(tx, jobs.Item{Job: reviewJob, Subject: p.WithdrawalID})
		if err != nil {
			return nil, err
		}
		_, isAsked, err := s.Proposals.Pending(tx, kindReissue, p.WithdrawalID)
		if err != nil {
			return nil, err
		}
		if !isParked && !isAsked {
			ids = append(ids, p.WithdrawalID)
		}
	}
	return ids, nil
}

// ask asks operators about a withdrawal, or about its payout that lacks approvals,
// unless nobody need be asked any more.
func (s reviews) ask(tx *sqldb.Tx, id string) error {
	w, err := s.changes.find(tx, id)
	if err != nil {
		return err
	}
	if w.Status == Pending {
		return s.reopen(tx, w)
	}
	p, found, err := s.Payouts.Orders.Find(tx, id)
	if err != nil || !found || p.State != payout.NeedsAttention || !lacksApprovals(p) {
		return err
	}
	_, isAsked, err := s.Proposals.Pending(tx, kindReissue, id)
	if err != nil || isAsked {
		return err
	}
	_, err = s.openReissue(tx, id, "the payout was not signed: "+p.Reason)
	return err
}

// reopen opens a review that is not open, or notes until when an open one lasts.
func (s reviews) reopen(tx *sqldb.Tx, w Withdrawal) error {
	p, found, err := s.Proposals.Pending(tx, kindReview, w.ID)
	if err != nil || !found {
		if err == nil {
			_, err = s.openReview(tx, w)
		}
		return err
	}
	w.ReviewUntil = p.ExpiresAt
	s.store.requests.Put(tx, w)
	return nil
}

// lacksApprovals says that the signer refused a payout for nothing but its
// approvals, so that new approvals mend it. A person looks at every other refusal.
func lacksApprovals(p payout.Payout) bool {
	if p.Proof != payout.ProofUnsigned {
		return false
	}
	switch p.Reason {
	case signer.ErrApprovalExpired.Code, signer.ErrApprovalSignature.Code, signer.ErrApprovalsMissing.Code, signer.ErrAutomaticUserCap.Code,
		signer.ErrOperatorUnknown.Code:
		return true
	}
	return false
}

// notifyOverdue tells a user whose review is late, once, and whoever watches the log.
func (s reviews) notifyOverdue(tx *sqldb.Tx, id string) error {
	w, err := s.changes.find(tx, id)
	if err != nil || w.Status != Pending || !w.OverdueAt.IsZero() {
		return err
	}
	w.OverdueAt = tx.Now()
	if w, err = s.store.appendHistory(tx, w, event{code: stepOverdue, actor: actorPlatform}); err != nil {
		return err
	}
	if err := s.changes.notifyUser(tx, w, noticeOverdue); err != nil {
		return err
	}
	s.Log.Error("a withdrawal's review is overdue", "withdrawal", w.ID, "since", w.ReviewBy)
	return nil
}
