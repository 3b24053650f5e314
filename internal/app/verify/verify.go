// Package verify checks files that anybody may have, without a server or a database.
package verify

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/core/operator"
	"etld/internal/features/node"
	"etld/internal/features/withdrawal"
	"etld/internal/infra/config"
)

// fileMax bounds what is read of a file that may be anything.
const fileMax = 4 << 20

var (
	// ErrUsage says how the command is used.
	ErrUsage = errors.New("say what to verify: etld verify approval [--host HOST] [--operators ADDRESSES] FILE, where FILE holds a proposal " +
		"as the console's calls answer it, etld verify dividend [--hash HASH] [--node NUMBER] FILE, where FILE holds a statement as it is " +
		"downloaded, etld verify proof [--address WALLET] [--day YYYYMMDD] [--text TEXT] [--receipt-keys KEYS] [--anchor-address ADDRESS] " +
		"[--rpc-urls URLS] FILE, where FILE holds an answer of /api/open/myProof about WALLET and the day, and TEXT is the snapshot's as others were shown it, " +
		"or etld verify round [--beacon-key KEY] [--receipt-keys KEYS] [--anchor-address ADDRESS] [--rpc-urls URLS] [--beacon-relays URLS] FILE, " +
		"where FILE holds a round of the game as it is exported, KEYS what /api/open/gameChain answered, ADDRESS who sent anchors then, and URLS " +
		"nodes and relays of your own, separated by commas; without a key the beacon is drand quicknet. It ends with 0 where everything was looked " +
		"up and fits, with 1 where something does not, and with 3 where nothing contradicts and something was not looked up")
	// ErrNotApproved says that a signature does not approve what the file says.
	ErrNotApproved = errors.New("not everything in the file was approved")
)

// options are what a reader names besides the file: what they know from elsewhere.
type options struct {
	roundOptions
	host, operators, hash, node, text, address, day string
}

// readOptions takes the options of a kind of file from before the file's name.
func readOptions(kind string, arguments []string) (o options, file string, err error) {
	fs := flag.NewFlagSet("etld verify "+kind, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	for name, to := range map[string]map[string]*string{
		"approval": {"host": &o.host, "operators": &o.operators},
		"dividend": {"hash": &o.hash, "node": &o.node},
		"round":    o.flags(),
		"proof":    {"address": &o.address, "day": &o.day, "text": &o.text, "receipt-keys": &o.keysFile, "anchor-address": &o.anchorAddress, "rpc-urls": &o.rpcURLs},
	}[kind] {
		fs.StringVar(to, name, "", "")
	}
	if err := fs.Parse(arguments); err != nil || fs.NArg() != 1 {
		return o, "", ErrUsage
	}
	for _, address := range append(config.List(o.operators), o.anchorAddress, o.address) {
		if address != "" && !common.IsHexAddress(address) {
			return o, "", fmt.Errorf("%q is no address", address)
		}
	}
	if o.address != "" {
		o.address = common.HexToAddress(o.address).Hex()
	}
	return o, fs.Arg(0), nil
}

// Run checks a file, in the command named by the first argument.
func Run(ctx context.Context, arguments []string, out io.Writer) error {
	if len(arguments) == 0 {
		return ErrUsage
	}
	check := map[string]func(content []byte, o options, out io.Writer) error{"approval": verifyProposal, "dividend": verifyDividend,
		"round": func(content []byte, o options, out io.Writer) error {
			return verifyRound(ctx, content, o.roundOptions, out)
		},
		"proof": func(content []byte, o options, out io.Writer) error { return verifyProof(ctx, content, o, out) }}[arguments[0]]
	if check == nil {
		return ErrUsage
	}
	o, name, err := readOptions(arguments[0], arguments[1:])
	if err != nil {
		return err
	}
	content, err := readFile(name)
	if err != nil {
		return err
	}
	if err := check(dataOf(content), o, out); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// SayUnread names what was taken from the file alone.
func SayUnread(unread []string, out io.Writer) {
	for _, one := range unread {
		fmt.Fprintln(out, "NOT LOOKED UP: "+one)
	}
}

// outcomeOf is what a verification that found nothing wrong ends with.
func outcomeOf(unread []string, out io.Writer) error {
	if len(unread) > 0 {
		return ErrNotLookedUp
	}
	fmt.Fprintln(out, "everything was looked up and fits")
	return nil
}

// dataOf is what an answer of the server holds. A file that has anything beside code,
// message and data is none, and is taken as it is: what a player kept stands beside
// what the server said.
func dataOf(content []byte) []byte {
	var answer map[string]json.RawMessage
	if err := json.Unmarshal(content, &answer); err != nil || len(answer["data"]) == 0 {
		return content
	}
	for name := range answer {
		if !slices.Contains([]string{"code", "message", "data"}, name) {
			return content
		}
	}
	return answer["data"]
}

// readFile reads a file that may be anything.
func readFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, fileMax))
}

