import type { Notice, Page } from '@kit/api/contract'
import { isPlace, type Place } from '@core/frame/places'

/** The pages of the inbox as the cache holds them. */
export interface NoticePages {
  pages: Page<Notice>[]
  pageParams: unknown[]
}

/** The pages with one notice read, or `all` of them. */
export function markRead(cached: NoticePages | undefined, id: string): NoticePages | undefined {
  if (!cached) return cached
  const pages = cached.pages.map((page) => ({
    ...page,
    list: page.list.map((notice) => (id === 'all' || notice.id === id ? { ...notice, read: true } : notice)),
  }))
  return { ...cached, pages }
}

/** Notices that are shown as one; never none. */
export type Gathered = [Notice, ...Notice[]]

/** Gathers neighbours of one kind that came at the same moment: an order of three machines tells of each. */
export function gather(notices: readonly Notice[]): Gathered[] {
  const gathered: Gathered[] = []
  for (const notice of notices) {
    const last = gathered.at(-1)
    if (last?.[0].kind === notice.kind && last[0].createdAt === notice.createdAt) last.push(notice)
    else gathered.push([notice])
  }
  return gathered
}

/** Notices whose text names support. */
const kindsForSupport = /^(backend_debit(?!_returned)|top_up_rejected|(referral|level)_reward_refused)/

/** Where a notice leads inside the app, also to support where it names it; null where it leads nowhere. */
export function decideLink({ kind, link }: { kind: string; link: string | null }): Place | null {
  if (kindsForSupport.test(kind)) return '/mine?view=help'
  return link !== null && isPlace(link) ? link : null
}

export type NoticeFamily = 'machine' | 'money' | 'order' | 'session' | 'reward' | 'other'

const families: readonly [RegExp, NoticeFamily][] = [
  [/^machine_/, 'machine'],
  [/^(top_up|payment|suspense|withdrawal|backend)_/, 'money'],
  [/^(order|address)_/, 'order'],
  [/^(new_session|referrer_unknown)/, 'session'],
  [/(reward|dividend)/, 'reward'],
]

/** What a notice is about, for its picture. */
export function decideFamily(kind: string): NoticeFamily {
  return families.find(([pattern]) => pattern.test(kind))?.[1] ?? 'other'
}
