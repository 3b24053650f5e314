package game

import (
	"strconv"

	"etld/internal/infra/sqldb"
)

// eventDrawn: a round with an entry of the user's was drawn and paid.
const eventDrawn = "round_drawn"

// refundKinds are the notices of refunds by their reasons.
func refundKinds() map[Reason]string {
	return map[Reason]string{NoAnchor: "game_refunded_no_anchor", OtherAnchor: "game_refunded_other_anchor",
		ConflictingAnchor: "game_refunded_conflicting_anchor", NoBeacon: "game_refunded_no_beacon"}
}

// notifyRefund tells a user why a round did not count.
func (s drawing) notifyRefund(tx sqldb.Command, r Round, e entryRow) error {
	return s.Notices.Send(tx, e.UserID, refundKinds()[r.Reason],
		map[string]string{"period": r.ID, "points": strconv.FormatInt(e.Amount, 10)}, "/trade?tab=box&period="+r.ID)
}

// tellDrawn tells a user's open apps that the boxes opened. Each of them asks the
// server, or computes, what came of the entry.
func (s drawing) tellDrawn(tx sqldb.Command, r Round, e entryRow) error {
	return s.Notices.Tell(tx, e.UserID, eventDrawn, map[string]string{"period": r.ID})
}
