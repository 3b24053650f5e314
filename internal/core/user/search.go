package user

import (
	"regexp"
	"strings"

	"etld/internal/infra/sqldb"
)

// foundMax bounds what one search finds.
const foundMax = 20

var (
	maskedAddress = regexp.MustCompile(`^(0[xX][0-9a-fA-F]{4})\*+([0-9a-fA-F]{6})$`)

	selectMasked = personTable.Select("WHERE address_key >= $1 AND address_key < $2 AND address_key LIKE $3 ORDER BY address_key LIMIT $4")
	selectNamed  = personTable.Select("WHERE nick_name = $1 ORDER BY id LIMIT $2")
)

// Search finds people by id, wallet address, masked address, referral code or name, in
// this order; more than one only by a masked address or a name. Platform accounts are
// found too.
func Search(tx *sqldb.Tx, text string) ([]Person, error) {
	text = strings.TrimSpace(text)
	p, found, err := byID.Get(tx, text)
	if address, ok := ParseAddress(text); err == nil && !found && ok {
		p, found, err = FindByAddress(tx, address)
	}
	if code := readCode(text); err == nil && !found && code != "" {
		p, found, err = byCode.Get(tx, code)
	}
	switch {
	case err != nil:
		return nil, err
	case found:
		return []Person{p}, nil
	}
	if parts := maskedAddress.FindStringSubmatch(strings.ToLower(text)); parts != nil {
		return sqldb.Collect(tx, personTable.Scan, selectMasked, parts[1], parts[1]+"g", parts[1]+"%"+parts[2], foundMax)
	}
	return sqldb.Collect(tx, personTable.Scan, selectNamed, text, foundMax)
}
