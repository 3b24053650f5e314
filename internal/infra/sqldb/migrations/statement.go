package migrations

import (
	"regexp"
	"slices"
	"strings"
)

// Locks of PostgreSQL that statements of migrations take, from the weakest on.
const (
	RowExclusive         = "ROW EXCLUSIVE"
	ShareUpdateExclusive = "SHARE UPDATE EXCLUSIVE"
	Share                = "SHARE"
	ShareRowExclusive    = "SHARE ROW EXCLUSIVE"
	AccessExclusive      = "ACCESS EXCLUSIVE"
)

// meanings say what a lock keeps others from.
var meanings = map[string]string{
	RowExclusive:         "others read and write other rows",
	ShareUpdateExclusive: "others read and write",
	Share:                "others read, writes wait",
	ShareRowExclusive:    "others read, writes wait",
	AccessExclusive:      "reads and writes wait",
}

// Statement is one statement of a migration.
type Statement struct {
	Text string
	// Locks are what PostgreSQL locks of tables that were there before, by table.
	Locks map[string]string
}

var lineComment = regexp.MustCompile(`--[^\n]*`)

// Statements takes a migration apart, without its comments. Quoted texts of the house's
// migrations hold no semicolons, which a test looks at.
func (m Migration) Statements() (list []Statement) {
	for _, part := range partsOf(m.Text) {
		list = append(list, Statement{Text: part, Locks: locksOf(part, m.indexes)})
	}
	return list
}

func partsOf(text string) (parts []string) {
	for part := range strings.SplitSeq(lineComment.ReplaceAllString(text, ""), ";") {
		if part = strings.Join(strings.Fields(part), " "); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

var (
	createTable = regexp.MustCompile(`(?i)^CREATE TABLE (?:IF NOT EXISTS )?(\w+)`)
	createIndex = regexp.MustCompile(`(?i)^CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?(\w+) ON (\w+)`)
	dropIndex   = regexp.MustCompile(`(?i)^DROP INDEX (CONCURRENTLY )?(?:IF EXISTS )?(\w+)$`)
	lockTimeout = regexp.MustCompile(`(?i)^(?:SET|RESET) lock_timeout\b`)
	references  = regexp.MustCompile(`(?i)\bREFERENCES (\w+)`)
	// The forms in the order in which they are tried; the first group is the table.
	forms = []struct {
		of   *regexp.Regexp
		lock string
	}{
		{regexp.MustCompile(`(?i)^CREATE (?:UNIQUE )?INDEX CONCURRENTLY \w+ ON (\w+)`), ShareUpdateExclusive},
		{regexp.MustCompile(`(?i)^CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?\w+ ON (\w+)`), Share},
		{regexp.MustCompile(`(?i)^ALTER TABLE (\w+) (?:SET \(|VALIDATE )`), ShareUpdateExclusive},
		{regexp.MustCompile(`(?i)^ALTER TABLE (\w+)`), AccessExclusive},
		{regexp.MustCompile(`(?i)^DROP TABLE (?:IF EXISTS )?(\w+)`), AccessExclusive},
		{regexp.MustCompile(`(?i)^INSERT INTO (\w+)`), RowExclusive},
		{regexp.MustCompile(`(?i)^UPDATE (\w+)`), RowExclusive},
		{regexp.MustCompile(`(?i)^DELETE FROM (\w+)`), RowExclusive},
	}
)

// locksOf is what a statement locks; a form that is not known locks what it does not say.
// An index that is dropped is that of a table.
func locksOf(text string, indexes map[string]string) map[string]string {
	locks := make(map[string]string)
	if lockTimeout.MatchString(text) {
		return locks
	}
	if created := createTable.FindStringSubmatch(text); created != nil {
		for _, found := range references.FindAllStringSubmatch(text, -1) {
			if found[1] != created[1] {
				locks[found[1]] = ShareRowExclusive
			}
		}
		return locks
	}
	if found := dropIndex.FindStringSubmatch(text); found != nil && indexes[found[2]] != "" {
		if locks[indexes[found[2]]] = AccessExclusive; found[1] != "" {
			locks[indexes[found[2]]] = ShareUpdateExclusive
		}
		return locks
	}
	for _, form := range forms {
		if found := form.of.FindStringSubmatch(text); found != nil {
			return map[string]string{found[1]: form.lock}
		}
	}
	return nil
}

// IsKnown says that it is known what the statement locks.
func (s Statement) IsKnown() bool { return s.Locks != nil }

// Tables are what the statement locks, by name.
func (s Statement) Tables() (names []string) {
	for name := range s.Locks {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Creates is the table that the statement makes.
func (s Statement) Creates() string {
	if found := createTable.FindStringSubmatch(s.Text); found != nil {
		return found[1]
	}
	return ""
}
