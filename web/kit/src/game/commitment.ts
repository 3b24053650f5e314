/** What a round is decided by beside the beacon's signature; it is signed, anchored, and the draw's basis. */
export function commitmentOf(period: string, root: string, beaconRound: number): string {
  return `ETLDBOX1|${period}|${root}|${beaconRound}`
}
