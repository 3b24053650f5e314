// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// The readable side of a two-token pool: reserves, and the time they changed.
/// Nobody can trade with it; its owner states the reserves.
contract Pair is Ownable {
    address public immutable token0;
    address public immutable token1;

    uint112 private reserve0;
    uint112 private reserve1;
    uint32 private changedAt;

    event Sync(uint112 reserve0, uint112 reserve1);

    constructor(address token0_, address token1_, address owner_) Ownable(owner_) {
        token0 = token0_;
        token1 = token1_;
    }

    function setReserves(uint112 reserve0_, uint112 reserve1_) external onlyOwner {
        reserve0 = reserve0_;
        reserve1 = reserve1_;
        changedAt = uint32(block.timestamp % 2 ** 32);
        emit Sync(reserve0_, reserve1_);
    }

    function getReserves() external view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, changedAt);
    }
}
