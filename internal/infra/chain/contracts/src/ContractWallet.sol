// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// A wallet that is a contract: it accepts its owner's signature (EIP-1271)
/// and makes calls for its owner. Its other modes are what a hostile one does.
contract ContractWallet is IERC1271, Ownable {
    enum Mode {
        Honest,
        Refusing,
        Reverting,
        Endless,
        Malformed
    }

    Mode public mode;

    constructor(address owner_, Mode mode_) Ownable(owner_) {
        mode = mode_;
    }

    receive() external payable {}

    function setMode(Mode mode_) external onlyOwner {
        mode = mode_;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view override returns (bytes4) {
        if (mode == Mode.Refusing) return 0xffffffff;
        if (mode == Mode.Reverting) revert("not today");
        if (mode == Mode.Malformed) {
            // Two bytes where a word belongs.
            assembly ("memory-safe") {
                mstore(0, shl(240, 0x1626))
                return(0, 2)
            }
        }
        if (mode == Mode.Endless) {
            bytes32 spin = digest;
            while (true) spin = keccak256(abi.encode(spin));
        }
        (address signer, ECDSA.RecoverError problem,) = ECDSA.tryRecover(digest, signature);
        bool accepted = problem == ECDSA.RecoverError.NoError && signer == owner();
        return accepted ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }

    /// Makes several calls in one transaction; all of them or none.
    function execute(address[] calldata targets, bytes[] calldata calls) external onlyOwner {
        require(targets.length == calls.length, "a call for every target");
        for (uint256 i = 0; i < targets.length; i++) {
            (bool ok,) = targets[i].call(calls[i]);
            require(ok, "call failed");
        }
    }
}
