package notice

import (
	"context"
	"strings"

	"etld/internal/base/each"
	"etld/internal/base/fault"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// settingsChanged tells a user's open streams to read the settings anew.
const settingsChanged = "notice_settings"

// Topics are what settings are about: kinds of notices that belong together.
const (
	topicDeposit    = "deposit"
	topicWithdrawal = "withdrawal"
	topicMachine    = "machine"
	topicNode       = "node"
	topicReward     = "reward"
	topicOrder      = "order"
	topicGame       = "game"
	topicAccount    = "account"
	topicTerms      = "terms"
)

// topics stand in the order in which they are shown.
var topics = []string{topicDeposit, topicWithdrawal, topicMachine, topicNode, topicReward, topicOrder, topicGame, topicAccount, topicTerms}

// topicByWord finds a kind's topic by its first word; what is not listed is about the
// account.
var topicByWord = map[string]string{
	"payment": topicDeposit, "top": topicDeposit, "suspense": topicDeposit, "withdrawal": topicWithdrawal, "machine": topicMachine, "node": topicNode,
	"referral": topicReward, "level": topicReward, "order": topicOrder, "game": topicGame, "round": topicGame, "terms": topicTerms,
}

func topicOf(kind string) string {
	word, _, _ := strings.Cut(kind, "_")
	if topic, known := topicByWord[word]; known {
		return topic
	}
	return topicAccount
}

// isFixed says that nobody can silence a topic: whose account or terms change must be
// told.
func isFixed(topic string) bool { return topic == topicAccount || topic == topicTerms }

type setting struct {
	id, userID, topic string
	isOff             bool
}

var (
	settings       = sqldb.NewTable[setting]("notice_setting", "id, is_off").Once("user_id, topic")
	saveSetting    = settings.Upsert()
	selectSettings = settings.Select("WHERE user_id = $1")
)

// Setting is whether open apps show notices of a topic at once. The inbox has them in
// any case.
type Setting struct {
	Kind       string `json:"kind" enum:"deposit,withdrawal,machine,node,reward,order,game,account,terms"`
	ShowAtOnce bool   `json:"showAtOnce"`
	Fixed      bool   `json:"fixed" doc:"It cannot be changed"`
}

// SetIn changes a setting.
type SetIn struct {
	Kind       string `query:"kind" enum:"deposit,withdrawal,machine,node,reward,order,game,account,terms"`
	ShowAtOnce bool   `query:"showAtOnce"`
}

// Check refuses to silence what has to be told.
func (in SetIn) Check() error {
	if isFixed(in.Kind) && !in.ShowAtOnce {
		return fault.Invalid("kind")
	}
	return nil
}

// silenced are the topics that a user does not want to be told of at once.
func silenced(tx *sqldb.Tx, userID string) (map[string]bool, error) {
	list, err := sqldb.Collect(tx, settings.Scan, selectSettings, userID)
	off := make(map[string]bool)
	for _, one := range list {
		off[one.topic] = one.isOff
	}
	return off, err
}

func (s *Service) settings(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (httpapi.List[Setting], error) {
	off, err := silenced(tx, c.UserID)
	return httpapi.All(each.Of(topics, func(topic string) Setting {
		return Setting{Kind: topic, ShowAtOnce: !off[topic], Fixed: isFixed(topic)}
	})), err
}

func (s *Service) set(ctx context.Context, c httpapi.Caller, in SetIn) (httpapi.List[Setting], error) {
	return sqldb.Value(ctx, s.db.Update, func(tx *sqldb.Tx) (out httpapi.List[Setting], err error) {
		saveSetting.Add(tx, setting{id: c.UserID + "." + in.Kind, userID: c.UserID, topic: in.Kind, isOff: !in.ShowAtOnce})
		if err := s.Tell(tx, c.UserID, settingsChanged, map[string]string{}); err != nil {
			return out, err
		}
		return s.settings(tx, c, httpapi.None{})
	})
}
