package push

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const (
	annPhone, annDesk, bobPhone = "ann@phone", "ann@desk", "bob@phone"
	newOne                      = "paid in en"
)

func each(t *testing.T, do func(t *testing.T, w *world)) {
	t.Helper()
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) { do(t, newWorld(t, db, c)) })
}

func TestAClosedAppIsTold(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.inbox.send("ann", "before")
		w.later()
		w.inbox.read("ann")
		phone, desk, bob := w.browser(annPhone), w.browser(annDesk), w.browser(bobPhone)
		w.inbox.send("ann", "paid")
		w.inbox.send("ann", "silenced")
		w.inbox.read("nobody")
		w.work()
		w.expect(phone)
		w.later()
		w.expect(phone, newOne)
		w.expect(desk, newOne)
		w.expect(bob)
		m := phone.Told()[0]
		if m.To != "ann" || m.Link != "/wallet" || m.Unread != 2 || m.Many != "New notices: 2" || !strings.HasPrefix(m.Body, "You got 12.5 USDT. ") ||
			len([]rune(m.Body)) != bodyMax {
			t.Errorf("the message is %+v", m)
		}
		w.later()
		w.expect(phone, newOne)
	})
}

func TestAFloodIsOneMessage(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		phone := w.browser(annPhone)
		for range 1200 {
			w.inbox.send("ann", "paid")
		}
		w.later()
		w.expect(phone, "New notices: 1200")
		for range 10 {
			w.inbox.send("ann", "paid")
			w.later()
		}
		w.expect(phone, "New notices: 1200")
		w.clock.Advance(restFor)
		w.work()
		w.expect(phone, "New notices: 1200", "New notices: 10")
	})
}

func TestWhatWasReadIsNotTold(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		phone := w.browser(annPhone)
		w.inbox.send("ann", "paid")
		w.work()
		w.inbox.read("ann")
		w.later()
		w.expect(phone)
		w.clock.Advance(restFor)
		w.work()
		w.expect(phone)
	})
}

func TestNobodyIsToldOfAnothersThings(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		phone, desk := w.browser(annPhone), w.browser(annDesk)
		// Bob signs in on Ann's phone, and her session there was never ended.
		w.subscribe(bobPhone, phone)
		w.inbox.send("ann", "paid")
		w.later()
		w.expect(phone)
		w.expect(desk, newOne)
		w.inbox.send("bob", "paid")
		w.later()
		w.expect(phone, newOne)
		if to := phone.Told()[0].To; to != "bob" {
			t.Errorf("the message is for %s", to)
		}
		// Ann's desk signs out with news waiting.
		w.clock.Advance(restFor)
		w.inbox.send("ann", "paid")
		w.work()
		w.sessions.ended[annDesk] = ""
		if left := w.devices(annPhone); len(left) != 0 {
			t.Errorf("an ended session's browser is listed: %+v", left)
		}
		w.later()
		w.expect(desk, newOne)
		// It is gone, and not only left out.
		delete(w.sessions.ended, annDesk)
		if left := w.devices(annPhone); len(left) != 0 {
			t.Errorf("ann still has %+v", left)
		}
	})
}

func TestDevicesAreListedAndEnded(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.browser(annPhone)
		desk := w.browser(annDesk)
		// The same session with another browser has one device.
		phone := w.browser(annPhone)
		list := w.devices(annDesk)
		if len(list) != 2 || list[0].Current || !list[1].Current {
			t.Fatalf("ann has %+v", list)
		}
		if r := w.call("/api/push/unsubscribe", bobPhone, "deviceId", list[0].ID); r.Code != 1005 {
			t.Errorf("bob ends ann's: %s", r.Body)
		}
		if r := w.call("/api/push/unsubscribe", annDesk, "deviceId", list[0].ID); r.Code != http.StatusOK {
			t.Error(r.Body)
		}
		w.inbox.send("ann", "paid")
		w.later()
		w.expect(phone)
		w.expect(desk, newOne)
		if r := w.call("/api/push/unsubscribe", annDesk); r.Code != http.StatusOK || len(w.devices(annDesk)) != 0 {
			t.Errorf("by session: %s", r.Body)
		}
	})
}

