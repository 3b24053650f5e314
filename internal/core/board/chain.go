package board

import (
	"time"

	"etld/internal/core/operator"
	"etld/internal/core/payment"
	"etld/internal/core/payment/incoming"
	"etld/internal/core/payout"
	"etld/internal/core/price"
	"etld/internal/infra/beacon"
	"etld/internal/infra/chain"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Outside is what the program stands on and does not hold itself, as it is now and as
// the instance that answers sees it. What the hot wallets hold is in payouts/overview.
type Outside struct {
	At       time.Time         `json:"at"`
	Networks []Network         `json:"networks" nullable:"false" doc:"None on an instance that does not watch"`
	Prices   []price.Row       `json:"prices" nullable:"false"`
	Feeds    []price.FeedState `json:"feeds" nullable:"false" doc:"Of the price of ETH; two must agree"`
	Beacon   Beacon            `json:"beacon"`
}

// Network is a chain on which deposits arrive.
type Network struct {
	Network     string    `json:"network"`
	ChainID     uint64    `json:"chainId"`
	State       string    `json:"state" enum:"starting,catching_up,following,lagging,finality_stalled,providers_disagree,throttled,unreachable,wrong_chain,chain_restarted,store_failing,halted" doc:"What its watcher is doing, or why it cannot"`
	Reason      string    `json:"reason" doc:"A sentence; empty while all is well"`
	Halt        string    `json:"halt" doc:"Why nothing is credited until two people end it, or empty"`
	IsCrediting bool      `json:"isCrediting"`
	NeedsPerson bool      `json:"needsPerson" doc:"It does not end by itself"`
	Head        uint64    `json:"head" doc:"Newest block known"`
	HeadAt      time.Time `json:"headAt,omitzero" doc:"Its own date"`
	Finalized   uint64    `json:"finalized" doc:"Newest block whose transfers may be credited"`
	Lag         uint64    `json:"lag" doc:"Blocks known and not read"`
	Nodes       []Node    `json:"nodes" nullable:"false"`
}

// Node is a provider that the chain is read through.
type Node struct {
	Node        string `json:"node" doc:"Its name, without what is secret in its address"`
	IsUsable    bool   `json:"isUsable" doc:"It serves the right chain and does not rest"`
	Demerits    int    `json:"demerits" doc:"Failures, and tenfold wrong answers; each good one takes one away"`
	LastProblem string `json:"lastProblem"`
}

// Beacon is where the game's rounds get their chance from.
type Beacon struct {
	Newest  uint64    `json:"newest" doc:"The newest round seen"`
	SeenAt  time.Time `json:"seenAt,omitzero"`
	IsLocal bool      `json:"isLocal" doc:"The demo's own, which nobody can verify"`
}

// Watched is a network with what its watcher says; Status is nil on an instance that
// watches none.
type Watched struct {
	Network payment.Network
	Status  func() chain.Status
	// Explorer is where people look at it, or empty.
	Explorer string
}

// Sources are what the boards are read from.
type Sources struct {
	Networks []Watched
	Prices   *price.Service
	Beacon   beacon.Beacon
	Payments *payment.Service
	Payouts  *payout.Service
}

// RegisterOperator adds the operators' calls.
func (s Sources) RegisterOperator(o *operator.Service) {
	roles := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Risk, operator.Administrator}
	operator.View(o, operator.Route{Path: "boards/chain", Roles: roles},
		func(tx *sqldb.Tx, _ operator.Caller, _ httpapi.None) (Outside, error) { return s.outside(tx) })
	s.registerToday(o)
	s.registerLive(o)
	explorers := make(map[int64]string)
	for _, n := range s.Networks {
		explorers[int64(n.Network.ChainID)] = n.Explorer
	}
	incoming.Register(o, explorers)
}

func (s Sources) outside(tx *sqldb.Tx) (out Outside, err error) {
	out = Outside{At: tx.Now(), Networks: []Network{}, Feeds: s.Prices.Feeds()}
	if out.Prices, err = s.Prices.List(tx); err != nil {
		return out, err
	}
	out.Beacon.Newest, out.Beacon.SeenAt = s.Beacon.Newest()
	out.Beacon.IsLocal = beacon.IsLocal(s.Beacon)
	for _, w := range s.Networks {
		if w.Status == nil {
			continue
		}
		n := networkOf(w.Network, w.Status())
		if n.Halt, _, err = s.Payments.Incoming.HaltOf(tx, w.Network.Name); err != nil {
			return out, err
		}
		out.Networks = append(out.Networks, n)
	}
	return out, nil
}

// networkOf is a network by what its watcher says.
func networkOf(of payment.Network, status chain.Status) Network {
	n := Network{Network: of.Name, ChainID: of.ChainID, State: string(status.State), Reason: status.Reason, Nodes: []Node{},
		IsCrediting: status.State.IsCrediting(), NeedsPerson: status.State.NeedsPerson(), Head: status.Head, HeadAt: status.HeadAt,
		Finalized: status.Finalized, Lag: status.Lag}
	for _, p := range status.Providers {
		n.Nodes = append(n.Nodes, Node{Node: p.Name, IsUsable: p.Usable, Demerits: p.Demerits, LastProblem: p.LastProblem})
	}
	return n
}
