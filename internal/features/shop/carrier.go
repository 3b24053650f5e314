package shop

import (
	"net/url"
	"regexp"
	"time"

	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

const kindCarrier = "carrier_change"

// hostForm is a host as a link names it: small letters, a dot, no port.
var hostForm = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$`)

// Carrier is a host at which buyers may follow a parcel.
type Carrier struct {
	Host     string    `json:"host"`
	ListedAt time.Time `json:"listedAt"`
}

var (
	carrierTable  = sqldb.NewTable[Carrier]("shop_carrier", "host").Once("listed_at")
	selectCarrier = carrierTable.Select("WHERE host = $1")
	carrierList   = lists.List[Carrier]{Table: carrierTable, Key: "host", Orders: []lists.Order{lists.First("host", "host")},
		Filters: []lists.Filter{lists.Prefix("name", "host").Coarse()}}
	insertCarrier = carrierTable.Insert()
)

const deleteCarrier = `DELETE FROM shop_carrier WHERE host = $1`

// CarrierChange lists a carrier's host, or takes it off the list.
type CarrierChange struct {
	Host   string `json:"host"`
	Listed bool   `json:"listed"`
}

// Check refuses what is no host.
func (c CarrierChange) Check() error {
	if !hostForm.MatchString(c.Host) {
		return fault.Invalid("host")
	}
	return nil
}

// registerCarriers adds the calls of the list. A host takes two, as its pages are
// shown to buyers under the platform's name.
func registerCarriers(o *operator.Service, readers []operator.Role) {
	operator.Rows(o, operator.Route{Path: "carriers/list", Roles: readers}, carrierList, operator.Whole)
	operator.Handle(o, operator.Kind[CarrierChange]{Name: kindCarrier, Path: "carriers/change", Makers: []operator.Role{operator.Fulfilment},
		Checkers: []operator.Role{operator.FinanceChecker}, Describe: describeCarrier, Execute: changeCarrier})
}

func describeCarrier(tx *sqldb.Tx, c CarrierChange) (operator.Description, error) {
	_, isListed, err := sqldb.Find(tx, carrierTable.Scan, selectCarrier, c.Host)
	if err == nil && isListed == c.Listed {
		err = operator.ErrNothing
	}
	words := map[bool]string{true: "listed", false: "not listed"}
	diff := operator.Change{Field: "carrier " + c.Host, Before: words[isListed], After: words[c.Listed]}
	return operator.Description{Subject: c.Host, Approvals: 1, Diff: []operator.Change{diff}}, err
}

// changeCarrier lists a host or takes it off.
func changeCarrier(tx *sqldb.Tx, c CarrierChange, _ operator.Decision) error {
	if c.Listed {
		insertCarrier.Add(tx, Carrier{Host: c.Host, ListedAt: tx.Now()})
		return nil
	}
	return tx.Do(deleteCarrier, c.Host)
}

// isFollowed says that a link leads to a listed carrier; no link does, too.
func isFollowed(tx *sqldb.Tx, trackURL string) (bool, error) {
	if trackURL == "" {
		return true, nil
	}
	u, err := url.Parse(trackURL)
	if err != nil {
		return false, err
	}
	_, isListed, err := sqldb.Find(tx, carrierTable.Scan, selectCarrier, u.Host)
	return isListed, err
}
