package push

import (
	"context"
	"crypto/ecdh"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	tag = "push"
	// authBytes is the length of a browser's secret.
	authBytes = 16
)

// Device is a browser that is told of the caller's notices.
type Device struct {
	ID        string    `json:"id"`
	Device    string    `json:"device" doc:"What the client called itself"`
	CreatedAt time.Time `json:"createdAt"`
	Current   bool      `json:"current" doc:"It is the caller's session's"`
}

// Settings are how the caller is told.
type Settings struct {
	PublicKey string `json:"publicKey" doc:"What browsers subscribe with; empty where nobody is told"`
	Discreet  bool   `json:"discreet" doc:"Messages say only that something is new"`
	QuietFrom string `json:"quietFrom" doc:"When quiet hours begin, 22:00; empty without quiet hours"`
	QuietTo   string `json:"quietTo"`
	Zone      string `json:"zone" doc:"The zone of the quiet hours, Europe/Berlin"`
}

// SettingsIn changes all of it.
type SettingsIn struct {
	Discreet  bool   `query:"discreet"`
	QuietFrom string `query:"quietFrom" optional:"true" pattern:"^([01][0-9]|2[0-3]):[0-5][0-9]$" doc:"With quietTo and zone, or none of them"`
	QuietTo   string `query:"quietTo" optional:"true" pattern:"^([01][0-9]|2[0-3]):[0-5][0-9]$"`
	Zone      string `query:"zone" optional:"true" maxLength:"64" doc:"By its name in the zone database"`
}

// Check wants quiet hours whole: that last less than a day, in a zone there is.
func (in SettingsIn) Check() error {
	if in.QuietFrom == "" && in.QuietTo == "" && in.Zone == "" {
		return nil
	}
	if in.QuietFrom == "" {
		return fault.Invalid("quietFrom")
	}
	if in.QuietTo == "" || in.QuietTo == in.QuietFrom {
		return fault.Invalid("quietTo")
	}
	if _, err := time.LoadLocation(in.Zone); err != nil || in.Zone == "" || in.Zone == "Local" {
		return fault.Invalid("zone")
	}
	return nil
}

// SubscribeIn is what a browser's push service gave it.
type SubscribeIn struct {
	Endpoint  string `query:"endpoint" maxLength:"1000" doc:"Of a known push service"`
	P256dh    string `query:"p256dh" maxLength:"100" doc:"The browser's public key, base64url"`
	Auth      string `query:"auth" maxLength:"32" doc:"The browser's secret, base64url"`
	PublicKey string `query:"publicKey" maxLength:"100" doc:"What the browser subscribed with; another than that of the settings is refused"`
}

// Check refuses keys that nothing can be encrypted for.
func (in SubscribeIn) Check() error {
	point, err := base64.RawURLEncoding.DecodeString(in.P256dh)
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(point)
	}
	if err != nil {
		return fault.Invalid("p256dh")
	}
	if secret, err := base64.RawURLEncoding.DecodeString(in.Auth); err != nil || len(secret) != authBytes {
		return fault.Invalid("auth")
	}
	return nil
}

// UnsubscribeIn names a device of the caller.
type UnsubscribeIn struct {
	DeviceID httpapi.ID `query:"deviceId" optional:"true" doc:"By default that of the caller's session"`
}

// Register adds the calls.
func (s *Service) Register(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/push/settings", Tag: tag, Personal: "pushSettings",
		Summary: "How the caller is told of notices while the app is closed"},
		func(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (Settings, error) {
			return s.settingsOf(tx, c.UserID)
		})
	httpapi.Action(api, httpapi.Op{Path: "/api/push/setSettings", Tag: tag,
		Summary: "Change how the caller is told: discreetly, and not in quiet hours"}, s.setSettings)
	httpapi.View(api, httpapi.Op{Path: "/api/push/list", Tag: tag, Personal: "pushDevices",
		Summary: "The caller's browsers that are told, the newest first"}, s.list)
	httpapi.Action(api, httpapi.Op{Path: "/api/push/subscribe", Tag: tag,
		Summary: "Tell this session's browser of notices until the session is ended or 30 days old. A browser that told somebody else tells the caller from now on",
		Faults:  []fault.Fault{ErrUnavailable, ErrService}}, s.subscribe)
	httpapi.Action(api, httpapi.Op{Path: "/api/push/unsubscribe", Tag: tag, Summary: "Tell a browser no more",
		Faults: []fault.Fault{fault.NotFound}}, s.unsubscribe)
}

