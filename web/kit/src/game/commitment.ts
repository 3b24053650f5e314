/** What a round is decided by beside the beacon's signature; it is signed, anchored, and the draw's basis. */
export function commitmentOf(period: string, root: string, beaconRound: number): string {
  return `${commits(period)}${root}|${beaconRound}`
}

/** How everything begins that an anchor says of a period. */
export function commits(period: string): string {
  return `ETLDBOX1|${period}|`
}
