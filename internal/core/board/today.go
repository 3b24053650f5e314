package board

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/payment/suspense"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// queue is work that waits for people.
type queue struct {
	name string
	// call lists it, and roles may do it.
	call  string
	roles []operator.Role
	// promise is how long it may wait; 0 where each item knows when it is due.
	promise time.Duration
}

const (
	day = 24 * time.Hour
	// OrderPromise is how long goods may take to be shipped until their buyer is told.
	// The shop reads it here, as the board sees no feature.
	OrderPromise = 14 * day
)

// queues are in the order in which they are shown.
func queues() []queue {
	money := []operator.Role{operator.FinanceMaker, operator.FinanceChecker}
	return []queue{
		{"withdrawals", "withdrawals/list", []operator.Role{operator.FinanceChecker}, 0},
		{"payouts", "payouts/attention", money, time.Hour},
		{"orders", "orders/list", []operator.Role{operator.Fulfilment}, OrderPromise},
		{"suspense", "suspense/list", []operator.Role{operator.FinanceMaker}, suspense.Promise},
		{"debits", "users/debits", money, 0},
		{"rewards", "rewards/delayed", []operator.Role{operator.Risk}, 0},
		// By the usual terms their owners may leave them a day later.
		{"paused", "machines/paused", []operator.Role{operator.Risk}, 14 * day},
		{"flags", "users/flagged", []operator.Role{operator.Risk}, 6 * day},
		{"rounds", "game/rounds", append(slices.Clone(money), operator.Risk), 10 * time.Minute},
		{"parked", "jobs/parked", append(slices.Clone(money), operator.Risk, operator.Administrator), time.Hour},
	}
}

// Waiting is how much of something waits.
type Waiting struct {
	Waiting  int64      `json:"waiting" doc:"At most 1,000"`
	More     bool       `json:"more" doc:"True where there are more than that"`
	Late     int64      `json:"late" doc:"Of those that were counted"`
	OldestAt *time.Time `json:"oldestAt" doc:"Since when the oldest of them waits; null where nothing does"`
}

// Queue is a queue as it is now.
type Queue struct {
	Queue  string `json:"queue" enum:"withdrawals,payouts,orders,suspense,debits,rewards,paused,flags,rounds,parked"`
	Call   string `json:"call" doc:"What lists it"`
	IsMine bool   `json:"isMine" doc:"The caller has a role that does this work; an auditor reads all"`
	Waiting
}

// Decision are proposals of one kind that the caller can decide.
type Decision struct {
	Kind     string    `json:"kind"`
	Waiting  int64     `json:"waiting"`
	OldestAt time.Time `json:"oldestAt"`
}

// Own are proposals of one state that the caller made.
type Own struct {
	State    operator.State `json:"state"`
	Count    int64          `json:"count"`
	NewestAt time.Time      `json:"newestAt" doc:"When the newest of them came to this state"`
}

// Stop is a part that stands still until somebody acts.
type Stop struct {
	What   string    `json:"what" enum:"part,payouts,crediting,prices"`
	Name   string    `json:"name" doc:"The part, the network or the currency"`
	Reason string    `json:"reason" doc:"Of payouts and prices the name of the cause"`
	Detail string    `json:"detail" doc:"What was written or found beside the cause; may be empty"`
	Since  time.Time `json:"since,omitzero"`
	Call   string    `json:"call" doc:"What proposes that it goes on"`
}

// Today is what waits for the caller, and what stands still.
type Today struct {
	At      time.Time  `json:"at"`
	Version string     `json:"version" doc:"Another one when anything but the time of reading is another"`
	Mine    int64      `json:"mine" doc:"What waits for the caller, for a badge: queues of the caller's roles, and proposals to decide"`
	Late    int64      `json:"late" doc:"Of the queues of the caller's roles"`
	Queues  []Queue    `json:"queues" nullable:"false" doc:"Those of the caller's roles; an auditor's are all"`
	Own     []Own      `json:"own" nullable:"false" doc:"Proposals that the caller made: what waits, and what expired or somebody else rejected within seven days"`
	Decide  []Decision `json:"decide" nullable:"false" doc:"Proposals that others made and the caller can approve or reject"`
	Stops   []Stop     `json:"stops" nullable:"false"`
	Stuck   []Stuck    `json:"stuck" nullable:"false" doc:"Proposals that nobody can approve to their end as the roles are now"`
}

