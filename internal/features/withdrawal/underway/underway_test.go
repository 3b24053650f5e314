package underway

import (
	"fmt"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/payment"
	"etld/internal/core/payout"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// ways have one amount on its way in each direction, of ann's.
type ways struct{}

func (ways) of(userID string) bool { return userID == "ann" }

type arrivals struct{ ways }

func (a arrivals) UnderWay(_ *sqldb.Tx, c httpapi.Caller) (u payment.UnderWay, err error) {
	if a.of(c.UserID) {
		u.TopUps = []payment.Receipt{{TxHash: "0xab", Amount: money.Units(3), Currency: money.USDT, State: payment.StepConfirming}}
	}
	return u, nil
}

type departures struct{ ways }

func (d departures) UnderWay(_ *sqldb.Tx, userID string) (list []Leaving, err error) {
	if d.of(userID) {
		list = []Leaving{{WithdrawNo: "W", Currency: money.USDT, Quantity: money.Units(2)}}
	}
	return list, nil
}

// The call answers with the caller's own alone.
func TestUnderWayIsTheCallers(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		client := apitest.New(t, db)
		Register(client.API, arrivals{}, departures{})
		for user, want := range map[string]string{"ann": "[topUp 0xab 3 withdrawal W 2]", "bob": "[]"} {
			var got []any
			for _, row := range apitest.Data[Out](t, client.Call("/api/userAccount/underWay", user)).List {
				got = append(got, row.Kind, row.No, row.Amount)
			}
			if fmt.Sprint(got) != want {
				t.Errorf("%s: %v, want %s", user, got, want)
			}
		}
	})
}

// What can be paid has its time and its rest, what is on a chain only its blocks.
func TestThePaymentComesFirst(t *testing.T) {
	t.Parallel()
	minutes, until := int64(4), time.Unix(1_800_000_000, 0)
	open := payment.Progress{IntentNo: "I", Purpose: "machine", Currency: money.USDT, Amount: money.MustParse("105"), Rest: money.MustParse("5"),
		Network: "BEP-20", Confirmations: 3, RequiredConfirmations: 15, ExpireAt: until}
	for state, want := range map[string]string{
		payment.StepAwaiting: "awaiting_payment 5 cancel true", payment.StepPart: "part_received 5 cancel true",
		payment.StepSubmitted: "submitted 105 none false", payment.StepConfirming: "confirming 105 none false", payment.StepClosing: "closing 105 none false",
	} {
		open.State = state
		to := payment.UnderWay{Payment: &open, TopUps: []payment.Receipt{{TxHash: "0xab", State: "held", Network: "BEP-20"}},
			Paces: map[string]payment.Pace{"BEP-20": {Confirmations: 15, UsualMinutes: &minutes}}}
		list := rows(to, nil)
		p := list[0]
		if got := fmt.Sprint(p.Step, " ", p.Amount, " ", p.WayOut, " ", p.Until != nil && p.Until.Equal(until)); got != want {
			t.Errorf("%s: %s, want %s", state, got, want)
		}
		if p.No != "I" || p.Purpose != "machine" || *p.UsualMinutes != 4 || p.Confirmations != 3 || p.Required != 15 {
			t.Errorf("%+v", p)
		}
		if top := list[1]; top.Kind != "topUp" || top.No != "0xab" || top.Step != "held" || top.Required != 15 || *top.UsualMinutes != 4 {
			t.Errorf("%+v", top)
		}
	}
	open.State, open.Confirmations = payment.StepConfirming, 15
	if got := paymentRow(open, nil).Step; got != "final" {
		t.Errorf("with all confirmations %s", got)
	}
	open.CreditingPaused, open.Transfers = true, []payment.Receipt{{}}
	if got := paymentRow(open, nil).Step; got != "held" {
		t.Errorf("while crediting is paused %s", got)
	}
}

func TestWithdrawalsFollow(t *testing.T) {
	t.Parallel()
	for state, want := range map[payout.State]string{"": "review", payout.Queued: "queued", payout.Broadcast: "sent", payout.Mined: "in_block",
		payout.Final: "in_block", payout.Unknown: "attention", payout.NeedsAttention: "attention"} {
		list := rows(payment.UnderWay{}, []Leaving{{WithdrawNo: "W", Currency: money.ETLD, Quantity: 7, Payout: state, IsCancellable: state == ""}})
		wayOut := "none"
		if state == "" {
			wayOut = "cancel"
		}
		if r := list[0]; len(list) != 1 || r.Kind != "withdrawal" || r.No != "W" || r.Step != want || r.WayOut != wayOut || r.Amount != 7 {
			t.Errorf("%q: %+v", state, r)
		}
	}
	if list := rows(payment.UnderWay{}, nil); list == nil || len(list) != 0 {
		t.Errorf("nothing under way is %v", list)
	}
}
