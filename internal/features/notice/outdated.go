package notice

import (
	"slices"
	"strings"
)

// everything is how every call's path begins.
const everything = "/"

var (
	// moneyPaths are what every event that moves money makes old.
	moneyPaths = []string{"/api/userAccount/balance", "/api/userAccount/exchangeConfig", "/api/userAccount/underWay", "/api/miner/calendar", "/api/miner/recentIncome"}
	// inboxPaths are what every event makes old: the inbox, and its count.
	inboxPaths = []string{"/api/user/notices", "/api/user/getUserInfo"}
)

// outdatedByWord are the beginnings of the paths of the calls whose answers an event
// makes old, by the first word of its kind.
var outdatedByWord = map[string][]string{
	"top":        with(moneyPaths, "/api/userAccount/topUpInfo"),
	"suspense":   with(moneyPaths, "/api/userAccount/topUpInfo"),
	"backend":    with(moneyPaths, "/api/userAccount/topUpInfo"),
	"payment":    with(moneyPaths, "/api/userAccount/topUpInfo", "/api/pay/", "/api/miner/", "/api/node/", "/api/shop/"),
	"withdrawal": with(moneyPaths, "/api/userAccount/myWithDraw", "/api/userAccount/withdrawConfig"),
	"machine":    with(moneyPaths, "/api/miner/", "/api/main/home", "/api/team/", "/api/pay/"),
	"node":       with(moneyPaths, "/api/node/", "/api/team/summary", "/api/pay/"),
	"referral":   with(moneyPaths, "/api/team/"),
	"level":      with(moneyPaths, "/api/team/"),
	"order":      with(moneyPaths, "/api/shop/", "/api/pay/"),
	"round":      with(moneyPaths, "/api/game/", "/api/miner/ztGameTj"),
	"game":       with(moneyPaths, "/api/game/", "/api/miner/ztGameTj"),
	"points":     with(moneyPaths, "/api/game/", "/api/miner/ztGameTj"),
	"limit":      with(moneyPaths, "/api/game/", "/api/miner/ztGameTj"),
	"alert":      {"/api/trade/alerts"},
	"terms":      {"/api/miner/", "/api/node/", "/api/userAccount/withdrawConfig", "/api/userAccount/exchangeConfig"},
	"new":        {"/api/user/sessions"},
	"address":    {"/api/address/list"},
	"calendar":   {"/api/miner/calendarLink"},
	"notice":     {"/api/user/noticeSettings"},
}

// outdatedByKind is for kinds that make less old than others of their first word.
var outdatedByKind = map[string][]string{
	kindReset:      {everything},
	"payment_seen": {"/api/userAccount/topUpInfo", "/api/userAccount/underWay", "/api/pay/"},
}

// outdatedBy are the beginnings of the paths whose answers an event makes old.
func outdatedBy(kind string) []string {
	paths, isNamed := outdatedByKind[kind]
	if !isNamed {
		word, _, _ := strings.Cut(kind, "_")
		paths = outdatedByWord[word]
	}
	return with(inboxPaths, paths...)
}

func with(paths []string, more ...string) []string { return append(slices.Clone(paths), more...) }

// news are the kinds that a person would look for; what he has just done himself is
// said where he did it.
var news = []string{
	"top_up_credited", "top_up_rejected", "suspense_claimed", "suspense_announced", "suspense_elsewhere", "payment_received",
	"payment_part_received",
	"withdrawal_approved", "withdrawal_rejected", "withdrawal_confirmed", "withdrawal_overdue",
	"machine_completed", "machine_dug_out", "machine_paused", "machine_resumed", "machine_expired", "node_dividend", "node_expired",
	"referral_reward", "referral_reward_refused", "level_reward", "level_reward_refused", "level_reached",
	"order_shipped", "order_invalid", "order_late", "order_expired",
	"address_added", "address_changed", "calendar_link_made", "round_drawn", "alert_reached",
}

// isNews says that a kind is to be said at once.
func isNews(kind string) bool {
	return slices.Contains(news, kind) || strings.HasPrefix(kind, "backend_") || strings.HasPrefix(kind, "payment_mismatch_")
}
