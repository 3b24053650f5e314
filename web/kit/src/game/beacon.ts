/** A beacon: rounds at fixed times, each with a signature nobody knows before. */
export interface Chain {
  /** Hex, 96 bytes: a point of G2. */
  publicKey: string
  /** When round 1 was published, in seconds of Unix time. */
  genesis: number
  periodSeconds: number
}

/** drand quicknet: run by a league of independent organisations, the same for everybody. */
export const quicknet: Chain = {
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesis: 1_692_803_367,
  periodSeconds: 3,
}

/** When a beacon round is published, in milliseconds. */
export function timeOf(chain: Chain, round: number): number {
  return (chain.genesis + chain.periodSeconds * (round - 1)) * 1000
}

/** The first beacon round published at or after a moment: which one decides is known before anybody knows what it says. */
export function roundAt(chain: Chain, atMs: number): number {
  return Math.max(1, Math.ceil((atMs / 1000 - chain.genesis) / chain.periodSeconds) + 1)
}
