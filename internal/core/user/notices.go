package user

import "etld/internal/infra/sqldb"

// Notices leaves a notice with a user, through lookups and writes only. The inbox is one.
type Notices interface {
	Send(tx *sqldb.Tx, userID, kind string, params map[string]string, link string) error
}

// NoticesAndEvents tells a user's open apps as well of what leaves no notice.
type NoticesAndEvents interface {
	Notices
	Tell(tx *sqldb.Tx, userID, kind string, refs map[string]string) error
}
