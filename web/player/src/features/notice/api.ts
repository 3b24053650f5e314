import type { Params, Row } from '@kit/api/contract'
import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'
import { call } from '@core/session/api'
import { changeAnswers } from '@core/session/cache'
import { markRead, type NoticePages } from './decideNotices'

/** The inbox, newest first. */
export const useNotices = () => useEndlessList('/api/user/notices', {})

/** Marks one notice as read, or `all` of them, at the server and in what is cached. */
export async function readNotice(id: string): Promise<void> {
  const { unread } = await call('/api/user/readNotice', id === 'all' ? { all: true } : { id })
  changeAnswers<'/api/user/notices', NoticePages>('/api/user/notices', (cached) => markRead(cached, id))
  changeAnswers('/api/user/getUserInfo', (user) => user && { ...user, unread })
}

/** Whether open apps show notices of a kind at once. */
export type NoticeSetting = Row<'/api/user/noticeSettings'>

/** What open apps show at once. */
export const useNoticeSettings = () => useAnswer('/api/user/noticeSettings', {})

/** Changes one setting; the answer has all of them. */
export async function saveSetting({ kind, showAtOnce }: NoticeSetting): Promise<void> {
  const settings = await call('/api/user/setNoticeSettings', { kind, showAtOnce })
  changeAnswers('/api/user/noticeSettings', () => settings)
}

/** How the person is told while the app is closed. */
export const usePushSettings = () => useAnswer('/api/push/settings', {})

/** The person's browsers that are told. */
export const usePushDevices = () => useAnswer('/api/push/list', {})

/** Changes how the person is told; the answer has all of it. */
export async function savePushSettings(wanted: Params<'/api/push/setSettings'>): Promise<void> {
  const settings = await call('/api/push/setSettings', wanted)
  changeAnswers('/api/push/settings', () => settings)
}
