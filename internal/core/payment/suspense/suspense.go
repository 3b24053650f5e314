// Package suspense is how operators give deposits to users that nobody can sign for, such
// as those which an exchange sent.
//
// Words. A deposit of an unknown sender lies in *suspense* until its sender claims it
// with a signature. What nobody can claim is *assigned* to a user by two people, with
// evidence. Before that it is *announced*: the user is told, and so is the account that
// signed up with the sending wallet, if there is one. For the time in between the right
// owner can claim it or object.
//
// What holds. A deposit leaves suspense once. What is assigned was announced for the same
// user, and whoever signed up with the sending wallet was told of it and could sign in for
// 72 hours since. An announcement takes the place of the one that its maker saw, and of no
// other.
package suspense

import (
	"fmt"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/core/operator"
	"etld/internal/core/operator/audit"
	"etld/internal/core/payment"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

const (
	kindAssign = "suspense_assignment"

	// announcedFor is for how long people can object.
	announcedFor = 72 * time.Hour

	// Promise is how long a deposit may wait for people.
	Promise = 7 * 24 * time.Hour

	evidenceMax = 500
	transferMax = 120

	noticeAnnounced = "suspense_announced"
	noticeElsewhere = "suspense_elsewhere"
	noticeLink      = "/transaction"
	// claimLink is where whoever signs for the sending wallet claims its deposits.
	claimLink = "/wallet?sheet=topup"
)

// assignment is what was announced of a deposit.
type assignment struct {
	transferID, userID, staffID string
	announcedAt                 time.Time
}

// from is when a deposit can be assigned as it was announced. It is zero where somebody
// signed up with the sending wallet since, who was told of nothing.
func (a assignment) from(sender user.Person) time.Time {
	told := a.announcedAt
	if sender.ID != a.userID {
		if sender.CreatedAt.After(told) {
			return time.Time{}
		}
		if sender.SuspendedSince.Before(told.Add(announcedFor)) {
			if told = sender.BarredUntil(told); sender.SuspendedUntil.After(told) {
				told = sender.SuspendedUntil
			}
		}
	}
	return told.Add(announcedFor)
}

var (
	assignmentTable  = sqldb.NewTable[assignment]("payment_assignment", "transfer_id, user_id, staff_id, announced_at")
	saveAssignment   = assignmentTable.Upsert()
	selectAssignment = assignmentTable.Select("WHERE transfer_id = $1")
	selectInSuspense = payment.Transfers().Select("WHERE state = 'suspense' AND id = $1")
)

// findInSuspense is a transfer in suspense, or fault.NotFound.
func findInSuspense(tx *sqldb.Tx, id string) (payment.Transfer, error) {
	return fault.Known(sqldb.Find(tx, payment.Transfers().Scan, selectInSuspense, id))
}

// Payments credit users.
type Payments interface {
	Assign(tx *sqldb.Tx, t payment.Transfer, userID string) error
}

// Service is the capability.
type Service struct {
	payments Payments
	notices  user.Notices
}

// New builds the service.
func New(p Payments, n user.Notices) *Service { return &Service{payments: p, notices: n} }

// Owner names a deposit and the user whose it seems to be.
type Owner struct {
	TransferID string     `json:"transferId"`
	UserID     httpapi.ID `json:"userId"`
}

// Check refuses what names nothing.
func (o Owner) Check() error {
	if !wording.IsLine(o.TransferID, transferMax) {
		return fault.Invalid("transferId")
	}
	return nil
}

// AnnounceIn announces a deposit.
type AnnounceIn struct {
	Owner
	// Shown is the announcement whose place this one takes: another one is not replaced unseen.
	Shown string `json:"shown" doc:"announcedFor as the list showed it; empty where it showed none"`
}

// assigning gives a deposit to a user.
type assigning struct {
	Owner
	Evidence string `json:"evidence" doc:"What shows whose it is, such as the exchange's record of the withdrawal"`
}

// Check refuses an assignment without evidence.
func (a *assigning) Check() error {
	a.Evidence = strings.TrimSpace(a.Evidence)
	if !wording.IsLine(a.Evidence, evidenceMax) {
		return fault.Invalid("evidence")
	}
	return a.Owner.Check()
}

// Row is a deposit in suspense.
type Row struct {
	TransferID string       `json:"transferId"`
	ChainID    int64        `json:"chainId"`
	TxHash     string       `json:"txHash"`
	Sender     string       `json:"sender"`
	Currency   money.Asset  `json:"currency" enum:"USDT,ETLD,ETH"`
	Amount     money.Amount `json:"amount"`
	Since      time.Time    `json:"since"`
	DueAt      time.Time    `json:"dueAt" doc:"Until when somebody should have looked after it"`
	SenderUser string       `json:"senderUserId" doc:"Who signed up with the sending wallet, or empty"`
	SenderName string       `json:"senderUserName" doc:"The wallet, masked; empty for nobody"`
	UserID     string       `json:"announcedFor" doc:"The user for whom it was announced, or empty"`
	UserName   string       `json:"announcedForName" doc:"The wallet, masked; empty for nobody"`
	AssignFrom *time.Time   `json:"assignFrom" doc:"When it can be assigned to that user; null while nobody can say"`
}

// Namings are those of the sender and of whom it was announced for.
func (r *Row) Namings() []user.Naming {
	return []user.Naming{{ID: r.SenderUser, Name: &r.SenderName}, {ID: r.UserID, Name: &r.UserName}}
}

// RegisterOperator adds the operators' calls.
func (s *Service) RegisterOperator(o *operator.Service) {
	makers, checkers := []operator.Role{operator.FinanceMaker}, []operator.Role{operator.FinanceChecker}
	// Support reads users masked, and a transaction names its sender to whoever looks it up.
	readers := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Risk}
	operator.Rows(o, operator.Route{Path: "suspense/list", Roles: readers}, suspended, rowOf)
	operator.Action(o, operator.Route{Path: "suspense/announce", Roles: makers}, s.announce)
	operator.Handle(o, operator.Kind[assigning]{Name: kindAssign, Path: "suspense/assign", Makers: makers, Checkers: checkers, Describe: describe,
		Execute: func(tx *sqldb.Tx, a assigning, _ operator.Decision) error {
			t, _, err := due(tx, a.Owner)
			if err != nil {
				return err
			}
			return s.assign(tx, t, string(a.UserID))
		},
		Barred: func(tx *sqldb.Tx, a assigning, who operator.Staff) error {
			return operator.RefuseOwn(tx, string(a.UserID), who)
		}})
}

