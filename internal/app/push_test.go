package app

import (
	"strings"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/features/push"
	"etld/internal/features/push/pushtest"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// A notice of the inbox reaches the browser that asked, in words; erasing a person's data
// ends it.
func TestANoticeReachesAClosedApp(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		browsers := pushtest.New(t)
		p.push.Services, p.push.Client = []string{browsers.Host()}, browsers.Client()
		_, ann := p.invited(t)
		c := p.callers(t)
		world := p.world(t)
		runner := jobs.NewRunner(p.log, nil, append(p.notices.Jobs(), p.push.Jobs()...)...)
		drain := func() {
			t.Helper()
			p.settings.Clock.(*clock.System).Advance(time.Minute)
			if err := runner.Drain(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		drain()
		world.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(strings.Replace(insertSession, "9, 9", "9000000000000000, 9000000000000000", 1), "session-of-"+ann, ann)
			return err
		})
		phone := browsers.Browser(apitest.Data[push.Settings](t, c.Call("/api/push/settings", ann)).PublicKey)
		c.Call("/api/push/subscribe", ann, phone.Params()...)
		c.Call("/api/user/readNotice", ann, "all", "true")
		world.Command(func(tx sqldb.Command) error {
			return p.notices.Send(tx, ann, "level_reached", map[string]string{"level": "2"}, "/team")
		})
		drain()
		drain()
		if told := phone.Told(); len(told) != 1 || told[0].To != ann || told[0].Link != "/team" || told[0].Unread != 1 {
			t.Errorf("ann's phone was told %+v", told)
		}
		world.Update(func(tx *sqldb.Tx) error { return p.push.Erase(tx, ann) })
		if list := c.Call("/api/push/list", ann); !strings.Contains(list.Body, `"list":[]`) {
			t.Errorf("after erasing: %s", list.Body)
		}
	})
}
