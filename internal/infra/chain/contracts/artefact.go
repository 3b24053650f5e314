package contracts

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
)

//go:embed artefacts/*.json
var artefactFiles embed.FS

// ErrNoContract says that a deployment was included but created nothing.
var ErrNoContract = errors.New("the deployment's receipt names no contract")

// Transactor signs, sends and waits for transactions of one account.
type Transactor interface {
	// Execute sends data to a contract, or creates one when to is nil, and
	// returns the receipt once the transaction is in a block. A receipt whose
	// status is not 1 is returned as an error.
	Execute(ctx context.Context, to *common.Address, value *big.Int, data []byte) (*types.Receipt, error)
}

// Caller reads contract state; block nil means the latest.
type Caller interface {
	CallContract(ctx context.Context, call ethereum.CallMsg, block *big.Int) ([]byte, error)
}

// Artefact is a compiled contract.
type Artefact struct {
	ABI      abi.ABI
	Bytecode []byte
}

// Load reads an embedded artefact by its contract's name.
func Load(name string) (Artefact, error) {
	content, err := artefactFiles.ReadFile("artefacts/" + name + ".json")
	if err != nil {
		return Artefact{}, fmt.Errorf("contract %s: %w", name, err)
	}
	var file struct {
		ABI      json.RawMessage `json:"abi"`
		Bytecode hexutil.Bytes   `json:"bytecode"`
	}
	if err := json.Unmarshal(content, &file); err != nil {
		return Artefact{}, fmt.Errorf("contract %s: %w", name, err)
	}
	parsed, err := abi.JSON(bytes.NewReader(file.ABI))
	if err != nil {
		return Artefact{}, fmt.Errorf("contract %s: %w", name, err)
	}
	return Artefact{ABI: parsed, Bytecode: file.Bytecode}, nil
}

// Deploy creates a contract from its artefact.
func Deploy(ctx context.Context, by Transactor, name string, arguments ...any) (common.Address, error) {
	artefact, err := Load(name)
	if err != nil {
		return common.Address{}, err
	}
	packed, err := artefact.ABI.Pack("", arguments...)
	if err != nil {
		return common.Address{}, fmt.Errorf("deploy %s: %w", name, err)
	}
	receipt, err := by.Execute(ctx, nil, nil, append(bytes.Clone(artefact.Bytecode), packed...))
	if err != nil {
		return common.Address{}, fmt.Errorf("deploy %s: %w", name, err)
	}
	if receipt.ContractAddress == (common.Address{}) {
		return common.Address{}, fmt.Errorf("deploy %s: %w", name, ErrNoContract)
	}
	return receipt.ContractAddress, nil
}

// Execute packs one method call and sends it.
func Execute(ctx context.Context, by Transactor, name string, at common.Address, method string, arguments ...any) (*types.Receipt, error) {
	artefact, err := Load(name)
	if err != nil {
		return nil, err
	}
	data, err := artefact.ABI.Pack(method, arguments...)
	if err != nil {
		return nil, fmt.Errorf("%s.%s: %w", name, method, err)
	}
	receipt, err := by.Execute(ctx, &at, nil, data)
	if err != nil {
		return nil, fmt.Errorf("%s.%s: %w", name, method, err)
	}
	return receipt, nil
}

// read calls one view method and returns its unpacked results.
func read(ctx context.Context, caller Caller, name string, at common.Address, method string, arguments ...any) ([]any, error) {
	artefact, err := Load(name)
	if err != nil {
		return nil, err
	}
	data, err := artefact.ABI.Pack(method, arguments...)
	if err != nil {
		return nil, fmt.Errorf("%s.%s: %w", name, method, err)
	}
	answer, err := caller.CallContract(ctx, ethereum.CallMsg{To: &at, Data: data}, nil)
	if err != nil {
		return nil, fmt.Errorf("%s.%s: %w", name, method, err)
	}
	values, err := artefact.ABI.Unpack(method, answer)
	if err != nil {
		return nil, fmt.Errorf("%s.%s: %w", name, method, err)
	}
	return values, nil
}
