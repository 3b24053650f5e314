package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/core/operator"
	"etld/internal/features/node"
	"etld/internal/features/withdrawal"
	"etld/internal/infra/chain/walletsig"
)

// verifyFileMax bounds what is read of a file that may be anything.
const verifyFileMax = 4 << 20

var (
	// ErrVerifyUsage says how the command is used.
	ErrVerifyUsage = errors.New("say what to verify: etld verify approval FILE, where FILE holds a proposal as the console's calls answer it, " +
		"etld verify dividend FILE, where FILE holds a statement as it is downloaded, or etld verify round [--beacon-key KEY] [--receipt-keys KEYS] " +
		"[--anchor-address ADDRESS] [--rpc-urls URLS] [--beacon-relays URLS] FILE, where FILE holds a round of the game as it is exported, KEYS what " +
		"/api/open/gameChain answered, ADDRESS who sent anchors then, and URLS nodes and relays of your own, separated by commas; without a key the beacon is drand quicknet. " +
		"It ends with 0 where everything was looked up and fits, with 1 where something does not, and with 3 where nothing contradicts and something was not looked up")
	// ErrNotApproved says that a signature does not approve what the file says.
	ErrNotApproved = errors.New("not everything in the file was approved")
)

// verify checks a file without a server or a database.
func verify(ctx context.Context, arguments []string, out io.Writer) error {
	if len(arguments) < 2 {
		return ErrVerifyUsage
	}
	var round roundOptions
	if arguments[0] == "round" {
		var err error
		if round, arguments[1], err = readRoundOptions(arguments[1:]); err != nil {
			return err
		}
		arguments = arguments[:2]
	}
	if len(arguments) != 2 {
		return ErrVerifyUsage
	}
	check := map[string]func(content []byte, out io.Writer) error{"approval": verifyProposal, "dividend": verifyDividend,
		"round": func(content []byte, out io.Writer) error { return verifyRound(ctx, content, round, out) }}[arguments[0]]
	if check == nil {
		return ErrVerifyUsage
	}
	content, err := readFile(arguments[1])
	if err != nil {
		return err
	}
	if err := check(content, out); err != nil {
		return fmt.Errorf("%s: %w", arguments[1], err)
	}
	return nil
}

// readFile reads a file that may be anything.
func readFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, verifyFileMax))
}

// verifyProposal looks at a proposal with its approvals.
func verifyProposal(content []byte, out io.Writer) error {
	var p operator.Proposal
	if err := json.Unmarshal(content, &p); err != nil {
		return fmt.Errorf("it holds no proposal: %w", err)
	}
	return verifyApprovals(p, out)
}

// verifyDividend recomputes a dividend statement.
func verifyDividend(content []byte, out io.Writer) error {
	var s node.Statement
	if err := json.Unmarshal(content, &s); err != nil {
		return fmt.Errorf("it holds no statement: %w", err)
	}
	if err := s.Verify(); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s nodes, %s: %s USDT divided among %d nodes with %d days of weight, by %d; every amount recomputed\n",
		s.Level, s.Month, s.Divided, len(s.Rows), s.Weights, s.Base)
	fmt.Fprintf(out, "hash %s\n", s.Hash)
	return nil
}

// verifyApprovals prints what each approval's wallet signed, and whether that is
// what the proposal says.
func verifyApprovals(p operator.Proposal, out io.Writer) error {
	fmt.Fprintf(out, "proposal %s: %s of %s\n", p.ID, p.Kind, p.Subject)
	isWhole := len(p.Given) > 0
	if sum := sha256.Sum256(p.Payload); hex.EncodeToString(sum[:]) != p.PayloadHash {
		isWhole = false
		fmt.Fprintf(out, "WRONG: the payload %s has another hash than %s\n", p.Payload, p.PayloadHash)
	}
	for _, one := range p.Given {
		fmt.Fprintf(out, "%s signed:\n  %s\n", one.Address, one.Text)
		if err := checkApproval(p, one); err != nil {
			isWhole = false
			fmt.Fprintf(out, "  WRONG: %v\n", err)
		} else {
			fmt.Fprintln(out, "  the signature is this wallet's, and the text is of this proposal")
		}
	}
	if !isWhole {
		return ErrNotApproved
	}
	return nil
}

// checkApproval holds one signature to its wallet, and its text to the proposal.
func checkApproval(p operator.Proposal, one operator.ApprovalRow) error {
	signature, err := walletsig.Parse(one.Signature)
	if err != nil {
		return err
	}
	by, err := walletsig.Recover(walletsig.Digest(one.Text), signature)
	if err != nil {
		return err
	}
	if by != common.HexToAddress(one.Address) {
		return fmt.Errorf("the signature is that of %s", by)
	}
	begins, words := "Approve a proposal at ", p.Words()
	host, _, _ := strings.Cut(strings.TrimPrefix(one.Text, "Approve a payout at "), " ")
	review, isReview, err := withdrawal.ReviewWords(host, p.Kind, p.Payload)
	if err != nil {
		return err
	}
	if isReview {
		begins, words = "Approve a payout at ", review
	}
	if !strings.HasPrefix(one.Text, begins) || !strings.Contains(one.Text, " as operator "+one.Address+". "+words+" Time: ") {
		return fmt.Errorf("the text is not of this proposal, which is: %s", words)
	}
	return nil
}
