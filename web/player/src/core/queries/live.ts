import { create } from 'zustand'

/** Whether the server tells this page at once what changes. */
export const useLive = create<{ isLive: boolean }>(() => ({ isLive: false }))

/** So often what the server tells of is asked for where it cannot tell. */
const untoldMs = 30_000
/** So often it is asked for although the server tells: a figure that changes with time alone, such as a weight, has no event. */
const toldMs = 5 * 60_000

/** How soon to ask again for what events tell of. */
export function toldAgainMs(isLive: boolean): number {
  return isLive ? toldMs : untoldMs
}
