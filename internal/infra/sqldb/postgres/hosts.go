package postgres

import (
	"context"
	"errors"
	"slices"
	"syscall"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// lead is what the hosts of an address say of who leads.
type lead string

const (
	nobodyElse lead = "nobody else"
	another    lead = "another"
	notKnown   lead = "not known"
)

// askWhoLeads asks every host of the address. One that refuses connections has no server
// that could lead; of one that does not answer it is not known, nor is it where the
// address has one host alone, behind which others may stand.
func (s *Servers) askWhoLeads(ctx context.Context, own string) lead {
	hosts := hostsOf(s.config.ConnConfig)
	if len(hosts) < 2 {
		return notKnown
	}
	said := nobodyElse
	for _, host := range hosts {
		timeline, start, err := askHost(ctx, host)
		switch {
		case errors.Is(err, syscall.ECONNREFUSED):
		case err != nil:
			said = notKnown
		case timeline != "" && start != own:
			return another
		}
	}
	return said
}

func askHost(ctx context.Context, host *pgx.ConnConfig) (timeline, start string, err error) {
	ctx, cancel := context.WithTimeout(ctx, hostWithin)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, host)
	if err != nil {
		return "", "", err
	}
	defer GiveUp(ctx, conn)
	err = conn.QueryRow(ctx, whichServer).Scan(&timeline, &start)
	return timeline, start, err
}

// hostsOf is how each host of an address is connected to, whatever it says of itself.
func hostsOf(config *pgx.ConnConfig) (hosts []*pgx.ConnConfig) {
	ways := append([]*pgconn.FallbackConfig{{Host: config.Host, Port: config.Port, TLSConfig: config.TLSConfig}}, config.Fallbacks...)
	for _, way := range ways {
		at := slices.IndexFunc(hosts, func(c *pgx.ConnConfig) bool { return c.Host == way.Host && c.Port == way.Port })
		if at >= 0 {
			hosts[at].Fallbacks = append(hosts[at].Fallbacks, way)
			continue
		}
		host := config.Copy()
		host.Host, host.Port, host.TLSConfig, host.Fallbacks, host.ValidateConnect = way.Host, way.Port, way.TLSConfig, nil, nil
		hosts = append(hosts, host)
	}
	return hosts
}
