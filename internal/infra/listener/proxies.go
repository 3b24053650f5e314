package listener

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
)

const (
	forwardedMax = 16
	// A household has an IPv6 network of householdBits and many addresses in it, a
	// customer who asks for more gets one of siteBits and many such networks in it.
	householdBits = 64
	siteBits      = 48
)

// Proxies are the networks whose X-Forwarded-For is believed.
type Proxies []netip.Prefix

// ParseProxies reads addresses and networks like 10.0.0.0/8.
func ParseProxies(list []string) (Proxies, error) {
	var proxies Proxies
	for _, text := range list {
		if address, err := netip.ParseAddr(text); err == nil {
			proxies = append(proxies, netip.PrefixFrom(address, address.BitLen()))
			continue
		}
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("trusted proxy %q is neither an address nor a network", text)
		}
		proxies = append(proxies, prefix)
	}
	return proxies, nil
}

func (p Proxies) trusts(address netip.Addr) bool {
	for _, prefix := range p {
		if prefix.Contains(address) {
			return true
		}
	}
	return false
}

// ClientOf is the nearest address that is not a trusted proxy's.
func (p Proxies) ClientOf(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	address := peer.Addr().Unmap()
	if !p.trusts(address) {
		return address.String()
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= max(0, len(hops)-forwardedMax); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		address = hop.Unmap()
		if !p.trusts(address) {
			break
		}
	}
	return address.String()
}

// AddressGroup is who is counted by an address: the address; of IPv6 the network, since a household has
// many addresses.
func AddressGroup(ip string) string {
	if network := networkOf(ip, householdBits); network != "" {
		return network
	}
	return ip
}

// SiteOf is the network of many households that one customer may have. An address
// of IPv4 has none: nobody gets thousands of these by asking.
func SiteOf(ip string) string { return networkOf(ip, siteBits) }

// networkOf is empty for what is no address of IPv6.
func networkOf(ip string, bits int) string {
	address, err := netip.ParseAddr(ip)
	if err != nil || address.Is4() {
		return ""
	}
	prefix, err := address.Prefix(bits)
	if err != nil {
		return ""
	}
	return prefix.String()
}