// Stuck is a proposal that nobody can approve to its end: somebody has to be given the role.
type Stuck struct {
	ProposalID string    `json:"proposalId"`
	Kind       string    `json:"kind"`
	Sentence   string    `json:"sentence" doc:"In the caller's language"`
	ExpireAt   time.Time `json:"expireAt"`
}

func (s Sources) registerToday(o *operator.Service) {
	operator.View(o, operator.Route{Path: "boards/today"}, func(tx *sqldb.Tx, c operator.Caller, _ httpapi.None) (Today, error) {
		stops, err := s.stops(tx)
		if err != nil {
			return Today{}, err
		}
		out, err := today(tx, c, stops, func(kind string) bool { return o.Decides(c, kind) })
		if err != nil {
			return out, err
		}
		return out, out.addStuck(tx, c, o)
	})
}

// stops are what stands still until somebody acts.
func (s Sources) stops(tx *sqldb.Tx) (list []Stop, err error) {
	parts, err := emergency.Active(tx)
	if err != nil {
		return nil, err
	}
	for _, one := range parts {
		list = append(list, Stop{What: "part", Name: string(one.Part), Reason: one.Reason, Since: one.ChangedAt, Call: "emergency/change"})
	}
	wallets, err := s.Payouts.Overviews(tx)
	if err != nil {
		return nil, err
	}
	for _, w := range wallets {
		if w.Breaker != "" {
			list = append(list, Stop{What: "payouts", Name: w.Network, Reason: string(w.Breaker), Detail: w.Detail, Since: w.BrokenAt, Call: "payouts/resume"})
		}
	}
	for _, n := range s.Networks {
		why, since, err := s.Payments.Incoming.HaltOf(tx, n.Network.Name)
		if err != nil {
			return nil, err
		}
		if why != "" {
			list = append(list, Stop{What: "crediting", Name: n.Network.Name, Reason: why, Since: since, Call: "crediting/resume"})
		}
	}
	for _, asset := range []money.Asset{money.ETH, money.ETLD} {
		q, err := s.Prices.Find(tx, asset)
		if err != nil {
			return nil, err
		}
		if q.IsStopped {
			list = append(list, Stop{What: "prices", Name: string(asset), Reason: string(q.Reason), Since: q.StoppedAt, Call: "prices/resume"})
		}
	}
	return list, nil
}

// reviews are proposals that have a queue of their own.
const reviews = "withdrawal_review"

func today(tx *sqldb.Tx, c operator.Caller, stops []Stop, decides func(kind string) bool) (out Today, err error) {
	out = Today{At: tx.Now(), Queues: []Queue{}, Own: []Own{}, Decide: []Decision{}, Stops: []Stop{}}
	for _, q := range queues() {
		row := Queue{Queue: q.name, Call: q.call, IsMine: c.May(q.roles)}
		if !row.IsMine && !c.May([]operator.Role{operator.Auditor}) {
			continue
		}
		if row.Waiting, err = waitingOf(tx, q.name, tx.Now().Add(-q.promise)); err != nil {
			return out, err
		}
		if row.IsMine {
			out.Mine, out.Late = out.Mine+row.Waiting.Waiting, out.Late+row.Late
		}
		out.Queues = append(out.Queues, row)
	}
	own, err := ownOf(tx, c.Staff)
	if err != nil {
		return out, err
	}
	out.Own = append(out.Own, own...)
	decisions, err := proposalsFor(tx, c.Staff)
	if err != nil {
		return out, err
	}
	for _, d := range decisions {
		if d.Kind != reviews && decides(d.Kind) {
			out.Mine += d.Waiting
			out.Decide = append(out.Decide, d)
		}
	}
	out.Stops = append(out.Stops, stops...)
	out.Version, err = out.version()
	return out, err
}

// addStuck adds the proposals that nobody can approve to their end.
func (t *Today) addStuck(tx *sqldb.Tx, c operator.Caller, o *operator.Service) error {
	t.Stuck = []Stuck{}
	list, err := operator.Stuck(tx, o)
	if err != nil {
		return err
	}
	for _, p := range list {
		t.Stuck = append(t.Stuck, Stuck{ProposalID: p.ID, Kind: p.Kind, Sentence: p.Say(c.Language).Sentence, ExpireAt: p.ExpiresAt})
	}
	t.Version, err = t.version()
	return err
}

// version is a digest of all but the time of reading.
func (t Today) version() (string, error) {
	t.At = time.Time{}
	text, err := json.Marshal(t)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8]), err
}
