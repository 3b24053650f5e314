package user

import (
	"errors"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/infra/jobs"
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

// SelectIDOfAddress is the user of a wallet, for conditions of lists.
const SelectIDOfAddress = `SELECT id FROM user_person WHERE address_key = LOWER(?)`

const selectAddresses = `SELECT id, address_key FROM user_person`

const selectAfter = `SELECT id FROM user_person WHERE id > $1 AND is_robot = 0 ORDER BY id LIMIT $2`

const selectInvited = `SELECT 1 FROM user_person WHERE parent_id = $1 LIMIT 1`

var (
	personTable = sqldb.NewTable[Person]("user_person", `id, address, address_key, nick_name, image, referral_code, earned_level, gift_level,
		is_robot, suspended_reason = Suspended, suspended_until, suspended_since, created_at`).Nullable("parent_id")
	savePerson   = personTable.Upsert()
	selectPeople = personTable.Select("WHERE id > $1 AND is_robot = 0 ORDER BY id LIMIT $2")

	selectEnded = `SELECT id FROM user_person WHERE suspended_reason <> '' AND suspended_until > 0 AND suspended_until <= $1 AND ` +
		jobs.NotParked(JobRestore, "user_person.id") + ` ORDER BY id LIMIT $2`

	byID      = personsBy("users", "id", func(p Person) string { return p.ID })
	byAddress = personsBy("users by address", "address_key", func(p Person) string { return p.addressKey })
	byCode    = personsBy("users by code", "referral_code", func(p Person) string { return p.ReferralCode })
)

// personsBy finds people by a column that differs between them.
func personsBy(name, column string, key func(Person) string) *sqldb.Lookup[Person] {
	return sqldb.NewLookup(name, personTable.Select("WHERE "+column), sqldb.Single(personTable.ByKey(key)))
}

// Table is the table of people, for operators' lists.
func Table() *sqldb.Table[Person] { return personTable }

// Hint names the row that Find reads.
func Hint(id string) sqldb.Hint { return byID.Hint(id) }

// Find is a user by id, or fault.NotFound.
func Find(tx sqldb.Command, id string) (Person, error) {
	return fault.Known(byID.Get(tx, id))
}

// After lists the ids of people behind an id, in their order; platform accounts
// are no people.
func After(tx *sqldb.Tx, id string, limit int) ([]string, error) {
	return sqldb.Collect(tx, sqldb.One[string], selectAfter, id, limit)
}

// Load fetches people whom Find will be asked for.
func Load(tx sqldb.Command, ids []string) error { return byID.Load(tx, ids) }

// People lists people behind an id, in the order of their ids.
func People(tx *sqldb.Tx, id string, limit int) ([]Person, error) {
	return sqldb.Collect(tx, personTable.Scan, selectPeople, id, limit)
}

// Addresses calls each with every user's address, in lower case.
func Addresses(tx *sqldb.Tx, each func(id, address string) error) error {
	return tx.Query(func(row *sqldb.Row) error {
		var id, address string
		if err := row.Scan(&id, &address); err != nil {
			return err
		}
		return each(id, address)
	}, selectAddresses)
}

// FindByAddress is a user by wallet address in any case.
func FindByAddress(tx sqldb.Command, address string) (Person, bool, error) {
	return byAddress.Get(tx, addressKey(address))
}

// FindReferrer is a user by what an invitation carries: a user name or a
// referral code. Platform accounts refer nobody.
func FindReferrer(tx sqldb.Command, text string) (p Person, found bool, err error) {
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
	Proof    Proof
}

// Create makes a user. The parent must exist.
func Create(tx sqldb.Command, chance entropy.Source, n New) (Person, error) {
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
	p := Person{ID: entropy.ID(chance, tx.Now()), Address: address, addressKey: addressKey(address), NickName: Mask(address), ReferralCode: code,
		ParentID: n.ParentID, CreatedAt: tx.Now()}
	p.Image = firstImage(p.ID)
	store(tx, p)
	storeProof(tx, p, n.Proof)
	return p, nil
}

func freeCode(tx sqldb.Command, chance entropy.Source) (string, error) {
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
func store(tx sqldb.Command, p Person) {
	savePerson.Add(tx, p)
	byID.Set(tx, p.ID, p)
	byAddress.Set(tx, p.addressKey, p)
	byCode.Set(tx, p.ReferralCode, p)
}

// change applies a change to a user's row.
func change(tx sqldb.Command, id string, apply func(*Person)) (Person, error) {
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
func SetProfile(tx sqldb.Command, id, nickName, image string) (Person, error) {
	return change(tx, id, func(p *Person) {
		if nickName != "" {
			p.NickName = nickName
		}
		if image != "" {
			p.Image = image
		}
	})
}

// ResetProfile takes back what a person called and pictured themselves as.
func ResetProfile(tx sqldb.Command, id string) (Person, error) {
	return change(tx, id, func(p *Person) { p.NickName, p.Image = Mask(p.Address), firstImage(p.ID) })
}

// firstImage is the picture of a person who chose none.
func firstImage(id string) string { return Images[int(id[len(id)-1])%len(Images)] }

// SetEarnedLevel stores the nightly level.
func SetEarnedLevel(tx sqldb.Command, id string, level int) (Person, error) {
	return change(tx, id, func(p *Person) { p.EarnedLevel = level })
}

// SetGiftLevel stores the highest level that active nodes give.
func SetGiftLevel(tx sqldb.Command, id string, level int) (Person, error) {
	return change(tx, id, func(p *Person) { p.GiftLevel = level })
}

// HasInvited reports whether somebody joined by a person's code.
func HasInvited(tx *sqldb.Tx, id string) (bool, error) {
	var one int
	return tx.QueryOne([]any{&one}, selectInvited, id)
}

// SetRobot marks an account as run by the platform, or takes that back.
func SetRobot(tx sqldb.Command, id string, isRobot bool) (Person, error) {
	return change(tx, id, func(p *Person) { p.IsRobot = isRobot })
}

// Suspend bars a person from signing in until a time, or without an end. Whoever calls
// it ends the person's sessions too.
func Suspend(tx sqldb.Command, id, reason string, until time.Time) (Person, error) {
	return change(tx, id, func(p *Person) {
		if !p.IsSuspended(tx.Now()) {
			p.SuspendedSince = tx.Now()
		}
		p.Suspended, p.SuspendedUntil = reason, until
	})
}

// Restore ends a suspension, and keeps when that was: where its time was over, then.
func Restore(tx sqldb.Command, id string) (Person, error) {
	return change(tx, id, func(p *Person) {
		if p.IsSuspended(tx.Now()) {
			p.SuspendedUntil = tx.Now()
		}
		p.Suspended = ""
	})
}

// JobRestore is the job that ends suspensions whose time is over.
const JobRestore = "signin_restore"

// SuspendedBefore names who was suspended until a time at most, without those whom
// JobRestore has parked.
func SuspendedBefore(tx *sqldb.Tx, until time.Time, limit int) (ids []string, err error) {
	return sqldb.Collect(tx, sqldb.One[string], selectEnded, until, limit)
}

// Notices leaves a notice with a user. The inbox is one.
type Notices interface {
	Send(tx sqldb.Command, userID, kind string, params map[string]string, link string) error
}

// NoticesAndEvents tells a user's open apps as well of what leaves no notice.
type NoticesAndEvents interface {
	Notices
	Tell(tx sqldb.Command, userID, kind string, refs map[string]string) error
}
