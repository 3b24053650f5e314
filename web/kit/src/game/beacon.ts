// Every beacon we know keeps drand quicknet's hours, also the local one of a demo.
const genesisSeconds = 1_692_803_367
const periodSeconds = 3

/** The public key of drand quicknet, which a league of independent organisations runs for everybody. */
export const quicknetKey =
  '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a'

/** When a beacon round is published, in milliseconds. */
export function timeOf(round: number): number {
  return (genesisSeconds + periodSeconds * (round - 1)) * 1000
}

/** The first beacon round published at or after a moment: which one decides is known before anybody knows what it says. */
export function roundAt(atMs: number): number {
  return Math.max(1, Math.ceil((atMs / 1000 - genesisSeconds) / periodSeconds) + 1)
}
