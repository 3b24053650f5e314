package shop

import (
	"errors"
	"strings"
	"testing"

	"etld/internal/core/operator"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestHostsOfCarriers(t *testing.T) {
	t.Parallel()
	for host, isOne := range map[string]bool{
		"post.example": true, "track.post.example": true, "xn--bcher-kva.example": true, "a.b": false, "post": false, "": false,
		"Post.example": false, "https://post.example": false, "post.example:8443": false, "post.example/": false, "*.example": false,
		"post.example.": false, ".example": false, "post..example": false, "-post.example": false, "post-.example": false,
		"127.0.0.1": false, "a@post.example": false, "пост.example": false, strings.Repeat("a", 64) + ".example": false,
	} {
		if err := (CarrierChange{Host: host, Listed: true}).Check(); (err == nil) != isOne {
			t.Errorf("%q: %v", host, err)
		}
	}
}

// A link leads to a listed carrier where its host is one, whole and without a port.
func TestLinksOfCarriers(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		change := func(host string, isListed bool) {
			change := CarrierChange{Host: host, Listed: isListed}
			w.Update(func(tx *sqldb.Tx) error {
				d, err := describeCarrier(tx, change)
				if d.Approvals != 1 || d.Subject != host {
					t.Errorf("%+v is described as %+v", change, d)
				}
				return errors.Join(err, changeCarrier(tx, change, operator.Decision{}))
			})
			w.View(func(tx *sqldb.Tx) error {
				if _, err := describeCarrier(tx, change); !errors.Is(err, operator.ErrNothing) {
					t.Errorf("%+v again: %v", change, err)
				}
				return nil
			})
		}
		change("post.example", true)
		change("parcels.example", true)
		change("parcels.example", false)
		w.View(func(tx *sqldb.Tx) error {
			for link, want := range map[string]bool{
				"": true, "https://post.example": true, "https://post.example/RR12?a=b#c": true,
				"https://parcels.example/1": false, "https://track.post.example/1": false, "https://post.example.evil.example/1": false,
				"https://evil.example/post.example": false, "https://post.example:8443/1": false, "https://evil.example#post.example": false,
			} {
				if isListed, err := isFollowed(tx, link); err != nil || isListed != want {
					t.Errorf("%q: %v %v", link, isListed, err)
				}
			}
			return nil
		})
	})
}
