// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// A token of the development chain: 18 decimals, its owner mints what it likes.
/// It stands for USDT, ETLD and ETH there; it has no value anywhere.
contract TestToken is ERC20, Ownable {
    constructor(string memory name_, string memory symbol_, address owner_) ERC20(name_, symbol_) Ownable(owner_) {}

    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    /// Mints for a holder and pays it on at once: a transfer from the holder to another
    /// account, for which the holder neither signs nor needs gas.
    function mintAndPay(address holder, address to, uint256 amount) external onlyOwner {
        _mint(holder, amount);
        _transfer(holder, to, amount);
    }
}
