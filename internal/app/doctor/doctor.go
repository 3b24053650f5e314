// Package doctor asks a running program what is missing between an empty installation and
// the first sale, and prints it with what mends it.
package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"time"

	"etld/internal/core/checklist"
)

const (
	atDefault = "http://127.0.0.1:8081"
	askWithin = 15 * time.Second
	answerMax = 1 << 20
)

var (
	// ErrMissing says that a step is missing.
	ErrMissing = errors.New("not everything is there")
	// ErrSilent says that no program answered.
	ErrSilent = errors.New("no program answers; start it with etld serve, or name its operators' listener: etld doctor " + atDefault)
)

// words say what lacks, with the place for what it lacks at, and what mends it.
var words = map[checklist.Lack]struct{ lack, next string }{
	checklist.OperatorKey:    {"there is no key that seals operators' authenticators", "give the output of openssl rand -hex 32 as ETLD_OPERATOR_KEY"},
	checklist.PersonalKey:    {"there is no key that seals personal data", "give the output of openssl rand -hex 32 as ETLD_PERSONAL_KEY"},
	checklist.NoNetwork:      {"no chain is watched", "name its nodes with --rpc-urls and the treasury with --treasury"},
	checklist.Signature:      {"the treasury on %s has signed no statement", "sign it with the treasury's key and give it as --treasury-signature"},
	checklist.Reading:        {"%s is not read", "name nodes that answer with --rpc-urls; the board of the chain in the console tells of each"},
	checklist.EthPrice:       {"ETH has no price that can be used", "name two sources with --eth-aggregator and --eth-pair or --eth-aggregator-2"},
	checklist.NoBeacon:       {"no round of the beacon was seen within a minute", "name relays that answer with --beacon-relays"},
	checklist.NoWallet:       {"no hot wallet pays withdrawals", "make its key with etld signer create, then name --hot-wallet and --signer-socket"},
	checklist.PayoutsStopped: {"payouts on %s are stopped", "propose payouts/resume in the console"},
	checklist.Gas:            {"the hot wallet %s has no gas, or was not read yet", "send it the network's own coin"},
	checklist.Administrators: {"fewer than two administrators have set up an authenticator", "etld operator add --role administrator, then each signs in once"},
	checklist.Finance: {"a maker or a checker of finance with an authenticator is missing",
		"etld operator add --role finance_maker, and another with finance_checker; then each signs in once"},
	checklist.Stock:   {"no machine is on sale with stock", "propose machines/change in the console"},
	checklist.Pool:    {"a pool of %s holds nothing", "propose pools/fund in the console"},
	checklist.Deposit: {"no deposit was credited yet", "pay a small order from a wallet that signed in"},
	checklist.Sale:    {"no machine was sold yet", "buy the smallest one"},
	checklist.Standby: {"the database has several hosts and no commit waits for a standby: an election may take back what was answered as done",
		"set synchronous_mode and synchronous_mode_strict by patronictl edit-config"},
	checklist.DatabaseClock: {"the clocks of this machine and of the database are %s apart", "have both set by the network's time"},
	checklist.ChainClock:    {"the newest block of %s is of a time that is still to come here", "have this machine's clock set by the network's time"},
	checklist.Stopped:       {"%s: stopped", "find out why, and propose emergency/change in the console; two people let it go on"},
	checklist.Backup: {"no backup was restored and checked yet",
		"make one (etld backup FILE, or PostgreSQL's tools), then etld backup --verify FOLDER -config etld.toml"},
	checklist.OldBackup: {"the last backup that was restored and checked is of %s, more than seven days ago", "etld backup --verify FOLDER -config etld.toml"},
}

// Run asks and prints: a line for each step, or the answer as it is with --json.
func Run(ctx context.Context, arguments []string, out io.Writer) error {
	flags := flag.NewFlagSet("doctor", flag.ContinueOnError)
	flags.SetOutput(out)
	asJSON := flags.Bool("json", false, "print the answer as JSON")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	at := atDefault
	if flags.NArg() > 0 {
		at = flags.Arg(0)
	}
	list, err := ask(ctx, at)
	if err != nil {
		return err
	}
	if *asJSON {
		err = json.NewEncoder(out).Encode(list)
	} else {
		err = print(out, list)
	}
	if err == nil && !list.IsReady {
		err = ErrMissing
	}
	return err
}

// print writes a line for each step.
func print(out io.Writer, list checklist.List) error {
	for _, s := range list.Steps {
		if _, err := fmt.Fprintf(out, "%-8s%-16s%s\n", s.State, s.Step, sentence(s)); err != nil {
			return err
		}
	}
	return nil
}

// sentence says what a step lacks and what mends it.
func sentence(s checklist.Step) string {
	if s.Lack == "" {
		return "is there"
	}
	w, text := words[s.Lack], ""
	if text = w.lack; s.Of != "" {
		text = fmt.Sprintf(text, s.Of)
	}
	if s.Cause != "" {
		text += " (" + s.Cause + ")"
	}
	return text + ": " + w.next
}

func ask(ctx context.Context, at string) (list checklist.List, err error) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at+"/doctor", nil)
	if err != nil {
		return list, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return list, errors.Join(ErrSilent, err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return list, fmt.Errorf("%w: status %d", ErrSilent, response.StatusCode)
	}
	return list, json.NewDecoder(io.LimitReader(response.Body, answerMax)).Decode(&list)
}
