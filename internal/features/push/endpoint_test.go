package push

import (
	"crypto/ecdh"
	"encoding/base64"
	"testing"
	"time"

	"etld/internal/features/push/pushtest"
)

func TestOnlyKnownServicesAreCalled(t *testing.T) {
	t.Parallel()
	s := &Service{Config: Config{Services: knownServices}}
	for endpoint, isKnown := range map[string]bool{
		"https://fcm.googleapis.com/fcm/send/abc":            true,
		"https://FCM.googleapis.com/wp/abc":                  true,
		"https://updates.push.services.mozilla.com/wpush/v2": true,
		"https://web.push.apple.com/QGd":                     true,
		"https://db5p.notify.windows.com/w/?token=B":         true,
		"https://fcm.googleapis.com:8443/x":                  false,
		"https://evilfcm.googleapis.com/x":                   false,
		"https://push.apple.com.evil.example/x":              false,
		"https://evilpush.apple.com.example/":                false,
		"https://fcm.googleapis.com@127.0.0.1/x":             false,
		"https://127.0.0.1/x":                                false,
		"https:fcm.googleapis.com":                           false,
		"file:///etc/passwd":                                 false,
		"":                                                   false,
	} {
		if err := s.checkEndpoint(endpoint); (err == nil) != isKnown {
			t.Errorf("%s: %v", endpoint, err)
		}
	}
}

func TestNamesThatLeadInwardsAreNotCalled(t *testing.T) {
	t.Parallel()
	for address, isRefused := range map[string]bool{
		"142.250.185.74:443": false, "[2a00:1450:4001:80b::200a]:443": false,
		"142.250.185.74:80": true, "127.0.0.1:443": true, "10.1.2.3:443": true, "192.168.0.1:443": true, "169.254.169.254:443": true, "100.64.0.1:443": true,
		"0.0.0.0:443": true, "[::1]:443": true, "[fd00::1]:443": true, "[fe80::1]:443": true, "[::ffff:127.0.0.1]:443": true, "[64:ff9b::7f00:1]:443": true,
		"224.0.0.1:443": true, "nonsense": true,
	} {
		if err := refusePrivate("tcp", address, nil); (err != nil) != isRefused {
			t.Errorf("%s: %v", address, err)
		}
	}
	if answer, err := newClient().Get("https://127.0.0.1:443/"); err == nil {
		_ = answer.Body.Close()
		t.Error("the client calls this machine")
	}
}

func TestQuietUntil(t *testing.T) {
	t.Parallel()
	night := preference{quietFrom: "22:00", quietTo: "07:30", zone: "Europe/Berlin"}
	noon := preference{quietFrom: "12:00", quietTo: "13:00", zone: "Asia/Taipei"}
	for _, test := range []struct {
		name string
		p    preference
		now  string
		want string
	}{
		{"before", night, "2026-01-10T20:59:59Z", ""},
		{"at the beginning", night, "2026-01-10T21:00:00Z", "2026-01-11T06:30:00Z"},
		{"after midnight", night, "2026-01-11T03:00:00Z", "2026-01-11T06:30:00Z"},
		{"at the end", night, "2026-01-11T06:30:00Z", ""},
		{"in summer", night, "2026-07-10T20:30:00Z", "2026-07-11T05:30:00Z"},
		{"the night that summer begins", night, "2026-03-28T22:00:00Z", "2026-03-29T05:30:00Z"},
		{"within a day", noon, "2026-01-10T04:30:00Z", "2026-01-10T05:00:00Z"},
		{"outside", noon, "2026-01-10T05:00:00Z", ""},
		{"none", preference{}, "2026-01-10T05:00:00Z", ""},
		{"a zone that is no more", preference{quietFrom: "00:00", quietTo: "23:59", zone: "Mars/North"}, "2026-01-10T05:00:00Z", ""},
	} {
		now, err := time.Parse(time.RFC3339, test.now)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if until := test.p.quietUntil(now); !until.IsZero() {
			got = until.Format(time.RFC3339)
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// The browser of the tests reads the example of RFC 8291, so what it reads of ours is
// what browsers read.
func TestTheTestsBrowserReadsTheStandardsExample(t *testing.T) {
	t.Parallel()
	decode := func(text string) []byte {
		raw, err := base64.RawURLEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	private, err := ecdh.P256().NewPrivateKey(decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
	if err != nil {
		t.Fatal(err)
	}
	body := decode("DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
	if text, err := pushtest.Open(body, private, decode("BTBZMqHH6r4Tts7J_aSIgg")); err != nil || string(text) != "When I grow up, I want to be a watermelon" {
		t.Errorf("%q, %v", text, err)
	}
}
