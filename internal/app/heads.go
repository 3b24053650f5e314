package app

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// headsEvery is how often the newest heads go out to the log.
const headsEvery = time.Hour

// heads are the newest links of the journal's chain and of the audit log. Each holds
// all before it, so whoever keeps one elsewhere can tell later whether the database
// was rewritten.
type heads struct {
	journal ledger.Head
	audit   operator.AuditHead
}

func headsOf(tx *sqldb.Tx) (h heads, err error) {
	if h.journal, err = ledger.ChainHead(tx); err != nil {
		return h, err
	}
	h.audit, err = operator.HeadOfAudit(tx)
	return h, err
}

// String is the form that --head reads.
func (h heads) String() string {
	return fmt.Sprintf("journal:%d:%s,audit:%d:%s", h.journal.Seq, h.journal.Hash, h.audit.Seq, h.audit.Hash)
}

var errHead = errors.New("--head is not of the form journal:NUMBER:HASH,audit:NUMBER:HASH")

// parseHeads reads what String wrote. One of the two may be missing.
func parseHeads(text string) (h heads, err error) {
	for _, part := range strings.Split(text, ",") {
		fields := strings.Split(part, ":")
		if len(fields) != 3 {
			return h, errHead
		}
		seq, err := strconv.ParseInt(fields[1], 10, 64)
		if err != nil || seq < 0 {
			return h, errHead
		}
		switch fields[0] {
		case "journal":
			h.journal.Seq, h.journal.Hash = seq, fields[2]
		case "audit":
			h.audit.Seq, h.audit.Hash = seq, fields[2]
		default:
			return h, errHead
		}
	}
	return h, nil
}

// check compares heads that were kept elsewhere with the database. One of number 0
// was kept before there was anything.
func (h heads) check(tx *sqldb.Tx) (found []ledger.Violation, err error) {
	if h.journal.Seq > 0 {
		if found, err = ledger.CheckHead(tx, h.journal); err != nil {
			return nil, err
		}
	}
	if h.audit.Seq == 0 {
		return found, nil
	}
	more, err := operator.CheckHead(tx, h.audit)
	return append(found, more...), err
}

// missing names the chains of which no head was kept, or one from before there was
// anything: whether they were rewritten, nothing says.
func (h heads) missing() (unread []string) {
	if h.journal.Seq == 0 {
		unread = append(unread, "journal: --head names no head of it")
	}
	if h.audit.Seq == 0 {
		unread = append(unread, "audit: --head names no head of it")
	}
	return unread
}

// HeadOut is the newest link of a chain.
type HeadOut struct {
	Number int64  `json:"number"`
	Hash   string `json:"hash"`
}

// HeadsOut are the newest heads, for whoever wants to keep them.
type HeadsOut struct {
	Journal    HeadOut   `json:"journal"`
	Audit      HeadOut   `json:"audit"`
	Text       string    `json:"text" doc:"Both, as etld check --head reads them"`
	ServerTime time.Time `json:"serverTime"`
}

// registerHeads adds the call that anybody may make.
func registerHeads(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/open/heads", Tag: "report", Summary: "The newest links of the journal and of the audit log, to keep elsewhere", Public: true},
		func(tx *sqldb.Tx, _ httpapi.Caller, _ httpapi.None) (HeadsOut, error) {
			h, err := headsOf(tx)
			return HeadsOut{Journal: HeadOut{h.journal.Seq, h.journal.Hash}, Audit: HeadOut{h.audit.Seq, h.audit.Hash}, Text: h.String(), ServerTime: tx.Now()}, err
		})
}

// headsJobs writes the newest heads into the log, which is kept elsewhere; not
// oftener than they are due, where jobs are run because of something else.
func (p *Program) headsJobs() []jobs.Job {
	var last time.Time
	return []jobs.Job{{Name: "heads", Every: headsEvery, Work: func(ctx context.Context) (bool, error) {
		if at := p.settings.Clock.Now(); at.Sub(last).Abs() < headsEvery-time.Minute {
			return false, nil
		}
		var now heads
		err := p.db.View(ctx, func(tx *sqldb.Tx) (err error) {
			now, err = headsOf(tx)
			return err
		})
		if err == nil {
			last = p.settings.Clock.Now()
			p.log.Info("heads to keep elsewhere", "head", now.String())
		}
		return false, err
	}}}
}
