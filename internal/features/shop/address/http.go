package address

import (
	"context"
	"time"

	"etld/internal/base/fault"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const tag = "address"

// AddressIn names an address.
type AddressIn struct {
	ID httpapi.ID `query:"id"`
}

// EditIn is an address that is written anew.
type EditIn struct {
	ID httpapi.ID `query:"id"`
	Form
}

// Check refuses what nothing can be sent to.
func (in *EditIn) Check() error { return in.Form.Check() }

// ListOut are all addresses of the caller; some wait for their first day to end.
type ListOut struct {
	httpapi.List[Address]
	ServerTime time.Time `json:"serverTime"`
}

// Register adds the calls of addresses.
func (s *Service) Register(api *httpapi.API) {
	incomplete := []fault.Fault{ErrNoName, ErrNoPhone, ErrNoDetail}
	httpapi.View(api, httpapi.Op{Path: "/api/address/list", Tag: tag, Summary: "The caller's addresses: the default one, then the newest first"},
		func(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (ListOut, error) { return s.all(tx, c.UserID) })
	httpapi.Personal(api, "addresses", func(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (ListOut, error) {
		if s.sealer == nil {
			// A deployment that never had a key never took an address.
			return ListOut{List: httpapi.All([]Address{}), ServerTime: tx.Now()}, s.refuseSealed(tx, c.UserID)
		}
		return s.all(tx, c.UserID)
	})
	httpapi.Action(api, httpapi.Op{Path: "/api/address/add", Tag: tag, Summary: "Add an address; the first one is the default",
		Faults: append(incomplete, ErrTooMany)},
		func(ctx context.Context, c httpapi.Caller, in Form) (Address, error) { return s.Add(ctx, c.UserID, in) })
	httpapi.Action(api, httpapi.Op{Path: "/api/address/edit", Tag: tag, Summary: "Write an address anew; orders keep what they were made with",
		Faults: append(incomplete, fault.NotFound)},
		func(ctx context.Context, c httpapi.Caller, in EditIn) (Address, error) {
			return s.Edit(ctx, c.UserID, string(in.ID), in.Form)
		})
	for _, action := range []struct {
		path, summary string
		do            func(ctx context.Context, userID, id string) error
	}{
		{"/api/address/delete", "Forget an address; orders keep what they were made with", s.Delete},
		{"/api/address/setDefault", "Make an address the default one", s.SetDefault},
	} {
		httpapi.Action(api, httpapi.Op{Path: action.path, Tag: tag, Summary: action.summary, Faults: []fault.Fault{fault.NotFound}},
			func(ctx context.Context, c httpapi.Caller, in AddressIn) (out ListOut, err error) {
				if err := action.do(ctx, c.UserID, string(in.ID)); err != nil {
					return out, err
				}
				return sqldb.Value(ctx, s.db.View, func(tx *sqldb.Tx) (ListOut, error) { return s.all(tx, c.UserID) })
			})
	}
}

func (s *Service) all(tx *sqldb.Tx, userID string) (ListOut, error) {
	list, err := s.Of(tx, userID)
	return ListOut{List: httpapi.All(list), ServerTime: tx.Now()}, err
}
