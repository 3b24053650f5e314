package user

import (
	"errors"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/infra/sqldb"
)

// codeTries bounds the search for a free code; with 2⁴⁰ codes the second try
// is already rare.
const codeTries = 8

// Errors of programs rather than people.
var (
	ErrNoCode  = errors.New("no free referral code was found")
	ErrExists  = errors.New("the address has a user already")
	ErrAddress = errors.New("not an address")
)

const selectAfter = `SELECT id FROM user_person WHERE id > $1 AND is_robot = 0 ORDER BY id LIMIT $2`

const selectPerson = `, id, address, nick_name, image, referral_code, parent_id, earned_level, gift_level, is_robot, suspended_reason, created_at FROM user_person WHERE `

var (
	byID      = sqldb.NewLookup("users", `SELECT id`+selectPerson+`id`, sqldb.Single(scanPerson))
	byAddress = sqldb.NewLookup("users by address", `SELECT address_key`+selectPerson+`address_key`, sqldb.Single(scanPerson))
	byCode    = sqldb.NewLookup("users by code", `SELECT referral_code`+selectPerson+`referral_code`, sqldb.Single(scanPerson))
	save      = sqldb.NewUpsert("user_person", sqldb.Text("id"), sqldb.Text("address"), sqldb.Text("address_key"), sqldb.Text("nick_name"),
		sqldb.Text("image"), sqldb.Text("referral_code"), sqldb.Text("parent_id"), sqldb.Integer("earned_level"),
		sqldb.Integer("gift_level"), sqldb.Integer("is_robot"), sqldb.Text("suspended_reason"), sqldb.Integer("created_at"))
)

func scanPerson(row *sqldb.Row) (key string, p Person, err error) {
	err = row.Scan(&key, &p.ID, &p.Address, &p.NickName, &p.Image, &p.ReferralCode, &p.ParentID,
		&p.EarnedLevel, &p.GiftLevel, &p.IsRobot, &p.Suspended, &p.CreatedAt)
	return key, p, err
}

// Hint names the row that Find reads.
func Hint(id string) sqldb.Hint { return byID.Hint(id) }

// Find is a user by id, or fault.NotFound.
func Find(tx *sqldb.Tx, id string) (Person, error) {
	p, found, err := byID.Get(tx, id)
	if err == nil && !found {
		err = fault.NotFound
	}
	return p, err
}

// After lists the ids of people behind an id, in their order; platform accounts
// are no people.
func After(tx *sqldb.Tx, id string, limit int) (list []string, err error) {
	err = tx.Query(func(row *sqldb.Row) error {
		var next string
		err := row.Scan(&next)
		list = append(list, next)
		return err
	}, selectAfter, id, limit)
	return list, err
}

// FindByAddress is a user by wallet address in any case.
func FindByAddress(tx *sqldb.Tx, address string) (Person, bool, error) {
	return byAddress.Get(tx, addressKey(address))
}

// FindReferrer is a user by what an invitation carries: a user name or a
// referral code. Platform accounts refer nobody.
func FindReferrer(tx *sqldb.Tx, text string) (p Person, found bool, err error) {
	if address, ok := ParseAddress(text); ok {
		p, found, err = FindByAddress(tx, address)
	} else if code := readCode(text); code != "" {
		p, found, err = byCode.Get(tx, code)
	}
	return p, found && !p.IsRobot, err
}

// New is what a user is made of.
type New struct {
	Address  string
	ParentID string
	IsRobot  bool
}

// Create makes a user. The parent must exist.
func Create(tx *sqldb.Tx, chance entropy.Source, n New) (Person, error) {
	address, ok := ParseAddress(n.Address)
	if !ok {
		return Person{}, ErrAddress
	}
	_, exists, err := FindByAddress(tx, address)
	if err != nil {
		return Person{}, err
	}
	if exists {
		return Person{}, ErrExists
	}
	if n.ParentID != "" {
		if _, err := Find(tx, n.ParentID); err != nil {
			return Person{}, err
		}
	}
	code, err := freeCode(tx, chance)
	if err != nil {
		return Person{}, err
	}
	p := Person{ID: entropy.ID(chance, tx.Now()), Address: address, NickName: Mask(address), ReferralCode: code,
		ParentID: n.ParentID, IsRobot: n.IsRobot, CreatedAt: tx.Now()}
	p.Image = Images[int(p.ID[len(p.ID)-1])%len(Images)]
	store(tx, p)
	return p, nil
}

func freeCode(tx *sqldb.Tx, chance entropy.Source) (string, error) {
	for range codeTries {
		code := entropy.Code(chance, CodeLength)
		_, taken, err := byCode.Get(tx, code)
		if err != nil || !taken {
			return code, err
		}
	}
	return "", ErrNoCode
}

// store keeps a person for this transaction and those after it.
func store(tx *sqldb.Tx, p Person) {
	var parent any
	if p.ParentID != "" {
		parent = p.ParentID
	}
	save.Add(tx, p.ID, p.Address, addressKey(p.Address), p.NickName, p.Image, p.ReferralCode, parent,
		p.EarnedLevel, p.GiftLevel, p.IsRobot, p.Suspended, p.CreatedAt)
	byID.Set(tx, p.ID, p)
	byAddress.Set(tx, addressKey(p.Address), p)
	byCode.Set(tx, p.ReferralCode, p)
}

// change applies a change to a user's row.
func change(tx *sqldb.Tx, id string, apply func(*Person)) (Person, error) {
	p, err := Find(tx, id)
	if err != nil {
		return Person{}, err
	}
	apply(&p)
	store(tx, p)
	return p, nil
}

// SetProfile changes what a person may change; empty texts leave as is. The
// caller has checked them.
func SetProfile(tx *sqldb.Tx, id, nickName, image string) (Person, error) {
	return change(tx, id, func(p *Person) {
		if nickName != "" {
			p.NickName = nickName
		}
		if image != "" {
			p.Image = image
		}
	})
}

// SetEarnedLevel stores the nightly level.
func SetEarnedLevel(tx *sqldb.Tx, id string, level int) (Person, error) {
	return change(tx, id, func(p *Person) { p.EarnedLevel = level })
}

// SetGiftLevel stores the highest level that active nodes give.
func SetGiftLevel(tx *sqldb.Tx, id string, level int) (Person, error) {
	return change(tx, id, func(p *Person) { p.GiftLevel = level })
}

// SetSuspended bars a person from signing in, or lifts that with no reason.
// Whoever calls it ends the person's sessions too.
func SetSuspended(tx *sqldb.Tx, id, reason string) (Person, error) {
	return change(tx, id, func(p *Person) { p.Suspended = reason })
}
