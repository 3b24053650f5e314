// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// A token that lies. It may carry the name and symbol of a real one, move
/// nothing while its transactions succeed, and write any event it is asked for.
contract FakeToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    string public name;
    string public symbol;
    uint8 public constant decimals = 18;

    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
    }

    function balanceOf(address) external pure returns (uint256) {
        return type(uint256).max;
    }

    /// Returns false, moves nothing, writes no event; the transaction has status 1.
    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    /// Writes one Transfer event, whatever its figures: address poisoning,
    /// zero values, amounts nobody has.
    function pretend(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }

    /// Writes a Transfer whose value is indexed too: four topics and no data.
    function pretendIndexed(address from, address to, uint256 value) external {
        bytes32 signature = Transfer.selector;
        assembly ("memory-safe") {
            log4(0, 0, signature, from, to, value)
        }
    }

    /// Writes a Transfer with 64 bytes of data instead of 32.
    function pretendLong(address from, address to, uint256 value) external {
        bytes32 signature = Transfer.selector;
        bytes memory data = abi.encode(value, value);
        assembly ("memory-safe") {
            log3(add(data, 32), mload(data), signature, from, to)
        }
    }
}
