package config

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"

	"etld/internal/infra/beacon"
)

// How many nodes of a chain are asked: a single one is believed in everything,
// of two none is believed alone, and with three one may lie or fail while the
// work goes on.
const (
	oneNode  = 1
	twoNodes = 2
)

// validateWitnesses wants two nodes of each chain, unless it was said by name
// that one is to be believed.
func (c *Config) validateWitnesses() error {
	if c.SingleNode {
		return c.validateNodes(oneNode)
	}
	return c.validateNodes(twoNodes)
}

// validateNodes looks at the nodes of the first chain and of the second, where it
// is connected.
func (c *Config) validateNodes(least int) error {
	if len(List(c.RPCURLs)) == 0 {
		return errors.New("--rpc-urls is empty; name at least one node of the chain")
	}
	if err := validateNodesOf("rpc-urls", c.RPCURLs, least); err != nil {
		return err
	}
	if c.ERC20.IsConnected() {
		return validateNodesOf("erc20-rpc-urls", c.ERC20.RPCURLs, least)
	}
	return nil
}

// validateNodesOf looks at the nodes of one chain. Two of one host would agree
// with each other, and what is not encrypted can be changed on its way.
func validateNodesOf(flag, urls string, least int) error {
	var hosts []string
	for i, text := range List(urls) {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || !slices.Contains([]string{"http", "https", "ws", "wss"}, u.Scheme) {
			// The address may hold a key, so it is not repeated.
			return fmt.Errorf("--%s: number %d is not an address of a node, https://…", flag, i+1)
		}
		host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
		if (u.Scheme == "http" || u.Scheme == "ws") && !isLoopback(host) {
			return fmt.Errorf("--%s: number %d is not encrypted; use https:// or wss://, as anybody on the way could answer in its place", flag, i+1)
		}
		if slices.Contains(hosts, host) {
			return fmt.Errorf("--%s: number %d is of the same host as another; each node must be somebody else's, as two are asked to agree", flag, i+1)
		}
		hosts = append(hosts, host)
	}
	if len(hosts) < least {
		return fmt.Errorf("--%s names a single node, which would be believed in everything; name two of different hosts, better three, or say --single-node", flag)
	}
	return nil
}

// validateRelays wants relays of the beacon at two parties. None is believed, as each
// answer is verified; but one party alone could keep rounds back.
func (c *Config) validateRelays() error {
	var hosts, sites []string
	for i, text := range List(c.BeaconRelays) {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Scheme != "https" && !(u.Scheme == "http" && isLoopback(u.Hostname())) {
			return fmt.Errorf("--beacon-relays: number %d is not an https:// address", i+1)
		}
		host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
		if slices.Contains(hosts, host) {
			return fmt.Errorf("--beacon-relays: number %d is of the same host as another; each relay must be another, as one alone could keep rounds back", i+1)
		}
		hosts, sites = append(hosts, host), append(sites, beacon.SiteOf(text))
	}
	if len(hosts) < twoNodes {
		return errors.New("--beacon-relays must name two relays of different hosts at least")
	}
	if slices.Sort(sites); sites[0] == sites[len(sites)-1] {
		return fmt.Errorf("--beacon-relays are all of %s; name relays of two domains at least, as one party could keep rounds back", sites[0])
	}
	return nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func areOfThisMachine(urls string) bool {
	for _, text := range List(urls) {
		if u, err := url.Parse(text); err != nil || !isLoopback(u.Hostname()) {
			return false
		}
	}
	return true
}
