package solvency

import (
	"errors"
	"fmt"
	"iter"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/features/solvency/sumtree"
	"etld/internal/infra/sqldb"
)

// owed is what a user is owed of each asset, in atoms.
type owed struct {
	userID string
	atoms  [sumtree.Assets]money.Amount
}

func (o *owed) add(asset money.Asset, change money.Amount) {
	switch asset {
	case money.USDT:
		o.atoms[0] += change
	case money.GP:
		o.atoms[0] += change * money.PerPoint
	case money.ETLD:
		o.atoms[1] += change
	case money.ETH:
		o.atoms[2] += change
	}
}

func (o *owed) isNothing() bool { return o.atoms == [sumtree.Assets]money.Amount{} }

// everybody is what all users are owed. Of millions each is found several times, mostly
// behind the one that was found before: rows come in the order of their keys.
type everybody struct {
	all   []owed
	place map[string]int32
	last  int
}

// find is a user's place; ok says that there is one.
func (e *everybody) find(userID string) (place int, ok bool) {
	for place := e.last; place < min(e.last+2, len(e.all)); place++ {
		if e.all[place].userID == userID {
			e.last = place
			return place, true
		}
	}
	at, ok := e.place[userID]
	if ok {
		e.last = int(at)
	}
	return int(at), ok
}

func (e *everybody) add(userID string, asset money.Asset, change money.Amount) {
	place, ok := e.find(userID)
	if !ok {
		place = len(e.all)
		e.all, e.place[userID] = append(e.all, owed{userID: userID}), int32(place)
	}
	e.all[place].add(asset, change)
}

// owedAt is what each user was owed at an instant.
func (s *Service) owedAt(tx *sqldb.Tx, at time.Time) (*everybody, error) {
	e := &everybody{place: make(map[string]int32)}
	if err := ledger.HeldAt(tx, at, e.add); err != nil {
		return nil, err
	}
	delayed, err := s.Delayed(tx, at)
	for userID, amount := range delayed {
		e.add(userID, money.USDT, amount)
	}
	return e, err
}

var errStopped = errors.New("stopped")

// accounts are those with anything, as they come from the list of users. Each is taken
// out of everybody.
func (e *everybody) accounts(tx *sqldb.Tx, people *int64) iter.Seq2[sumtree.Account, error] {
	return func(yield func(sumtree.Account, error) bool) {
		err := user.Addresses(tx, func(id, address string) error {
			place, ok := e.find(id)
			if !ok || e.all[place].isNothing() {
				return nil
			}
			account := sumtree.Account{Address: address}
			for i, amount := range e.all[place].atoms {
				if amount < 0 {
					return fmt.Errorf("user %s was owed %s of asset %d", id, amount, i)
				}
				account.Atoms[i] = uint64(amount)
			}
			*people++
			e.all[place] = owed{userID: id}
			if !yield(account, nil) {
				return errStopped
			}
			return nil
		})
		if err == nil {
			err = e.nobodyLeft()
		}
		if err != nil && !errors.Is(err, errStopped) {
			yield(sumtree.Account{}, err)
		}
	}
}

// nobodyLeft holds that everybody who is owed anything has an address.
func (e *everybody) nobodyLeft() error {
	for i := range e.all {
		if !e.all[i].isNothing() {
			return fmt.Errorf("user %s is owed something and has no address", e.all[i].userID)
		}
	}
	return nil
}
