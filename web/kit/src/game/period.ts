const periodMs = 5 * 60_000
const openForMs = 4.5 * 60_000
const beaconMarginMs = 15_000
const anchorMarginMs = 6_000
const anchorSearchMs = 30_000
// The platform's zone is fixed.
const zoneMs = 8 * 3_600_000
const perDay = 288

/** The times of a round, in milliseconds. */
export interface Times {
  openAt: number
  lockAt: number
  /** The next beacon round from here on decides. */
  beaconFrom: number
}

/** What a period's number (`YYYYMMDD-NNN`) says of its times; null where it is none. */
export function timesOf(period: string): Times | null {
  const match = /^(\d{4})(\d{2})(\d{2})-(\d{3})$/.exec(period)
  const number = Number(match?.[4])
  const date = `${match?.[1]}-${match?.[2]}-${match?.[3]}`
  const day = Date.parse(`${date}T00:00:00Z`)
  // A day that a month does not have is read as one of the next.
  const isDay = day >= 0 && new Date(day).toISOString().startsWith(date)
  if (!isDay || !(number >= 1 && number <= perDay)) return null
  const openAt = day - zoneMs + (number - 1) * periodMs
  return { openAt, lockAt: openAt + openForMs, beaconFrom: openAt + openForMs + beaconMarginMs }
}

/** The earliest time of the block an anchor counts in, for the beacon round's time. */
export function anchorFrom(beaconAtMs: number): number {
  return beaconAtMs - anchorSearchMs
}

/** The latest time of the block an anchor counts in, for the beacon round's time. */
export function anchorBy(beaconAtMs: number): number {
  return beaconAtMs - anchorMarginMs
}
