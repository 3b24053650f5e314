package personal

import (
	"context"
	"time"

	"etld/internal/base/fault"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const tag = "personal"

// ErasureOut is what stands in the way of an erasure, and what was erased last.
type ErasureOut struct {
	Phrase     string     `json:"phrase" doc:"It and the time in milliseconds are what the wallet signs for eraseData"`
	OpenOrders int64      `json:"openOrders" doc:"Orders that are not sent, or wait for their payment; nothing is erased while there are any"`
	ErasedAt   *time.Time `json:"erasedAt" doc:"The last erasure; null if there was none"`
	RestAt     *time.Time `json:"restAt" doc:"When the last address of a sent order is erased; null if none is left to erase"`
	ServerTime time.Time  `json:"serverTime"`
}

// EraseIn is signed by the caller's wallet.
type EraseIn struct {
	Message   string `query:"message" maxLength:"512" doc:"phrase of /api/user/erasure and the time in milliseconds"`
	Signature string `query:"signature" minLength:"132" maxLength:"4098" pattern:"^0x([0-9a-fA-F]{2})+$"`
}

// EraseOut is what is left to erase.
type EraseOut struct {
	RestAt *time.Time `json:"restAt" doc:"When the last address of a sent order is erased; null if none is left"`
}

// Register adds the calls.
func (s *Service) Register(api *httpapi.API) {
	httpapi.Export(api, httpapi.Op{Path: "/api/user/exportData", Tag: tag,
		Summary: "Everything that is held about the caller and shown to the caller, as one document"})
	httpapi.View(api, httpapi.Op{Path: "/api/user/erasure", Tag: tag, Personal: "erasure",
		Summary: "Whether the caller's data can be erased now, and when it was last"}, s.state)
	httpapi.Action(api, httpapi.Op{Path: "/api/user/eraseData", Tag: tag, Summary: "Erase of the caller's data what may be erased, and end all sessions",
		Faults: []fault.Fault{ErrSignature, ErrExpired, ErrUsed, ErrOrdersOpen}},
		func(ctx context.Context, c httpapi.Caller, in EraseIn) (EraseOut, error) {
			restAt, err := s.EraseSigned(ctx, c.UserID, in.Message, in.Signature)
			return EraseOut{RestAt: orNull(restAt)}, err
		})
}

func (s *Service) state(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (ErasureOut, error) {
	person, err := user.Find(tx, c.UserID)
	if err != nil {
		return ErasureOut{}, err
	}
	last, err := newest(tx, c.UserID)
	if err != nil {
		return ErasureOut{}, err
	}
	out := ErasureOut{Phrase: s.Phrase(person.Address), ErasedAt: orNull(last.createdAt), ServerTime: tx.Now()}
	if last.restAt.After(tx.Now()) {
		out.RestAt = &last.restAt
	}
	out.OpenOrders, err = s.Orders.Open(tx, c.UserID)
	return out, err
}

func orNull(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}