func (s *Service) settingsOf(tx *sqldb.Tx, userID string) (out Settings, err error) {
	p, err := preferenceOf(tx, userID)
	if err != nil {
		return out, err
	}
	out = Settings{Discreet: p.isDiscreet, QuietFrom: p.quietFrom, QuietTo: p.quietTo, Zone: p.zone}
	if s.Sealer != nil {
		newest, _, err := newestKey(tx)
		out.PublicKey = newest.public
		return out, err
	}
	return out, nil
}

func (s *Service) setSettings(ctx context.Context, c httpapi.Caller, in SettingsIn) (Settings, error) {
	return sqldb.Value(ctx, s.DB.Update, func(tx *sqldb.Tx) (Settings, error) {
		savePreference.Add(tx, preference{userID: c.UserID, isDiscreet: in.Discreet, quietFrom: in.QuietFrom, quietTo: in.QuietTo, zone: in.Zone})
		return s.settingsOf(tx, c.UserID)
	})
}

// list leaves out the browsers of sessions that ended: they are told nothing, and go with the next notice.
func (s *Service) list(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (out httpapi.List[Device], err error) {
	found, err := sqldb.Collect(tx, deviceTable.Scan, selectDevices, c.UserID)
	if err != nil {
		return out, err
	}
	rows := make([]Device, 0, len(found))
	for _, d := range found {
		isKept, err := s.Sessions.IsKept(tx, d.userID, d.sessionID)
		if err != nil {
			return out, err
		}
		if isKept {
			rows = append(rows, Device{ID: d.id, Device: d.agent, CreatedAt: d.createdAt, Current: d.sessionID == c.SessionID})
		}
	}
	return httpapi.All(rows), nil
}

func (s *Service) subscribe(ctx context.Context, c httpapi.Caller, in SubscribeIn) (out httpapi.List[Device], err error) {
	if s.Sealer == nil {
		return out, ErrUnavailable
	}
	if err := s.checkEndpoint(in.Endpoint); err != nil {
		return out, err
	}
	digest := sha256.Sum256([]byte(in.Endpoint))
	err = s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		newest, found, err := newestKey(tx)
		if err != nil {
			return err
		}
		if !found {
			return ErrUnavailable
		}
		if in.PublicKey != newest.public {
			return fault.Invalid("publicKey")
		}
		d := device{id: entropy.ID(s.Chance, tx.Now()), userID: c.UserID, sessionID: c.SessionID, endpointHash: hex.EncodeToString(digest[:]),
			keyID: newest.id, language: c.Language, agent: c.Agent, createdAt: tx.Now()}
		to := webpush.Subscription{Endpoint: in.Endpoint, Keys: webpush.Keys{P256dh: in.P256dh, Auth: in.Auth}}
		if d.sealed, err = s.Sealer.SealValue(to, deviceOwner(d.id)); err != nil {
			return err
		}
		// One browser is one person's, and a session has one browser.
		if err := tx.Do(deleteBrowser, d.endpointHash, d.sessionID); err != nil {
			return err
		}
		insertDevice.Add(tx, d)
		out, err = s.list(tx, c, httpapi.None{})
		return err
	})
	return out, err
}

func (s *Service) unsubscribe(ctx context.Context, c httpapi.Caller, in UnsubscribeIn) (out httpapi.List[Device], err error) {
	err = s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		if in.DeviceID == "" {
			err = tx.Do(deleteOfSession, c.UserID, c.SessionID)
		} else {
			var ended int64
			if ended, err = tx.Exec(deleteOwn, c.UserID, string(in.DeviceID)); err == nil && ended == 0 {
				err = fault.NotFound
			}
		}
		if err != nil {
			return err
		}
		out, err = s.list(tx, c, httpapi.None{})
		return err
	})
	return out, err
}
