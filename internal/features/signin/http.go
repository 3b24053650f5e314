package signin

import (
	"context"
	"strings"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const tag = "signin"

// LoginIn is the sign-in payload. The signature is that of personal_sign over
// the message.
type LoginIn struct {
	Username  string `query:"username" pattern:"^0x[0-9a-fA-F]{40}$" doc:"The wallet address"`
	Type      string `query:"type" enum:"ANDROID"`
	Referrer  string `query:"pusername" optional:"true" maxLength:"64" anyText:"true" doc:"A user name or a referral code; used when the account is created, and ignored with a notice where nobody has it"`
	Message   string `query:"message" maxLength:"512" doc:"The phrase of /api/open/app and the time in milliseconds"`
	Signature string `query:"signature" minLength:"132" maxLength:"4098" pattern:"^0x([0-9a-fA-F]{2})+$"`
}

// UserInfo is a user as the app shows the user to itself.
type UserInfo struct {
	ID             string  `json:"id"`
	UserName       string  `json:"userName" doc:"The wallet address"`
	NickName       string  `json:"nickName"`
	Image          string  `json:"image" enum:"azurite,malachite,topaz,amethyst,drill,lantern,scale,compass"`
	ReferralCode   string  `json:"referralCode"`
	Level          int     `json:"level" minimum:"0" maximum:"5"`
	LevelEarned    int     `json:"levelEarned" minimum:"0" maximum:"5"`
	LevelGift      int     `json:"levelGift" minimum:"0" maximum:"5"`
	GamePoints     int64   `json:"gamePoints"`
	InvitationLink string  `json:"invitationLink"`
	Token          *string `json:"token" doc:"Only after signing in; otherwise null: the client keeps the one it has"`
	IsRobot        bool    `json:"isRobot"`
	Unread         int64   `json:"unread" doc:"Unread notices"`
}

// LoginOut is the user with the new token.
type LoginOut struct {
	UserInfo
	ExpireAt time.Time `json:"expireAt"`
	IsNew    bool      `json:"isNew"`
}

// Done is the answer of a call that only has an effect.
type Done struct {
	OK bool `json:"ok"`
}

// SessionRow is one of the caller's sessions.
type SessionRow struct {
	ID         string    `json:"id"`
	IP         string    `json:"ip"`
	Device     string    `json:"device" doc:"What the client called itself"`
	CreatedAt  time.Time `json:"createdAt"`
	LastSeenAt time.Time `json:"lastSeenAt"`
	ExpireAt   time.Time `json:"expireAt" doc:"Moves on with use, which is recorded once an hour: seven days after the last use, up to an hour more"`
	Current    bool      `json:"current"`
	// IsLive is false for one that was not used for so long that it opens nothing.
	IsLive bool `json:"live" doc:"False after seven days without use: it opens nothing any more, and its device may be told of notices until the session is ended or 30 days old"`
}

// SignUp is how an account began: what its wallet signed, and who invited it.
type SignUp struct {
	At        time.Time      `json:"at"`
	Wallet    walletsig.Kind `json:"wallet"`
	Message   string         `json:"message"`
	Signature string         `json:"signature"`
	InvitedBy string         `json:"invitedBy"`
}

// RevokeIn names a session.
type RevokeIn struct {
	SessionID httpapi.ID `query:"sessionId"`
}

// ProfileIn is what a user may change.
type ProfileIn struct {
	NickName *string `query:"nickName" minLength:"1" maxLength:"24"`
	Image    *string `query:"image" enum:"azurite,malachite,topaz,amethyst,drill,lantern,scale,compass"`
}

// Check refuses a name in which nothing can be seen, or that has more in it than can
// be seen, and a call that changes nothing.
func (in ProfileIn) Check() error {
	if in.NickName == nil && in.Image == nil {
		return fault.Invalid("nickName")
	}
	if in.NickName != nil && (!strings.ContainsFunc(*in.NickName, httpapi.IsSeen) || isDisguised(*in.NickName)) {
		return fault.Invalid("nickName")
	}
	return nil
}

// Register adds the calls.
func (s *Service) Register(api *httpapi.API) {
	httpapi.Action(api, httpapi.Op{Path: "/api/user/logining", Tag: tag, Summary: "Sign in with a signed message", Public: true,
		Rate: httpapi.RateSignIn, Faults: []fault.Fault{ErrSignature, ErrExpired, ErrUsed, ErrSuspended}}, s.signIn)
	httpapi.View(api, httpapi.Op{Path: "/api/user/getUserInfo", Tag: tag, Personal: "profile", Summary: "The signed-in user"}, s.userInfo)
	httpapi.Personal(api, "signUp", signUp)
	httpapi.Action(api, httpapi.Op{Path: "/api/user/updateProfile", Tag: tag, Summary: "Change nickname or image"}, s.updateProfile)
	httpapi.Action(api, httpapi.Op{Path: "/api/user/logout", Tag: tag, Summary: "End this session"},
		func(ctx context.Context, c httpapi.Caller, _ httpapi.None) (Done, error) {
			return s.revoke(ctx, c, c.SessionID)
		})
	httpapi.View(api, httpapi.Op{Path: "/api/user/sessions", Tag: tag, Personal: "sessions", Summary: "The caller's sessions, last used first"}, s.list)
	httpapi.Action(api, httpapi.Op{Path: "/api/user/revokeSession", Tag: tag, Summary: "End one of the caller's sessions",
		Faults: []fault.Fault{fault.NotFound}},
		func(ctx context.Context, c httpapi.Caller, in RevokeIn) (Done, error) {
			return s.revoke(ctx, c, string(in.SessionID))
		})
}

func (s *Service) userInfo(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (UserInfo, error) {
	person, err := user.Find(tx, c.UserID)
	if err != nil {
		return UserInfo{}, err
	}
	return s.info(tx, person)
}

// signUp is how the caller's account began.
func signUp(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (SignUp, error) {
	person, err := user.Find(tx, c.UserID)
	if err != nil {
		return SignUp{}, err
	}
	proof, err := user.ProofOf(tx, c.UserID)
	if err != nil {
		return SignUp{}, err
	}
	out := SignUp{At: person.CreatedAt, Wallet: proof.Kind, Message: proof.Message, Signature: proof.Signature}
	if person.ParentID != "" {
		parent, err := user.Find(tx, person.ParentID)
		if err != nil {
			return SignUp{}, err
		}
		out.InvitedBy = user.Mask(parent.Address)
	}
	return out, nil
}

func (s *Service) info(tx *sqldb.Tx, p user.Person) (UserInfo, error) {
	points, err := s.Ledger.Balance(tx, ledger.Of(p.ID, ledger.Points, money.GP))
	if err != nil {
		return UserInfo{}, err
	}
	unread, err := s.Notices.Unread(tx, p.ID)
	return UserInfo{ID: p.ID, UserName: p.Address, NickName: p.NickName, Image: p.Image, ReferralCode: p.ReferralCode,
		Level: p.Level(), LevelEarned: p.EarnedLevel, LevelGift: p.GiftLevel, GamePoints: int64(points),
		InvitationLink: p.InvitationLink(s.Origin), IsRobot: p.IsRobot, Unread: unread}, err
}

func (s *Service) updateProfile(ctx context.Context, c httpapi.Caller, in ProfileIn) (out UserInfo, err error) {
	nickName, image := "", ""
	if in.NickName != nil {
		nickName = strings.TrimSpace(*in.NickName)
	}
	if isMask(nickName) {
		if err := s.checkOwnMask(ctx, c.UserID, nickName); err != nil {
			return out, err
		}
	}
	if in.Image != nil {
		image = *in.Image
	}
	err = s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		person, err := user.SetProfile(tx, c.UserID, nickName, image)
		if err != nil {
			return err
		}
		out, err = s.info(tx, person)
		return err
	})
	return out, err
}

func (s *Service) list(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (httpapi.List[SessionRow], error) {
	var rows []SessionRow
	found, err := sqldb.Collect(tx, sessionTable.Scan, selectSessions, c.UserID)
	for _, one := range found {
		if tx.Now().Before(one.endsAt) {
			rows = append(rows, SessionRow{ID: one.id, IP: one.ip, Device: one.agent, CreatedAt: one.createdAt, LastSeenAt: one.seenAt,
				ExpireAt: one.expiresAt, Current: one.id == c.SessionID, IsLive: one.isLive(tx.Now())})
		}
	}
	return httpapi.All(rows), err
}

func (s *Service) revoke(ctx context.Context, c httpapi.Caller, sessionID string) (Done, error) {
	err := s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		ended, err := tx.Exec(deleteSession, c.UserID, sessionID)
		if err == nil && ended == 0 {
			err = fault.NotFound
		}
		return err
	})
	return Done{OK: err == nil}, err
}
