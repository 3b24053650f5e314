package operator

import (
	"encoding/json"
	"fmt"
	"regexp"

	"etld/internal/base/fault"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

// Rows registers a View of a list; row is what the console shows of one.
func Rows[T, R any](s *Service, route Route, list lists.List[T], row func(tx *sqldb.Tx, c Caller, v T) (R, error)) {
	rowsOf(s, route, func(Caller) lists.List[T] { return list }, row)
}

// Whole is a row that is shown as it is stored.
func Whole[T any](_ *sqldb.Tx, _ Caller, v T) (T, error) { return v, nil }

// rowsOf is Rows of a list whose Where is another for each caller.
func rowsOf[T, R any](s *Service, route Route, listOf func(c Caller) lists.List[T], row func(tx *sqldb.Tx, c Caller, v T) (R, error)) {
	list := listOf(Caller{})
	if err := list.Check(); err != nil {
		panic(fmt.Sprintf("operator: %s: %v", route.Path, err))
	}
	s.statements[route.Path] = func() ([]lists.Statement, error) {
		return listOf(Caller{Staff: Staff{Active: true, Roles: Roles()}}).Statements()
	}
	described := typesOf[httpapi.None, lists.Page[R]](route, false)
	described.schema, described.key = list.Schema(), list.Key
	view(s, described, func(tx *sqldb.Tx, c Caller, body json.RawMessage) (out lists.Page[R], err error) {
		page, err := listOf(c).Read(tx, body)
		if err != nil {
			return out, err
		}
		out.Count = page.Count
		if out.List, err = httpapi.Show(page.List, func(v T) (R, error) { return row(tx, c, v) }); err != nil {
			return out, err
		}
		return out, user.NameEach(tx, out.List.List)
	})
}

// keyForm is how a key is written by which one row is asked for.
var keyForm = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z-]{0,63}$`)

// Detail registers a View of one row of a list, by the key's name in the list.
func Detail[T, R any](s *Service, route Route, list lists.List[T], detail func(tx *sqldb.Tx, c Caller, v T) (R, error)) {
	described := typesOf[httpapi.None, R](route, false)
	described.schema, described.key = lists.KeySchema(list.Key), list.Key
	view(s, described, func(tx *sqldb.Tx, c Caller, body json.RawMessage) (out R, err error) {
		var in map[string]string
		if err := json.Unmarshal(body, &in); err != nil || len(in) != 1 || !keyForm.MatchString(in[list.Key]) {
			return out, fault.Invalid(list.Key)
		}
		v, err := fault.Known(list.Find(tx, in[list.Key]))
		if err != nil {
			return out, err
		}
		return detail(tx, c, v)
	})
}

// Few are rows that are few and made for the call.
type Few[R any] struct {
	// Key is what a row's key is called, and KeyOf the key of one.
	Key   string
	KeyOf func(R) string
	Read  func(tx *sqldb.Tx, c Caller) ([]R, error)
}

// View registers a View of them, in the form of a list.
func (f Few[R]) View(s *Service, route Route) {
	described := typesOf[httpapi.None, lists.Page[R]](route, false)
	described.schema, described.key = lists.FewSchema(f.Key), f.Key
	view(s, described, func(tx *sqldb.Tx, c Caller, body json.RawMessage) (lists.Page[R], error) {
		rows, err := f.Read(tx, c)
		if err != nil {
			return lists.Page[R]{}, err
		}
		return lists.Few(body, rows, f.KeyOf)
	})
}

// Statements are what the lists can send for somebody of every role, by their paths, for a test
// that asks the engines how they run them.
func (s *Service) Statements() map[string]func() ([]lists.Statement, error) { return s.statements }
