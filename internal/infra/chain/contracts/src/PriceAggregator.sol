// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// A price feed with the reading side of a Chainlink aggregator. The owner
/// writes rounds, stale and absurd ones too: that is what it is for.
contract PriceAggregator is Ownable {
    uint8 public immutable decimals;
    string public description;

    uint80 private roundId;
    int256 private answer;
    uint256 private startedAt;
    uint256 private updatedAt;

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    constructor(string memory description_, uint8 decimals_, address owner_) Ownable(owner_) {
        description = description_;
        decimals = decimals_;
    }

    /// Opens the next round with an answer of now.
    function set(int256 answer_) external onlyOwner {
        write(answer_, block.timestamp);
    }

    /// Opens the next round with an answer of any time.
    function setAt(int256 answer_, uint256 updatedAt_) external onlyOwner {
        write(answer_, updatedAt_);
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (roundId, answer, startedAt, updatedAt, roundId);
    }

    function write(int256 answer_, uint256 updatedAt_) private {
        roundId += 1;
        answer = answer_;
        startedAt = updatedAt_;
        updatedAt = updatedAt_;
        emit AnswerUpdated(answer_, roundId, updatedAt_);
    }
}
