package app

import (
	"reflect"
	"slices"
	"testing"

	"etld/internal/infra/sqldb"
)

// A part that keeps a person's data is among those that erase it, and one that keeps
// what is sealed among those that seal it anew.
func TestEveryPartErasesAndSealsAnew(t *testing.T) {
	t.Parallel()
	p := newDemo(t, sqldb.SQLite)
	if got := forgotten(p.personal.Erasers); len(got) > 0 {
		t.Errorf("an erasure forgets %v", got)
	}
	if got := forgotten(sealing(p)); len(got) > 0 {
		t.Errorf("a rotation of the key forgets %v", got)
	}
	if got := forgotten(sealing(p)[1:]); !slices.Equal(got, []string{"addresses"}) {
		t.Errorf("without the addresses a rotation forgets %v", got)
	}
}

// forgotten are the fields of the program that do what the listed do and are not listed.
func forgotten[Does any](listed []Does) (names []string) {
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Program]()) {
		isListed := slices.ContainsFunc(listed, func(one Does) bool { return reflect.TypeOf(one) == field.Type })
		if field.Type.Implements(reflect.TypeFor[Does]()) && !isListed {
			names = append(names, field.Name)
		}
	}
	return names
}
