import { dayMs } from '@kit/time/days'
import type { MyMachine } from '../contract'

/** Whole days that a machine has run, without its breaks; none of one that never ran. */
export function daysRun({ startAt, endAt, endedAt, pausedSeconds }: Pick<MyMachine, 'startAt' | 'endAt' | 'endedAt' | 'pausedSeconds'>, now: number): number {
  if (startAt === null) return 0
  const end = Math.min(now, ...[endAt, endedAt].flatMap((at) => (at === null ? [] : [Date.parse(at)])))
  return Math.max(0, Math.floor((end - Date.parse(startAt) - pausedSeconds * 1000) / dayMs))
}
