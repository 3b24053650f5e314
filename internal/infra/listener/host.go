package listener

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// OnlyHosts answers requests that name this machine, an address in digits, or
// one of the names. A web page of a stranger can make a browser on this machine
// ask its own name, when that name is made to lead here; it cannot make the
// browser name another.
func OnlyHosts(names []string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isOwnHost(r.Host, names) {
			http.Error(w, "this listener answers under no such name; see --operator-hosts", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func isOwnHost(host string, names []string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	name = strings.ToLower(strings.TrimSuffix(strings.Trim(name, "[]"), "."))
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	return name == "localhost" || slices.ContainsFunc(names, func(own string) bool { return strings.EqualFold(own, name) })
}
