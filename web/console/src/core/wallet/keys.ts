// The part of viem that signs in a demo, as one lazy chunk.
export { privateKeyToAccount } from 'viem/accounts'
