import { call } from '@console/api/call'
import { useAnswer } from '@console/api/useAnswer'
import { useRows } from '@console/rows/useRows'
import type { Draft } from './contract'

export const useArticles = () => useRows('news/list', { filters: [] })

export const useArticle = (id: string | null) => useAnswer('news/detail', { id: id ?? '' }, { isOff: id === null })

/** What readers of each language would see of the newest saved revision. */
export const usePreview = (id: string | null) => useAnswer('news/preview', { id: id ?? '' }, { isOff: id === null })

export function saveDraft(draft: Draft) {
  return call('news/draft', draft, { isQuiet: true })
}

/** Publishes what was saved; an incident, a link to another host, a host's name or an address waits for a second editor. */
export function publish(payload: { id: string; version: number }, reason: string) {
  return call('news/publish', { payload, reason }, { isQuiet: true })
}
