package push

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
)

const (
	dialWithin = 5 * time.Second
	sendWithin = 15 * time.Second
	httpsPort  = 443
)

// knownServices are the push services of the browsers there are. One that begins with a
// dot stands for every host below it.
var knownServices = []string{"fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"}

// errAddress is an endpoint whose name leads to an address that is nobody's push service.
var errAddress = errors.New("the push service's name leads to an address that is not public")

// checkEndpoint refuses what is no known push service's.
func (s *Service) checkEndpoint(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" || u.User != nil || u.Fragment != "" || u.Opaque != "" || !s.isKnown(strings.ToLower(u.Host)) {
		return ErrService
	}
	return nil
}

func (s *Service) isKnown(host string) bool {
	return slices.ContainsFunc(s.Services, func(known string) bool {
		return host == known || strings.HasPrefix(known, ".") && strings.HasSuffix(host, known)
	})
}

// newClient calls public addresses on the port of https, follows nobody elsewhere and
// asks no proxy: a name that was a push service's may lead into our own network by now.
func newClient() *http.Client {
	dialer := &net.Dialer{Timeout: dialWithin, Control: refusePrivate}
	return &http.Client{
		Timeout:       sendWithin,
		Transport:     &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: dialWithin, ForceAttemptHTTP2: true, IdleConnTimeout: time.Minute},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// refusePrivate sees each address once its name is resolved, before anything is sent to it.
func refusePrivate(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%s: %w", address, errAddress)
	}
	if to.Port() != httpsPort || !isPublic(to.Addr().Unmap()) {
		return errAddress
	}
	return nil
}

// notPublic are ranges that lead nowhere public, besides those that netip knows: shared
// by carriers, for protocols and tests, and ways of writing IPv4 addresses as IPv6.
var notPublic = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("198.51.100.0/24"),
	netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"), netip.MustParsePrefix("64:ff9b::/96"),
	netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"),
}

func isPublic(a netip.Addr) bool {
	return a.IsGlobalUnicast() && !a.IsPrivate() && !slices.ContainsFunc(notPublic, func(p netip.Prefix) bool { return p.Contains(a) })
}
