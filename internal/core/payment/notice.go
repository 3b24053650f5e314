package payment

import (
	"maps"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// Kinds of notices this package sends. All have the parameters amount and
// currency, and those named here.
const (
	// NoticeTopUp: a transfer was credited to the balance.
	NoticeTopUp = "top_up_credited"
	// NoticePaid: a payment is complete; due is what was asked for.
	NoticePaid = "payment_received"
	// NoticePart: amount arrived, rest is still to be paid until expireAt.
	NoticePart = "payment_part_received"
	// NoticeOver: amount is what was paid beyond due; it is in the balance.
	NoticeOver = "payment_mismatch_over"
	// NoticeShort: time is over, only amount of due had arrived; it is in the balance.
	NoticeShort = "payment_mismatch_short"
	// NoticeCancelledPart: the payment was cancelled; the amount that had arrived is in the balance.
	NoticeCancelledPart = "payment_mismatch_cancelled"
	// NoticeLate: amount arrived after the payment's time; it is in the balance.
	NoticeLate = "payment_mismatch_late"
	// NoticeTwice: amount arrived for a payment already complete; it is in the balance.
	NoticeTwice = "payment_mismatch_twice"
	// NoticeOtherToken: amount came in another currency than due; it is in the balance.
	NoticeOtherToken = "payment_mismatch_token"
	// NoticeClaimed: a deposit held in suspense was claimed.
	NoticeClaimed = "suspense_claimed"
	// NoticeRejected: a transfer could not be credited; wei is its exact amount.
	NoticeRejected = "top_up_rejected"
	// NoticeDust: a transfer was below the least deposit; wei is its exact amount.
	NoticeDust = "top_up_dust"

	// eventSeen: a user's transfer stands in a block and is not final yet.
	eventSeen = "payment_seen"
	// noticeLink is where what came into the balance is listed.
	noticeLink = "/transaction"
)

var followedOn = map[Purpose]string{ForMachine: "/myMiner", ForNode: "/chain", ForGoods: "/order"}

// notifyUser leads to what can still be done: with the intent while it is open, and with
// what adds up.
func (s *shared) notifyUser(tx sqldb.Command, kind string, i Intent, asset money.Asset, amount money.Amount, more map[string]string) error {
	params, link := map[string]string{"amount": amount.String(), "currency": string(asset)}, noticeLink
	maps.Copy(params, more)
	switch kind {
	case NoticePart, NoticeOtherToken:
		link = followedOn[i.Purpose] + "?pay=" + i.No
	case NoticeDust:
		link = "/wallet?sheet=topup"
	}
	return s.Notices.Send(tx, i.UserID, kind, params, link)
}

// tellSeen tells a sender who signed up with that wallet that the transfer was seen.
func (s *incoming) tellSeen(tx sqldb.Command, t Transfer) error {
	owner, isUser, err := s.Users.ByAddress(tx, t.Sender)
	if err != nil || !isUser {
		return err
	}
	return s.Notices.Tell(tx, owner.UserID, eventSeen, map[string]string{"txHash": t.TxHash, "currency": string(t.Asset)})
}
