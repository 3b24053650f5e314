interface Watched {
  isBehind: boolean
  failures: number
  parked: number
}

/** Whether somebody has to look at a job. */
export function needsLook({ isBehind, failures, parked }: Watched): boolean {
  return isBehind || failures > 0 || parked > 0
}

/** Puts what somebody has to look at before the rest; both keep their order. */
export function lookFirst<R extends Watched>(rows: readonly R[]): R[] {
  return [...rows.filter(needsLook), ...rows.filter((row) => !needsLook(row))]
}
