package payment

import (
	"testing"
	"time"
)

func TestAttribute(t *testing.T) {
	t.Parallel()
	opened := time.Date(2026, 3, 2, 4, 0, 0, 900_000_000, time.UTC)
	asked := Intent{Network: "BEP-20", Token: "usdt", CreatedAt: opened, ExpireAt: opened.Add(IntentWindow)}
	end := opened.Add(IntentWindow)
	for _, test := range []struct {
		name    string
		state   State
		at      time.Time
		token   string
		network string
		want    attribution
	}{
		{"in the window", StateOpen, opened.Add(time.Minute), "usdt", "BEP-20", attribution{isForIntent: true}},
		{"in the first second, whose block knows no fractions", StateOpen, opened.Truncate(time.Second), "usdt", "BEP-20", attribution{isForIntent: true}},
		{"the second before", StateOpen, opened.Truncate(time.Second).Add(-time.Second), "usdt", "BEP-20", plainTopUp},
		{"at the very end", StateOpen, end, "usdt", "BEP-20", attribution{isForIntent: true}},
		{"late, not closed yet", StateOpen, end.Add(time.Second), "usdt", "BEP-20", attribution{reason: "late", notice: NoticeLate}},
		{"late", StateExpired, end.Add(time.Second), "usdt", "BEP-20", attribution{reason: "late", notice: NoticeLate}},
		{"in the window, known only after it was closed", StateExpired, end, "usdt", "BEP-20", attribution{reason: "late", notice: NoticeLate}},
		{"a day late", StateExpired, end.Add(lateMax), "usdt", "BEP-20", attribution{reason: "late", notice: NoticeLate}},
		{"too late to be meant", StateExpired, end.Add(lateMax + time.Second), "usdt", "BEP-20", plainTopUp},
		{"another token", StateOpen, end, "etld", "BEP-20", attribution{reason: "other_token", notice: NoticeOtherToken}},
		{"another network", StateOpen, end, "usdt", "ERC-20", attribution{reason: "other_token", notice: NoticeOtherToken}},
		{"another token, late", StateExpired, end.Add(time.Second), "etld", "BEP-20", plainTopUp},
		{"twice", StatePaid, end, "usdt", "BEP-20", attribution{reason: "twice", notice: NoticeTwice}},
		{"after a paid one", StatePaid, end.Add(time.Second), "usdt", "BEP-20", plainTopUp},
		{"cancelled meanwhile", StateCancelled, end, "usdt", "BEP-20", attribution{reason: "cancelled", notice: NoticeCancelledPart}},
		{"after a cancelled one", StateCancelled, end.Add(time.Second), "usdt", "BEP-20", plainTopUp},
	} {
		i := asked
		i.State = test.state
		if got := attribute(Transfer{Token: test.token, BlockTime: test.at}, test.network, i); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}
