import type { Data } from '@kit/api/contract'

/** Something that happened to the signed-in user, as the stream tells it. */
export type LiveEvent = Pick<Data<'/api/user/events'>, 'kind' | 'title' | 'text' | 'showAtOnce' | 'outdates' | 'createdAt' | 'serverTime'> & {
  /** The round of the game that it is about; empty where it is about none. */
  period: string
}

const drawnKind = 'round_drawn'

/** Reads a message of the stream; null where it is none of ours. */
export function readEvent(data: string): LiveEvent | null {
  try {
    const { kind, refs, title, text, showAtOnce, outdates, createdAt, serverTime } = JSON.parse(data) as Record<string, unknown>
    const period = refs && (refs as Partial<Record<string, unknown>>)['period']
    if (typeof kind !== 'string' || typeof createdAt !== 'string' || typeof serverTime !== 'string') return null
    return {
      kind,
      title: typeof title === 'string' ? title : '',
      text: typeof text === 'string' ? text : '',
      showAtOnce: showAtOnce === true,
      outdates: Array.isArray(outdates) ? outdates.filter((path) => typeof path === 'string') : [],
      createdAt,
      serverTime,
      period: typeof period === 'string' ? period : '',
    }
  } catch {
    return null
  }
}

/** Longer ago than this it is read in the inbox. */
const newsMs = 10 * 60_000

/** What the screen follows by itself. */
interface Followed {
  payment: boolean
  round: boolean
  /** Whether the page has shown what came of a round. */
  isKnown: (period: string) => boolean
}

/** Whether to say it now. A payment or a draw that is looked at says itself how it stands, and nothing lies over it; a draw that was seen is no news. */
export function isSaid({ kind, showAtOnce, createdAt, serverTime, period }: LiveEvent, { payment, round, isKnown }: Followed): boolean {
  if ((payment && kind.startsWith('payment_')) || (kind === drawnKind && (round || isKnown(period)))) return false
  return showAtOnce && Date.parse(serverTime) - Date.parse(createdAt) <= newsMs
}