var suspended = lists.List[payment.Transfer]{Table: payment.Transfers(), Key: "transferId", Where: "state = 'suspense'",
	Orders: []lists.Order{lists.First("seenAt", "seen_at", "id")},
	Filters: []lists.Filter{lists.Is("txHash", "tx_hash"), lists.IsWallet("sender", "sender"),
		lists.OneOf("currency", "asset", money.USDT, money.ETLD, money.ETH).Coarse()}}

func rowOf(tx *sqldb.Tx, _ operator.Caller, t payment.Transfer) (Row, error) {
	row := Row{TransferID: t.ID, ChainID: t.ChainID, TxHash: t.TxHash, Sender: t.Sender, Currency: t.Asset, Amount: t.Amount, Since: t.SettledAt,
		DueAt: t.SettledAt.Add(Promise)}
	sender, _, err := user.FindByAddress(tx, t.Sender)
	if err != nil {
		return row, err
	}
	a, isAnnounced, err := sqldb.Find(tx, assignmentTable.Scan, selectAssignment, t.ID)
	row.SenderUser, row.UserID = sender.ID, a.userID
	if at := a.from(sender); isAnnounced && user.IsEndKnown(at) {
		row.AssignFrom = httpapi.OrNull(at)
	}
	return row, err
}

// announce tells the user for whom a deposit is meant, and who else it may belong to. A
// later announcement for another user takes the place of the one before, and its time
// begins anew; one for the same user changes nothing, or it could be put off for ever,
// unless somebody signed up with the sending wallet since.
func (s *Service) announce(tx *sqldb.Tx, c *operator.Call, in AnnounceIn) (Row, error) {
	c.Note(audit.Note{Subject: in.TransferID, After: map[string]any{"userId": in.UserID}})
	t, err := findInSuspense(tx, in.TransferID)
	if err != nil {
		return Row{}, err
	}
	to, err := user.Find(tx, string(in.UserID))
	if err != nil {
		return Row{}, err
	}
	if err := operator.RefuseOwn(tx, to.ID, c.Staff); err != nil {
		return Row{}, err
	}
	before, _, err := sqldb.Find(tx, assignmentTable.Scan, selectAssignment, t.ID)
	if err != nil {
		return Row{}, err
	}
	if before.userID != in.Shown {
		return Row{}, operator.ErrBasisChanged
	}
	sender, isUser, err := user.FindByAddress(tx, t.Sender)
	if err != nil {
		return Row{}, err
	}
	if before.userID == to.ID && !before.from(sender).IsZero() {
		return rowOf(tx, c.Caller, t)
	}
	at := tx.Now().Add(announcedFor)
	saveAssignment.Add(tx, assignment{transferID: t.ID, userID: to.ID, staffID: c.ID, announcedAt: tx.Now()})
	told := map[string]string{"amount": t.Amount.String(), "currency": string(t.Asset), "at": clock.Text(at)}
	if err := s.notices.Send(tx, to.ID, noticeAnnounced, told, noticeLink); err != nil {
		return Row{}, err
	}
	if isUser && sender.ID != to.ID {
		if err := s.notices.Send(tx, sender.ID, noticeElsewhere, told, claimLink); err != nil {
			return Row{}, err
		}
	}
	return rowOf(tx, c.Caller, t)
}

