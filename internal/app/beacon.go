package app

import (
	"errors"
	"log/slog"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/infra/beacon"
	"etld/internal/infra/config"
	"etld/internal/infra/sqldb"
)

// openBeacon reads the public beacon through the configured relays.
func openBeacon(c config.Config, from clock.Clock, log *slog.Logger) (*beacon.Drand, error) {
	return beacon.NewDrand(beacon.Config{Relays: config.List(c.BeaconRelays), Clock: from, Log: log})
}

// anchorAddress is published, so that anybody finds the anchors on the chain; it
// is empty where none are sent.
func (p *Program) anchorAddress() string {
	if address := p.payout.AnchorAddress(); address != (common.Address{}) {
		return address.Hex()
	}
	return ""
}

// checkBeacon refuses a product whose rounds the server could know in advance.
func checkBeacon(s Settings) error {
	switch {
	case s.Beacon == nil:
		return errors.New("the program needs a beacon")
	case s.World == sqldb.WorldProduction && beacon.IsLocal(s.Beacon):
		return errors.New("the local beacon is for demos only; production reads the public one")
	}
	return nil
}
