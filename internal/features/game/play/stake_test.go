package play

import (
	"etld/internal/base/fault"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const stakePath = "/api/test/stake"

type stakeIn struct {
	Points int64 `query:"points"`
}

// registerStake adds a call that stakes, for the texts of its refusals.
func registerStake(w *world) {
	httpapi.Command(w.client.API, httpapi.Op{Path: stakePath, Tag: "test", Faults: []fault.Fault{ErrAge, ErrLimit, ErrBreak, ErrCheckIsDue}}, httpapi.CommandSpec[stakeIn, Rest]{
		Handle: func(tx sqldb.Command, c httpapi.Caller, in stakeIn) (Rest, error) {
			return w.play.Allow(tx, c.UserID, in.Points)
		},
	})
}
