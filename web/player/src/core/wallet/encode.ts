// The part of viem that payments need, as one lazy chunk.
export { encodeFunctionData, erc20Abi, getAddress } from 'viem'