// A device whose message cannot be made is parked, and has its message later; the others
// have theirs meanwhile. One that is gone by then is parked no longer.
func TestAMessageThatCannotBeMadeHarmsNoOther(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		phone, desk, bob := w.browser(annPhone), w.browser(annDesk), w.browser(bobPhone)
		parked := func(want int) {
			t.Helper()
			if err := w.db.View(t.Context(), func(tx *sqldb.Tx) error {
				list, err := jobs.Parked(tx, jobSend)
				if len(list) != want || want > 0 && list[0].Cause != errLost.Error() {
					t.Errorf("parked: %+v", list)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		w.inbox.lostFor = "ann"
		w.inbox.send("ann", "paid")
		w.inbox.send("bob", "paid")
		w.later()
		w.expect(bob, newOne)
		parked(2)
		w.inbox.lostFor = ""
		w.work()
		w.expect(phone)
		w.call("/api/push/unsubscribe", annDesk)
		w.clock.Advance(retryAfter)
		w.work()
		parked(0)
		w.expect(phone, newOne)
		w.expect(desk)
		w.expect(bob, newOne)
	})
}

func TestABusyServiceIsAskedAgainWhenItSays(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		phone := w.browser(annPhone)
		const wait = time.Hour
		for _, after := range []string{"3600", time.Now().Add(wait).UTC().Format(http.TimeFormat)} {
			told, tries := len(phone.Told()), phone.Tries()
			phone.Busy(after)
			w.inbox.send("ann", "paid")
			w.later()
			w.clock.Advance(wait - time.Minute)
			w.work()
			if phone.Tries() != tries+1 {
				t.Errorf("%q: %d tries within the hour", after, phone.Tries()-tries)
			}
			phone.Answer(http.StatusCreated)
			w.clock.Advance(time.Minute + time.Second)
			w.work()
			if len(phone.Told()) != told+1 {
				t.Errorf("%q: not told after the hour", after)
			}
			w.inbox.read("ann")
			w.clock.Advance(restFor)
		}
	})
}

func TestTheBoardShowsThatNoServiceTakesMessages(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for _, token := range []string{annPhone, bobPhone} {
			w.browser(token).Answer(http.StatusInternalServerError)
			w.inbox.send(strings.Split(token, "@")[0], "paid")
		}
		w.work()
		w.clock.Advance(gatherFor)
		if err := w.tryWork(); err == nil {
			t.Error("the job says that all is well")
		}
	})
}

func TestDiscreetMessagesSayNothing(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		phone := w.browser(annPhone)
		w.call("/api/push/setSettings", annPhone, "discreet", "true")
		w.inbox.send("ann", "paid")
		w.later()
		w.expect(phone, "New notices: 1")
		if m := phone.Told()[0]; m.Body != "Open the app to read." {
			t.Errorf("the message says %+v", m)
		}
	})
}

func TestQuietHoursPutMessagesOff(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		phone, bob := w.browser(annPhone), w.browser(bobPhone)
		now := w.clock.Now().UTC()
		from, to := now.Add(-time.Hour).Format(clockTime), now.Add(time.Hour).Format(clockTime)
		if r := w.call("/api/push/setSettings", annPhone, "discreet", "false", "quietFrom", from, "quietTo", to, "zone", "Etc/UTC"); r.Code != http.StatusOK {
			t.Fatal(r.Body)
		}
		w.inbox.send("ann", "paid")
		w.inbox.send("ann", "paid")
		w.inbox.send("bob", "paid")
		w.later()
		w.expect(phone)
		w.expect(bob, newOne)
		w.clock.Advance(time.Hour)
		w.work()
		w.expect(phone, "New notices: 2")
	})
}

