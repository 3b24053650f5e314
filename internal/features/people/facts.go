package people

import (
	"strings"

	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
)

// Fact is how many of a user's things there are in a state.
type Fact struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

// parts are what other parts of the program keep of a user: reads alone, each answered
// by an index on the user.
var parts = []struct{ name, statement string }{
	{"session", `SELECT 'open', COUNT(*) FROM signin_session WHERE user_id = $1 HAVING COUNT(*) > 0`},
	{"payment", `SELECT state, COUNT(*) FROM payment_intent WHERE user_id = $1 GROUP BY state ORDER BY state`},
	{"transfer", `SELECT state, COUNT(*) FROM payment_transfer WHERE user_id = $1 AND user_id <> '' GROUP BY state ORDER BY state`},
	{"withdrawal", `SELECT status, COUNT(*) FROM withdrawal_request WHERE user_id = $1 GROUP BY status ORDER BY status`},
	{"machine", `SELECT state, COUNT(*) FROM machine_machine WHERE user_id = $1 GROUP BY state ORDER BY state`},
	{"node", `SELECT level || ' ' || state, COUNT(*) FROM node_node WHERE user_id = $1 GROUP BY level, state ORDER BY level, state`},
	{"reward", `SELECT state, COUNT(*) FROM team_reward WHERE user_id = $1 GROUP BY state ORDER BY state`},
	{"flag", `SELECT 'open', COUNT(*) FROM team_flag WHERE user_id = $1 AND lifted_at = 0 HAVING COUNT(*) > 0`},
	{"order", `SELECT state, COUNT(*) FROM shop_order WHERE user_id = $1 GROUP BY state ORDER BY state`},
	{"entry", `SELECT state, COUNT(*) FROM game_entry WHERE user_id = $1 GROUP BY state ORDER BY state`},
}

// numbered are whose the things are that have a number for support.
var numbered = []string{
	`SELECT user_id FROM machine_machine WHERE id = $1`,
	`SELECT user_id FROM node_node WHERE id = $1`,
	`SELECT user_id FROM shop_order WHERE id = $1`,
	`SELECT user_id FROM withdrawal_request WHERE id = $1`,
}

// ownersOf are whose machine, node, order or withdrawal a number names, or nobody.
func ownersOf(tx *sqldb.Tx, number string) ([]user.Person, error) {
	for _, statement := range numbered {
		owner, found, err := sqldb.Find(tx, sqldb.One[string], statement, strings.TrimSpace(number))
		if err != nil {
			return nil, err
		}
		if found {
			p, err := user.Find(tx, owner)
			return []user.Person{p}, err
		}
	}
	return nil, nil
}

// Section are the facts of one part of the program.
type Section struct {
	Part  string `json:"part" enum:"session,payment,transfer,withdrawal,machine,node,reward,flag,order,entry"`
	Facts []Fact `json:"facts" nullable:"false"`
}

// sectionsOf are the parts that have something of a user.
func sectionsOf(tx *sqldb.Tx, userID string) ([]Section, error) {
	list := []Section{}
	for _, part := range parts {
		facts, err := sqldb.Collect(tx, sqldb.Into(func(f *Fact) []any { return sqldb.Dest(&f.Name, &f.Count) }), part.statement, userID)
		if err != nil {
			return nil, err
		}
		if len(facts) > 0 {
			list = append(list, Section{Part: part.name, Facts: facts})
		}
	}
	return list, nil
}
