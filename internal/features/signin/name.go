package signin

import (
	"context"
	"strings"
	"unicode"

	"etld/internal/base/fault"
	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
)

const (
	// marksMax is how many marks may stand on one letter; Vietnamese needs two.
	marksMax = 2
	// starsMin is how many stars in a row look like a masked account.
	starsMin = 3

	zeroWidthJoiner = '\u200d'
)

// isDisguised says that a name has parts that cannot be seen, so that it looks like
// another, or marks that spread over other lines. A joiner is seen between two
// symbols only, as it makes one picture of them.
func isDisguised(name string) bool {
	marks, before := 0, rune(0)
	for _, r := range name {
		switch {
		case r == zeroWidthJoiner && (unicode.IsSymbol(before) || isVariation(before)):
		case r == zeroWidthJoiner, isInvisible(r):
			return true
		case unicode.IsMark(r) && !isVariation(r):
			if marks++; marks > marksMax {
				return true
			}
		default:
			marks = 0
		}
		before = r
	}
	return false
}

// isVariation says that a character chooses how the one before it looks.
func isVariation(r rune) bool { return unicode.Is(unicode.Variation_Selector, r) }

func isInvisible(r rune) bool {
	return !isVariation(r) && (unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r))
}

// isMask says that a name looks like a masked account.
func isMask(name string) bool {
	stars := 0
	for _, r := range name {
		if !strings.ContainsRune("*＊∗⁎﹡٭", r) {
			stars = 0
			continue
		}
		if stars++; stars >= starsMin {
			return true
		}
	}
	return false
}

// checkOwnMask refuses a name that looks like a masked account, unless it is the
// user's own, which everybody has to begin with.
func (s *Service) checkOwnMask(ctx context.Context, userID, name string) error {
	return s.DB.View(ctx, func(tx *sqldb.Tx) error {
		p, err := user.Find(tx, userID)
		if err == nil && name != user.Mask(p.Address) {
			err = fault.Invalid("nickName")
		}
		return err
	})
}
