import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserInfo } from '@kit/api/contract'
import { TransportError } from '@kit/api/faults'
import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'
import { useText } from '@kit/i18n/text'
import { call } from '@core/session/api'
import { useSession } from '@core/session/store'
import { Button } from '@kit/ui/Button'
import { EmptyState } from '@kit/ui/EmptyState'
import { ListEnd } from '@kit/ui/ListEnd'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Screen } from '@core/frame/Screen'
import { Skeleton } from '@kit/ui/Skeleton'
import { decideLink, markRead, type NoticePages } from './decideNotices'
import { NoticeIcon } from './NoticeIcon'
import { NoticeRow } from './NoticeRow'

type Reading = 'idle' | 'reading' | 'unreachable'

/** The inbox, newest first; opening a notice reads it. */
export function NoticesScreen() {
  const t = useText('notice')
  const list = useEndlessList('/api/user/notices', {})
  const answers = useQueryClient()
  const fresh = useAnswer('/api/user/getUserInfo', {})
  const counted = useSession((state) => state.userInfo?.unread ?? 0)
  const unread = Math.max(counted, list.rows.filter((notice) => !notice.read).length)
  const [reading, setReading] = useState<Reading>('idle')

  async function read(id: string | 'all') {
    try {
      const answer = await call('/api/user/readNotice', id === 'all' ? { all: true } : { id })
      answers.setQueriesData<NoticePages>({ queryKey: ['/api/user/notices'] }, (cached) => markRead(cached, id))
      answers.setQueriesData<UserInfo>({ queryKey: ['/api/user/getUserInfo'] }, (user) => user && { ...user, unread: answer.unread })
      setReading('idle')
    } catch (fault) {
      // The client toasts a refusal; a broken line is said here.
      setReading(fault instanceof TransportError ? 'unreachable' : 'idle')
    }
  }

  return (
    <Screen title={t('title')} right={<span className="size-11" />}>
      <PullToRefresh onRefresh={() => Promise.all([list.refresh(), fresh.refetch()])}>
        {unread > 0 && list.rows.length > 0 && (
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <p className="text-15 text-muted">{t('unread', { count: unread })}</p>
            <Button
              size="small"
              kind="quiet"
              busy={reading === 'reading'}
              onClick={() => {
                setReading('reading')
                void read('all')
              }}
            >
              {t('readAll')}
            </Button>
          </div>
        )}
        {reading === 'unreachable' && (
          <p role="alert" className="mb-3 text-15 text-loss">
            {t('notRead')}
          </p>
        )}
        {list.query.isPending && <NoticesSkeleton />}
        {!list.query.isPending && !list.query.isError && list.rows.length === 0 && (
          <EmptyState title={t('empty')} hint={t('emptyHint')} art={<NoticeIcon family="other" size={96} />} />
        )}
        {list.rows.length > 0 && (
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-raised">
            {list.rows.map((notice) => (
              <li key={notice.id}>
                <NoticeRow notice={notice} link={decideLink(notice.link)} onRead={() => void read(notice.id)} />
              </li>
            ))}
          </ul>
        )}
        {!list.query.isPending && <ListEnd list={list} />}
      </PullToRefresh>
    </Screen>
  )
}

function NoticesSkeleton() {
  const t = useText('common')
  return (
    <div role="status" aria-label={t('loading')} className="divide-y divide-line rounded-card border border-line bg-raised px-4">
      {['a', 'b', 'c', 'd'].map((row) => (
        <div key={row} className="flex gap-3 py-4">
          <Skeleton width="36px" height="36px" round />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton width="55%" height="20px" />
            <Skeleton height="40px" />
            <Skeleton width="40%" height="15px" />
          </div>
        </div>
      ))}
    </div>
  )
}
