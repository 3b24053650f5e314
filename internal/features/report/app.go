package report

import (
	"context"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Token is a token the platform takes on a network.
type Token struct {
	Currency money.Asset `json:"currency"`
	Contract string      `json:"contract"`
	Decimals int         `json:"decimals"`
}

// Network is a chain as apps see it.
type Network struct {
	Network       string  `json:"network"`
	ChainID       uint64  `json:"chainId"`
	Treasury      string  `json:"treasury"`
	Confirmations int     `json:"confirmations"`
	Enabled       bool    `json:"enabled"`
	Reason        *string `json:"reason" doc:"Why it is not enabled"`
	Tokens        []Token `json:"tokens" nullable:"false"`
}

// Contact is where users find people and papers. What is empty has no place
// yet, and apps say so instead of leading nowhere.
type Contact struct {
	Support string `json:"support" doc:"Where people answer: a mailto: or https:// address"`
	Terms   string `json:"terms" doc:"The terms of use, https://"`
	Privacy string `json:"privacy" doc:"What is kept about users, https://"`
	Status  string `json:"status" doc:"How the service is at present, https://"`
}

// Facts are what an app must know to start. They do not change while the
// server runs, but for the time and the alert.
type Facts struct {
	ServerTime      time.Time `json:"serverTime"`
	APIHost         string    `json:"apiHost" doc:"Origin of the API; empty when it is the page's own"`
	PublicOrigin    string    `json:"publicOrigin" doc:"Origin of the web app, where the links in notices and invitations lead"`
	Host            string    `json:"host" doc:"The name users sign in to"`
	ChainID         uint64    `json:"chainId"`
	RPCURL          string    `json:"rpcUrl"`
	Explorer        string    `json:"explorer"`
	Networks        []Network `json:"networks" nullable:"false"`
	SignInPhrase    string    `json:"signInPhrase" doc:"The message to sign is this and the time in milliseconds"`
	Demo            bool      `json:"demo"`
	GenesisHash     string    `json:"genesisHash" doc:"First block of the demo's chain; empty otherwise"`
	Zone            string    `json:"zone"`
	Languages       []string  `json:"languages" nullable:"false"`
	ReceiptKey      string    `json:"receiptKey" doc:"Ed25519 key of the receipts of entries, in hexadecimal digits"`
	BeaconPublicKey string    `json:"beaconPublicKey" doc:"Key of the public beacon, in hexadecimal digits"`
	BeaconIsLocal   bool      `json:"beaconIsLocal" doc:"The server makes the beacon's rounds itself; so in demos only"`
	AnchorAddress   string    `json:"anchorAddress" doc:"Its transactions show the entries of the game's rounds; empty where there are none"`
	Contact         Contact   `json:"contact"`
	Version         string    `json:"version" doc:"The server's build"`
	Alert           *Alert    `json:"alert" doc:"Something stands still; for a banner on every screen"`
}

// RegisterApp adds the one call that needs no token.
func RegisterApp(api *httpapi.API, db *sqldb.DB, c clock.Clock, facts Facts) error {
	texts, err := loadAlertTexts()
	if err != nil {
		return err
	}
	alerts := newBoard(db, texts)
	facts.Zone = clock.Zone.String()
	for _, language := range httpapi.Languages {
		facts.Languages = append(facts.Languages, string(language))
	}
	httpapi.Read(api, httpapi.Op{Path: "/api/open/app", Tag: "report", Summary: "What an app must know to start", Public: true},
		func(ctx context.Context, caller httpapi.Caller, _ httpapi.None) (Facts, error) {
			now := facts
			now.ServerTime, now.Alert = c.Now(), alerts.alert(ctx, caller.Language)
			return now, nil
		})
	return nil
}
