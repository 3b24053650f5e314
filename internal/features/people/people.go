package people

import (
	"strings"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

const (
	queryMax = 80
	noteMax  = 1000
)

// note is what an operator wrote about a user.
type note struct {
	id, userID, staffID, text string
	at                        time.Time
}

var (
	noteTable  = sqldb.NewTable[note]("people_note", "id").Once("user_id, staff_id, text, at")
	insertNote = noteTable.Insert()

	noteList = lists.List[note]{Table: noteTable, Key: "noteId", Orders: []lists.Order{lists.Newest("at", "id")},
		Filters: []lists.Filter{lists.Is("userId", "user_id")}}
)

const deleteNotes = `DELETE FROM people_note WHERE user_id = $1`

// Service is the capability.
type Service struct {
	ledger *ledger.Ledger
	chance entropy.Source
}

// New builds the service.
func New(l *ledger.Ledger, chance entropy.Source) *Service {
	return &Service{ledger: l, chance: chance}
}

// FindIn is what somebody knows of a user.
type FindIn struct {
	Query string `json:"query" doc:"An id, a wallet, a masked one, a referral code, a whole name, or a number of a machine, node, order or withdrawal"`
}

// Check bounds the query.
func (in FindIn) Check() error {
	if !wording.IsLine(in.Query, queryMax) {
		return fault.Invalid("query")
	}
	return nil
}

// Row is a user who was found.
type Row struct {
	UserID       string     `json:"userId"`
	UserName     string     `json:"userName" doc:"Masked"`
	NickName     string     `json:"nickName"`
	ReferralCode string     `json:"referralCode"`
	Level        int        `json:"level"`
	IsRobot      bool       `json:"isRobot" doc:"An account of the platform"`
	Suspended    string     `json:"suspended" doc:"The reason of a suspension that lasts, or empty"`
	Until        *time.Time `json:"suspendedUntil" doc:"Null without an end"`
	CreatedAt    time.Time  `json:"createdAt"`
}

func rowOf(p user.Person, now time.Time) Row {
	row := Row{UserID: p.ID, UserName: user.Mask(p.Address), NickName: p.NickName, ReferralCode: p.ReferralCode, Level: p.Level(), IsRobot: p.IsRobot, CreatedAt: p.CreatedAt}
	if p.IsSuspended(now) {
		row.Suspended, row.Until = p.Suspended, httpapi.OrNull(p.SuspendedUntil)
	}
	return row
}

// OfUser names a user.
type OfUser struct {
	UserID httpapi.ID `json:"userId"`
}

// Held is what is on one of a user's accounts.
type Held struct {
	Account  string      `json:"account" doc:"As the journal names it, such as U.AVL"`
	Currency money.Asset `json:"currency"`
	Balance  string      `json:"balance" doc:"Points are whole"`
}

// NoteRow is a note as operators read it.
type NoteRow struct {
	NoteID string `json:"noteId"`
	user.Who
	StaffID string `json:"staffId"`
	// StaffName is empty for who is not on the operators' list.
	StaffName string    `json:"staffName" doc:"As the list calls the person now"`
	Text      string    `json:"text"`
	At        time.Time `json:"at"`
}

// Overview is what concerns one user.
type Overview struct {
	Row
	InvitedBy   string    `json:"invitedBy" doc:"The id of who invited the user, or empty"`
	InviterName string    `json:"invitedByName" doc:"The wallet, masked; empty for nobody"`
	Balances    []Held    `json:"balances" nullable:"false" doc:"Accounts that hold something"`
	Parts       []Section `json:"parts" nullable:"false"`
}

// Namings are the one of who invited the user.
func (o *Overview) Namings() []user.Naming {
	return []user.Naming{{ID: o.InvitedBy, Name: &o.InviterName}}
}

// NoteIn is a note to be written.
type NoteIn struct {
	UserID httpapi.ID `json:"userId"`
	Text   string     `json:"text"`
}

// Check refuses what is no note.
func (in *NoteIn) Check() error {
	in.Text = strings.TrimSpace(in.Text)
	if !wording.IsLine(in.Text, noteMax) {
		return fault.Invalid("text")
	}
	return nil
}

// RegisterOperator adds the operators' calls.
func (s *Service) RegisterOperator(o *operator.Service) {
	roles := []operator.Role{operator.Support, operator.FinanceMaker, operator.FinanceChecker, operator.Risk}
	operator.View(o, operator.Route{Path: "users/find", Roles: roles}, find)
	operator.View(o, operator.Route{Path: "users/overview", Roles: roles}, s.overview)
	operator.Rows(o, operator.Route{Path: "users/notes", Roles: roles}, noteList, noteRow)
	operator.Action(o, operator.Route{Path: "users/note", Roles: roles}, s.write)
}

func find(tx *sqldb.Tx, _ operator.Caller, in FindIn) (httpapi.List[Row], error) {
	found, err := user.Search(tx, in.Query)
	if err == nil && len(found) == 0 {
		found, err = ownersOf(tx, in.Query)
	}
	if err != nil {
		return httpapi.List[Row]{}, err
	}
	return httpapi.All(each.Of(found, func(p user.Person) Row { return rowOf(p, tx.Now()) })), nil
}

func (s *Service) overview(tx *sqldb.Tx, _ operator.Caller, in OfUser) (Overview, error) {
	p, err := user.Find(tx, string(in.UserID))
	if err != nil {
		return Overview{}, err
	}
	out := Overview{Row: rowOf(p, tx.Now()), InvitedBy: p.ParentID, Balances: []Held{}}
	holdings, err := s.ledger.Holdings(tx, p.ID)
	if err != nil {
		return Overview{}, err
	}
	for _, h := range holdings {
		if h.Balance != 0 {
			out.Balances = append(out.Balances, Held{Account: string(h.Class), Currency: h.Asset, Balance: h.Asset.Text(h.Balance)})
		}
	}
	out.Parts, err = sectionsOf(tx, p.ID)
	return out, err
}

func noteRow(tx *sqldb.Tx, _ operator.Caller, n note) (NoteRow, error) {
	name, err := operator.NameOf(tx, n.staffID)
	return NoteRow{NoteID: n.id, Who: user.Who{UserID: n.userID}, StaffID: n.staffID, StaffName: name, Text: n.text, At: n.at}, err
}

// write keeps a note. The audit log says who wrote about whom and not what, as the log
// stays when a user's data is erased.
func (s *Service) write(tx *sqldb.Tx, c *operator.Call, in NoteIn) (NoteRow, error) {
	c.Note(audit.Note{Subject: string(in.UserID)})
	if _, err := user.Find(tx, string(in.UserID)); err != nil {
		return NoteRow{}, err
	}
	n := note{id: entropy.ID(s.chance, tx.Now()), userID: string(in.UserID), staffID: c.ID, text: in.Text, at: tx.Now()}
	insertNote.Add(tx, n)
	return NoteRow{NoteID: n.id, Who: user.Who{UserID: n.userID}, StaffID: n.staffID, Text: n.text, At: n.at}, nil
}

// Erase forgets what was noted about a user.
func (s *Service) Erase(tx *sqldb.Tx, userID string) error {
	return tx.Do(deleteNotes, userID)
}
