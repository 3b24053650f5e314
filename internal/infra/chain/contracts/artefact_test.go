package contracts_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"etld/internal/base/skip"
	"etld/internal/infra/chain/contracts"

	"github.com/ethereum/go-ethereum/common"
)

// names lists the contracts that have an artefact.
func names() []string {
	return []string{"ContractWallet", "FakeToken", "FeeOnTransferToken", "Pair", "PriceAggregator", "TestToken"}
}

func TestArtefacts(t *testing.T) {
	t.Parallel()
	for _, name := range names() {
		artefact, err := contracts.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(artefact.Bytecode) < 100 {
			t.Errorf("%s has %d bytes of code", name, len(artefact.Bytecode))
		}
	}
	sources, err := filepath.Glob("src/*.sol")
	if err != nil || len(sources) != len(names()) {
		t.Errorf("%d sources, %d names (%v)", len(sources), len(names()), err)
	}
	if _, err := contracts.Load("Absent"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an absent contract gave %v", err)
	}
}

// TestRecompile holds the artefacts to their sources, byte for byte.
func TestRecompile(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		skip.Missing(t, "node is not installed, so the contracts cannot be compiled again")
	}
	if _, err := os.Stat("node_modules/solc"); err != nil {
		skip.Missing(t, "solc is not installed; run npm ci in internal/infra/chain/contracts")
	}
	var output, complaints bytes.Buffer
	command := exec.Command(node, "compile.mjs", "--stdout")
	command.Stdout, command.Stderr = &output, &complaints
	if err := command.Run(); err != nil {
		t.Fatalf("%v: %s", err, complaints.String())
	}
	var compiled map[string]struct {
		Bytecode string          `json:"bytecode"`
		ABI      json.RawMessage `json:"abi"`
	}
	if err := json.Unmarshal(output.Bytes(), &compiled); err != nil {
		t.Fatal(err)
	}
	if len(compiled) != len(names()) {
		t.Fatalf("%d contracts compiled, %d named", len(compiled), len(names()))
	}
	for name, fresh := range compiled {
		stored, err := os.ReadFile("artefacts/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(stored), `"`+fresh.Bytecode+`"`) {
			t.Errorf("%s: the checked-in bytecode is not what its source compiles to; run npm run compile", name)
		}
		var compact bytes.Buffer
		var file struct {
			ABI json.RawMessage `json:"abi"`
		}
		if err := json.Unmarshal(stored, &file); err != nil {
			t.Fatal(err)
		}
		if err := json.Compact(&compact, file.ABI); err != nil {
			t.Fatal(err)
		}
		if compact.String() != string(fresh.ABI) {
			t.Errorf("%s: the checked-in interface is not its source's; run npm run compile", name)
		}
	}
}

func TestEncodeTransfer(t *testing.T) {
	t.Parallel()
	to := common.HexToAddress("0x00000000000000000000000000000000000000Ab")
	limit := new(big.Int).Lsh(big.NewInt(1), 256)
	data, err := contracts.EncodeTransfer(to, big.NewInt(258))
	if err != nil {
		t.Fatal(err)
	}
	want := "a9059cbb" + strings.Repeat("0", 62) + "ab" + strings.Repeat("0", 61) + "102"
	if got := common.Bytes2Hex(data); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for name, amount := range map[string]*big.Int{"absent": nil, "negative": big.NewInt(-1), "2^256": limit} {
		if _, err := contracts.EncodeTransfer(to, amount); !errors.Is(err, contracts.ErrAmountInvalid) {
			t.Errorf("%s amount gave %v", name, err)
		}
	}
	largest := new(big.Int).Sub(limit, big.NewInt(1))
	if data, err = contracts.EncodeTransfer(to, largest); err != nil || new(big.Int).SetBytes(data[36:]).Cmp(largest) != 0 {
		t.Errorf("the largest amount: %x, %v", data, err)
	}
}
