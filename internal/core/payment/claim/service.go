// Package claim gives users what their wallets sent before anybody knew whose it was.
//
// Words. A transfer of an unknown sender lies in *suspense*. A *claim* is a text that the
// sending wallet signs: it gives the wallet's deposits in suspense to one account. A plain
// wallet speaks for its deposits on every chain, a contract wallet only for those on the
// chains that confirm its signature.
package claim

import (
	"context"

	"etld/internal/base/fault"
	"etld/internal/core/payment"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Config is what a Service is built from.
type Config struct {
	DB       *sqldb.DB
	Payments *payment.Service
	Notices  user.NoticesAndEvents
	// Funded is told, in the transaction of a claim, which accounts claimed deposits
	// of its sender: the first FundedMax by their ids, and the one that claims. nil
	// means that nobody asks.
	Funded func(tx *sqldb.Tx, sender string, accounts []string) error
}

// Service takes claims.
type Service struct{ Config }

// New builds the service.
func New(c Config) *Service { return &Service{c} }

// networkOf is a chain on which users pay, or nil.
func (s *Service) networkOf(chainID int64) *payment.Network {
	for _, n := range s.Payments.Networks() {
		if n.ChainID == uint64(chainID) {
			return n
		}
	}
	return nil
}

// Params are the parameters of claimSuspense.
type Params struct {
	Sender    string `query:"sender" maxLength:"42" pattern:"^0x[0-9a-fA-F]{40}$" doc:"The wallet that sent the deposits and signs"`
	Message   string `query:"message" maxLength:"512" doc:"The claim phrase of topUpInfo and the time in milliseconds"`
	Signature string `query:"signature" minLength:"132" maxLength:"4098" pattern:"^0x[0-9a-fA-F]+$"`
}

// Register adds the call.
func (s *Service) Register(api *httpapi.API) {
	httpapi.Action(api, httpapi.Op{Path: "/api/pay/claimSuspense", Tag: "payment", Summary: "Credits what a wallet sent before it was known",
		Faults: []fault.Fault{ErrSignature, ErrExpired, ErrUsed, ErrNothing}},
		func(ctx context.Context, c httpapi.Caller, in Params) (httpapi.List[payment.Receipt], error) {
			claimed, err := s.Claim(ctx, c.UserID, in.Sender, in.Message, in.Signature)
			return httpapi.All(s.Payments.Receipts(claimed)), err
		})
}
