package user

import (
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
)

const (
	// CodeLength is the length of a referral code.
	CodeLength = 8

	addressLength = 42
	maskedEnd     = 6
	maskedShort   = 2
	mask          = "******"
	maskedFrom    = 2*maskedEnd + 1
)

// Images are the pictures a person can choose from; the app draws them.
var Images = [...]string{"azurite", "malachite", "topaz", "amethyst", "drill", "lantern", "scale", "compass"}

// Person is a user.
type Person struct {
	ID      string
	Address string
	// addressKey is the form of the address that is searched for.
	addressKey   string
	NickName     string
	Image        string
	ReferralCode string
	// ParentID is who invited the person, or empty.
	ParentID    string
	EarnedLevel int
	GiftLevel   int
	IsRobot     bool
	// Suspended is the reason why the person may not sign in, or empty.
	Suspended string
	// SuspendedUntil is when that ends by itself, or ended; zero with a reason is when
	// people end it.
	SuspendedUntil time.Time
	// SuspendedSince is when the person was last barred; zero where that was before it
	// was kept.
	SuspendedSince time.Time
	CreatedAt      time.Time
}

// IsSuspended says that the person is barred now, which is at.
func (p Person) IsSuspended(at time.Time) bool {
	return p.Suspended != "" && (p.SuspendedUntil.IsZero() || at.Before(p.SuspendedUntil))
}

// BarredUntil is when a person who is at the door at a time can sign in: then, or when
// the suspension ends as it stands, or ended. One that people end is taken for one of many
// years.
func (p Person) BarredUntil(at time.Time) time.Time {
	switch {
	case !p.IsSuspended(at) && !p.WasSuspended(at):
		return at
	case p.SuspendedUntil.IsZero():
		return endless()
	}
	return p.SuspendedUntil
}

func endless() time.Time { return time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC) }

// IsEndKnown says that an end which stands still during a suspension can be told: until
// people end the suspension it is unknown.
func IsEndKnown(end time.Time) bool { return end.Before(endless()) }

// WasSuspended says that the person was barred at a time of which something takes effect
// now: by the last suspension, whether or not it lasts.
func (p Person) WasSuspended(at time.Time) bool {
	if p.SuspendedSince.IsZero() {
		return p.IsSuspended(at)
	}
	return !at.Before(p.SuspendedSince) && (at.Before(p.SuspendedUntil) || p.SuspendedUntil.IsZero())
}

// Level is the higher of the earned and the gift level.
func (p Person) Level() int { return max(p.EarnedLevel, p.GiftLevel) }

// InvitationLink is the link a person shares; it holds the code and never the
// address.
func (p Person) InvitationLink(origin string) string {
	return origin + "/#/?pusername=" + p.ReferralCode
}

// ParseAddress brings an address to its EIP-55 form. Any mix of cases is
// accepted, as wallets differ in it.
func ParseAddress(text string) (address string, ok bool) {
	if len(text) != addressLength || !strings.HasPrefix(text, "0x") || !common.IsHexAddress(text) {
		return "", false
	}
	return common.HexToAddress(text).Hex(), true
}

// Mask hides the middle of an identifier: the first and last six characters
// remain, or the first two of one shorter than thirteen.
func Mask(id string) string {
	runes := []rune(id)
	if len(runes) < maskedFrom {
		return string(runes[:min(maskedShort, len(runes))]) + mask
	}
	return string(runes[:maskedEnd]) + mask + string(runes[len(runes)-maskedEnd:])
}

// readCode brings a typed code to the form that is stored, or to nothing.
func readCode(text string) string {
	code := strings.NewReplacer("O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(text))
	if len(code) != CodeLength {
		return ""
	}
	return code
}

func addressKey(address string) string { return strings.ToLower(address) }