// assign credits the user and says so.
func (s *Service) assign(tx *sqldb.Tx, t payment.Transfer, userID string) error {
	if err := s.payments.Assign(tx, t, userID); err != nil {
		return err
	}
	return s.notices.Send(tx, userID, payment.NoticeClaimed, map[string]string{"amount": t.Amount.String(), "currency": string(t.Asset)}, noticeLink)
}

// due is a deposit that can be assigned to a user now.
func due(tx *sqldb.Tx, in Owner) (payment.Transfer, assignment, error) {
	t, err := findInSuspense(tx, in.TransferID)
	if err != nil {
		return t, assignment{}, err
	}
	a, found, err := sqldb.Find(tx, assignmentTable.Scan, selectAssignment, t.ID)
	if err != nil {
		return t, a, err
	}
	sender, _, err := user.FindByAddress(tx, t.Sender)
	if from := a.from(sender); err == nil && (!found || a.userID != string(in.UserID) || from.IsZero() || tx.Now().Before(from)) {
		err = ErrNotYet
	}
	return t, a, err
}

func describe(tx *sqldb.Tx, in assigning) (operator.Description, error) {
	t, a, err := due(tx, in.Owner)
	if err != nil {
		return operator.Description{}, err
	}
	p, err := user.Find(tx, string(in.UserID))
	if err != nil {
		return operator.Description{}, err
	}
	told := "nobody signed up with it"
	if sender, isUser, err := user.FindByAddress(tx, t.Sender); err != nil {
		return operator.Description{}, err
	} else if isUser {
		told = "account of " + user.Mask(sender.Address)
	}
	return operator.Description{Subject: t.ID, Approvals: 1, Diff: []operator.Change{
		{Field: "deposit of " + fmt.Sprint(t.Amount, " ", t.Asset) + " from " + t.Sender, Before: "in suspense", After: "account of " + user.Mask(p.Address)},
		{Field: "sending wallet", After: told}, {Field: "transaction", After: t.TxHash}, {Field: "announced", After: clock.Text(a.announcedAt)},
		{Field: "evidence", After: in.Evidence}}}, nil
}
