package notice

import (
	"testing"

	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// What is silenced still stands in the inbox and counts as unread; open streams, also
// those that were open before, say that it is not to be shown at once.
func TestSettings(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		s := newService(t, db)
		client := apitest.New(t, db)
		s.Register(client.API)
		off := func(user string) (list string) {
			t.Helper()
			rows := apitest.Data[httpapi.List[Setting]](t, client.Call("/api/user/noticeSettings", user)).List
			if len(rows) != len(topics) {
				t.Errorf("%d settings", len(rows))
			}
			for _, one := range rows {
				if !one.ShowAtOnce {
					list += one.Kind + " "
				}
				if one.Fixed != (one.Kind == "account" || one.Kind == "terms") {
					t.Errorf("%+v", one)
				}
			}
			return list
		}
		dugOut := func() (shown bool) {
			t.Helper()
			if err := db.Command(t.Context(), func(tx sqldb.Command) error {
				return s.Send(tx, "ann", "machine_dug_out", map[string]string{"minerNo": "M7", "machine.en": "a", "machine.zhtw": "b", "machine.ru": "c"}, "/myMiner")
			}); err != nil {
				t.Fatal(err)
			}
			return shown
		}
		open := s.feedOf(t, "ann", "")
		take(t, open, "")
		read := func(f *feed) (shown []bool) {
			t.Helper()
			for {
				select {
				case e := <-f.incoming:
					frames, err := f.told(t.Context(), []event{*e})
					if err != nil {
						t.Fatal(err)
					}
					if frames[0].Data.Kind == "machine_dug_out" {
						shown = append(shown, frames[0].Data.ShowAtOnce)
					}
				default:
					return shown
				}
			}
		}
		for _, step := range []struct {
			value string
			want  bool
		}{{"", true}, {"false", false}, {"false", false}, {"true", true}} {
			if step.value != "" {
				if got := client.Call("/api/user/setNoticeSettings", "ann", "kind", "machine", "showAtOnce", step.value); got.Code != 200 {
					t.Fatal(got.Body)
				}
			}
			dugOut()
			s.spread(t)
			if got := read(open); len(got) != 1 || got[0] != step.want {
				t.Errorf("after %q the open stream says %v", step.value, got)
			}
			want := map[bool]string{true: "", false: "machine "}[step.want]
			if got := off("ann"); got != want || off("bob") != "" {
				t.Errorf("after %q off are %q, bob's %q", step.value, got, off("bob"))
			}
			fresh := s.feedOf(t, "ann", "")
			take(t, fresh, "")
			dugOut()
			s.spread(t)
			if got := read(fresh); len(got) != 1 || got[0] != step.want {
				t.Errorf("after %q a new stream says %v", step.value, got)
			}
			fresh.Close()
			read(open)
		}
		var unread int64
		if err := db.View(t.Context(), func(tx *sqldb.Tx) (err error) {
			unread, err = s.Unread(tx, "ann")
			return err
		}); err != nil || unread != 8 {
			t.Errorf("%d unread, %v", unread, err)
		}
		for _, params := range [][]string{{"kind", "account", "showAtOnce", "false"}, {"kind", "terms", "showAtOnce", "false"}, {"kind", "gossip", "showAtOnce", "false"},
			{"kind", "machine"}, {"showAtOnce", "true"}, {"kind", "machine", "showAtOnce", "x"}} {
			if got := client.Call("/api/user/setNoticeSettings", "ann", params...); got.Code != 1002 {
				t.Errorf("%v: %s", params, got.Body)
			}
		}
		if got := client.Call("/api/user/setNoticeSettings", "ann", "kind", "terms", "showAtOnce", "true"); got.Code != 200 {
			t.Errorf("what is fixed, as it is: %s", got.Body)
		}
	})
}

func TestEveryTopicHasNotices(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{"top_up_credited": "deposit", "payment_mismatch_late": "deposit", "suspense_claimed": "deposit", "withdrawal_approved": "withdrawal",
		"machine_started": "machine", "node_dividend": "node", "referral_reward": "reward", "level_reached": "reward", "referrer_unknown": "account", "new_session": "account",
		"backend_debit": "account", "address_added": "account", "calendar_link_made": "account", "terms_changed": "terms", "order_shipped": "order", "round_drawn": "game"} {
		if got := topicOf(kind); got != want {
			t.Errorf("%s belongs to %s, want %s", kind, got, want)
		}
	}
}
