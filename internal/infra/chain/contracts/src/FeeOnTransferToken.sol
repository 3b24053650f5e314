// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// A token that keeps a part of every transfer: less arrives than was sent.
contract FeeOnTransferToken is ERC20, Ownable {
    uint256 public immutable feeBasisPoints;
    address public immutable feeCollector;

    constructor(string memory name_, string memory symbol_, address owner_, uint256 feeBasisPoints_)
        ERC20(name_, symbol_)
        Ownable(owner_)
    {
        require(feeBasisPoints_ <= 10_000, "fee above the whole");
        feeBasisPoints = feeBasisPoints_;
        feeCollector = owner_;
    }

    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 value) internal override {
        if (from == address(0) || to == address(0)) {
            super._update(from, to, value);
            return;
        }
        uint256 fee = (value * feeBasisPoints) / 10_000;
        super._update(from, feeCollector, fee);
        super._update(from, to, value - fee);
    }
}
