package calendar

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// recentDays is how many days up to today are told together.
const recentDays = 30

// RecentDay is what one day brought in each currency, without principals.
type RecentDay struct {
	Day  string       `json:"day"`
	USDT money.Amount `json:"usdt"`
	ETLD money.Amount `json:"etld"`
}

// Recent is what the last days brought, and what stands below it.
type Recent struct {
	Days       []RecentDay  `json:"days" nullable:"false" doc:"30 days up to today, the oldest first; those without income too"`
	Principal  money.Amount `json:"principal" doc:"Locked for the caller's machines, in USDT"`
	ServerTime time.Time    `json:"serverTime"`
}

func (s *Service) recent(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (out Recent, err error) {
	today := clock.DayOf(tx.Now())
	first := today - recentDays + 1
	income, err := ledger.Income(tx, c.UserID, first.Start(), today.End().Add(time.Hour))
	if err != nil {
		return out, err
	}
	out = Recent{Days: make([]RecentDay, recentDays), ServerTime: tx.Now()}
	for i := range out.Days {
		out.Days[i].Day = (first + clock.Day(i)).String()
	}
	for _, l := range posted(income) {
		i := int(l.day - first)
		switch {
		case i < 0 || i >= recentDays || l.Kind == payrun.IncomePrincipal:
		case l.Currency == money.USDT:
			out.Days[i].USDT += *l.Amount
		case l.Currency == money.ETLD:
			out.Days[i].ETLD += *l.Amount
		}
	}
	out.Principal, err = s.Ledger.Balance(tx, ledger.Of(c.UserID, ledger.Principal, money.USDT))
	return out, err
}