func TestKeysRotate(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		phone := w.browser(annPhone)
		first := w.settings(annPhone).PublicKey
		w.clock.Advance(keyFor)
		w.work()
		second := w.settings(annPhone).PublicKey
		if first == "" || second == first {
			t.Fatalf("the keys are %q and %q", first, second)
		}
		if r := w.call("/api/push/subscribe", annDesk, w.browsers.Browser(first).Params()...); r.Code != 1002 {
			t.Errorf("with the former key: %s", r.Body)
		}
		// Who began with the former key is told with it.
		w.inbox.send("ann", "paid")
		w.later()
		w.expect(phone, newOne)
		// The seal's key is replaced: all opens with the new one, and the next key begins.
		former := []byte(strings.Repeat("a", 32))
		w.push.Sealer = sealerOf(t, "b", former)
		if n, err := w.push.Rotate(t.Context()); err != nil || n != 3 {
			t.Errorf("%d were sealed anew, %v", n, err)
		}
		w.push.Sealer = sealerOf(t, "b")
		w.work()
		if third := w.settings(annPhone).PublicKey; third == second {
			t.Error("the key stays though its seal may be known")
		}
		w.clock.Advance(restFor)
		w.inbox.send("ann", "paid")
		w.later()
		w.expect(phone, newOne, newOne)
	})
}

func TestSubscribeRefusesWhatIsNoBrowsers(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		good := w.browsers.Browser(w.settings(annPhone).PublicKey).Params()
		for _, test := range []struct {
			name, value string
			code        int
		}{
			{"endpoint", "http://" + w.browsers.Host() + "/x", 1812},
			{"endpoint", "https://user@" + w.browsers.Host() + "/x", 1812},
			{"endpoint", "https://etld.example/x", 1812},
			{"endpoint", "https://127.0.0.1/x", 1812},
			{"endpoint", "https://fcm.googleapis.com.evil.example/x", 1812},
			{"p256dh", "AAAA", 1002},
			{"auth", "AAAA", 1002},
			{"publicKey", "AAAA", 1002},
		} {
			params := append([]string(nil), good...)
			for i := 0; i < len(params); i += 2 {
				if params[i] == test.name {
					params[i+1] = test.value
				}
			}
			if r := w.call("/api/push/subscribe", annPhone, params...); r.Code != test.code {
				t.Errorf("%s=%s: %s", test.name, test.value, r.Body)
			}
		}
		for _, in := range [][]string{{"quietFrom", "22:00"}, {"quietFrom", "25:00"}, {"quietFrom", "22:00", "quietTo", "22:00", "zone", "Etc/UTC"},
			{"quietFrom", "22:00", "quietTo", "07:00"}, {"quietFrom", "22:00", "quietTo", "07:00", "zone", "../etc/passwd"}} {
			if r := w.call("/api/push/setSettings", annPhone, append(in, "discreet", "true")...); r.Code != 1002 {
				t.Errorf("%v: %s", in, r.Body)
			}
		}
		w.push.Sealer = nil
		if r := w.call("/api/push/subscribe", annPhone, good...); r.Code != 1811 {
			t.Errorf("without a sealer: %s", r.Body)
		}
		if w.settings(annPhone).PublicKey != "" {
			t.Error("browsers are given a key that nobody tells with")
		}
		w.work()
		if err := w.db.Update(t.Context(), func(tx *sqldb.Tx) error { return w.push.Erase(tx, "ann") }); err != nil {
			t.Error(err)
		}
	})
}

func TestTablesReadWhatTheyStore(t *testing.T) {
	t.Parallel()
	dbtest.Tables(t, keyTable, deviceTable, preferenceTable, cursorTable)
}

func TestMessagesSpeakAllLanguages(t *testing.T) {
	t.Parallel()
	all, err := loadTexts()
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range httpapi.Languages {
		if w := all[language]; !strings.Contains(w.of(7), "7") || w.Open == "" {
			t.Errorf("%s: %+v", language, w)
		}
	}
}
