package push

import (
	"time"
	// Zones are known on machines without their files too.
	_ "time/tzdata"

	"etld/internal/infra/sqldb"
)

// preference is how a person wants to be told.
type preference struct {
	userID     string
	isDiscreet bool
	// quietFrom and quietTo are clock times in the zone, "22:00"; both empty without quiet
	// hours.
	quietFrom, quietTo, zone string
}

var (
	preferenceTable  = sqldb.NewTable[preference]("push_preference", "id = userID, is_discreet, quiet_from, quiet_to, zone")
	savePreference   = preferenceTable.Upsert()
	selectPreference = preferenceTable.Select("WHERE id = $1")
)

const deletePreference = `DELETE FROM push_preference WHERE id = $1`

func preferenceOf(tx *sqldb.Tx, userID string) (preference, error) {
	p, _, err := sqldb.Find(tx, preferenceTable.Scan, selectPreference, userID)
	return p, err
}

const clockTime = "15:04"

// quietUntil is when the quiet hours end that an instant lies in; zero outside of them.
func (p preference) quietUntil(now time.Time) time.Time {
	zone, err := time.LoadLocation(p.zone)
	if err != nil || p.quietFrom == p.quietTo {
		return time.Time{}
	}
	local := now.In(zone)
	clock := local.Format(clockTime)
	crossesMidnight := p.quietFrom > p.quietTo
	isAfterFrom, isBeforeTo := clock >= p.quietFrom, clock < p.quietTo
	switch {
	case !crossesMidnight && !(isAfterFrom && isBeforeTo), crossesMidnight && !isAfterFrom && !isBeforeTo:
		return time.Time{}
	case crossesMidnight && isAfterFrom:
		local = local.AddDate(0, 0, 1)
	}
	end, err := time.Parse(clockTime, p.quietTo)
	if err != nil {
		return time.Time{}
	}
	return time.Date(local.Year(), local.Month(), local.Day(), end.Hour(), end.Minute(), 0, 0, zone).UTC()
}