// verifyDividend recomputes a dividend statement. What it begins with is in the
// platform's books alone, so that it is never looked up whole.
func verifyDividend(content []byte, o options, out io.Writer) error {
	var s node.Statement
	if err := json.Unmarshal(content, &s); err != nil {
		return fmt.Errorf("it holds no statement: %w", err)
	}
	if err := s.Verify(); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s nodes, %s: %s USDT divided among %d nodes with %d days of weight, by %d; every amount recomputed\n",
		s.Level, s.Month, s.Divided, len(s.Rows), s.Weights, s.Base)
	fmt.Fprintf(out, "taken from the statement: purchases of %s and repurchases of %s USDT, which brought %s; %s from before; %s added; a floor of %d nodes\n",
		s.NewPurchases, s.Repurchases, s.Shares, s.Opening, s.Funded, s.FloorNodes)
	fmt.Fprintf(out, "hash %s\n", s.Hash)
	unread := []string{"figures: what the month's machines brought, what the pool held, the floor and each node's days are in the platform's books alone"}
	if o.hash == "" {
		unread = append(unread, "hash: whether others were shown this statement; name the hash that they have with --hash")
	} else if !strings.EqualFold(o.hash, s.Hash) {
		return fmt.Errorf("%w: others have the hash %s", node.ErrStatement, o.hash)
	}
	if o.node != "" {
		i := slices.IndexFunc(s.Rows, func(row node.StatementRow) bool { return row.Node == node.HashOf(o.node) })
		if i < 0 {
			return fmt.Errorf("%w: the node %s is not in it", node.ErrStatement, o.node)
		}
		fmt.Fprintf(out, "node %s: %d days, %s USDT\n", o.node, s.Rows[i].Weight, s.Rows[i].Amount)
	}
	SayUnread(unread, out)
	return outcomeOf(unread, out)
}

// verifyProposal prints what each approval's wallet signed, and whether that is what
// the proposal says.
func verifyProposal(content []byte, o options, out io.Writer) error {
	var p operator.Proposal
	if err := json.Unmarshal(content, &p); err != nil {
		return fmt.Errorf("it holds no proposal: %w", err)
	}
	fmt.Fprintf(out, "proposal %s: %s of %s\n", p.ID, p.Kind, p.Subject)
	isWhole := len(p.Given) > 0
	if !p.HasItsHash() {
		isWhole = false
		fmt.Fprintf(out, "WRONG: the payload %s has another hash than %s\n", p.Payload, p.PayloadHash)
	}
	for i, one := range p.Given {
		fmt.Fprintf(out, "%s signed:\n  %s\n", one.Address, one.Text)
		err := checkApproval(p, one, o)
		switch {
		case err != nil:
		case one.StaffID != "" && one.StaffID == p.MakerID:
			err = errors.New("who proposed it approved it")
		case slices.ContainsFunc(p.Given[:i], func(other operator.ApprovalRow) bool { return strings.EqualFold(other.Address, one.Address) }):
			err = errors.New("this wallet approved it twice")
		}
		if err != nil {
			isWhole = false
			fmt.Fprintf(out, "  WRONG: %v\n", err)
		} else {
			fmt.Fprintln(out, "  the signature is this wallet's, and the text is of this proposal")
		}
	}
	if len(p.Given) < p.Needed && p.State != operator.Pending {
		isWhole = false
		fmt.Fprintf(out, "WRONG: %d approved it, and %d had to\n", len(p.Given), p.Needed)
	}
	if !isWhole {
		return ErrNotApproved
	}
	unread := []string{"proposal: who proposed it, how many had to approve it and what became of it are in the platform's books alone"}
	if o.operators == "" {
		unread = append(unread, "operators: whether these wallets are operators'; name those that you know with --operators")
	}
	if o.host == "" {
		unread = append(unread, "host: whether it was signed for this platform; name its host with --host")
	}
	SayUnread(unread, out)
	return outcomeOf(unread, out)
}

// checkApproval holds one signature to its wallet, and its text to the proposal.
func checkApproval(p operator.Proposal, one operator.ApprovalRow, o options) error {
	if !one.IsSigned() {
		return errors.New("the signature is not this wallet's")
	}
	if known := config.List(o.operators); len(known) > 0 && !slices.ContainsFunc(known, func(address string) bool { return strings.EqualFold(address, one.Address) }) {
		return errors.New("this wallet is none of the operators that you named")
	}
	begins, words := "Approve a proposal at ", p.SignedWords()
	host, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(one.Text, begins), "Approve a payout at "), " ")
	review, isReview, err := withdrawal.ReviewWords(host, p.Kind, p.Payload)
	if err != nil {
		return err
	}
	if isReview {
		begins, words = "Approve a payout at ", []string{review}
	}
	if !slices.ContainsFunc(words, func(said string) bool {
		at, isOfIt := strings.CutPrefix(one.Text, begins+host+" as operator "+one.Address+". "+said+" Time: ")
		_, err := strconv.ParseUint(at, 10, 63)
		return isOfIt && err == nil
	}) {
		return fmt.Errorf("the text is not of this proposal, which is: %s", words[0])
	}
	if o.host != "" && host != o.host {
		return fmt.Errorf("it was signed for the host %s", host)
	}
	return nil
}
