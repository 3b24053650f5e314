import { Columns } from '@core/frame/Columns'
import { Detail } from '@core/frame/Detail'
import { LinkButton } from '@core/frame/LinkButton'
import { Screen } from '@core/frame/Screen'
import { useIsWide } from '@core/frame/useIsWide'
import { useSheet, useSheetOf } from '@core/frame/useSheet'
import { useUser } from '@core/queries/useUser'
import { HeadAct } from '@core/frame/HeadAct'
import type { Notice } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { byDay } from '@kit/time/byDay'
import { Button } from '@kit/ui/Button'
import { DayHeading } from '@kit/ui/DayHeading'
import { EmptyState } from '@kit/ui/EmptyState'
import { focusOn } from '@kit/ui/focusOn'
import { ListAnswer } from '@kit/ui/ListAnswer'
import { Loading } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Skeleton } from '@kit/ui/Skeleton'
import { Time } from '@kit/ui/Time'
import { Unreachable } from '@kit/ui/Unreachable'
import { useMutation } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { NoticeIcon } from './NoticeIcon'
import { NoticeRow } from './NoticeRow'
import { SettingsSheet } from './SettingsSheet'
import { readNotice, useNotices } from './api'
import { decideFamily, decideLink, gather, type Gathered } from './decideNotices'

const gear =
  'M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM12 9.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4zM12 3.5V6M12 18v2.5M3.5 12H6M18 12h2.5M6 6l1.8 1.8M16.2 16.2L18 18M18 6l-1.8 1.8M7.8 16.2L6 18'

/** The inbox, newest first; opening a notice reads it, beside the others where there is room. */
export function NoticesScreen() {
  const t = useText('notice')
  const list = useNotices()
  const user = useUser()
  const unread = Math.max(user.data?.unread ?? 0, list.rows.filter((notice) => !notice.read).length)
  const reading = useMutation({
    mutationFn: readNotice,
    scope: { id: 'readNotice' },
    // Without an answer it may be done all the same.
    onError: () => void Promise.all([list.refresh(), user.refetch()]),
  })
  const settings = useSheet('settings')
  const opened = useSheetOf('notice')
  const isWide = useIsWide()
  const beside = isWide ? list.rows.find(({ id }) => id === opened.value) : undefined
  // The button goes with what is unread: the focus goes to the list.
  const readAll = () => reading.mutate('all', { onSuccess: () => document.querySelector('main')?.focus({ preventScroll: true }) })

  return (
    <Screen
      title={t('title')}
      right={
        <HeadAct path={gear} onPress={settings.open}>
          {t('settings.title')}
        </HeadAct>
      }
    >
      <Columns hint={t('choose')} detail={beside ? <NoticeDetail key={beside.id} notice={beside} onClose={opened.close} /> : null}>
        <PullToRefresh onRefresh={() => Promise.all([list.refresh(), user.refetch()])}>
          {unread > 0 && list.rows.length > 0 && (
            <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
              <p className="text-15 text-muted">{t('unread', { count: unread })}</p>
              <Button size="small" kind="quiet" busy={reading.isPending && reading.variables === 'all'} onClick={readAll}>
                {t('readAll')}
              </Button>
            </div>
          )}
          <div className="mb-3 empty:mb-0">
            <Unreachable fault={reading.error} />
          </div>
          <ListAnswer
            list={list}
            waiting={<NoticesSkeleton />}
            empty={<EmptyState title={t('empty')} hint={t('emptyHint')} art={<NoticeIcon family="other" size={96} />} />}
          >
            {(notices) =>
              byDay(notices).map(({ day, rows }) => (
                <Fragment key={rows[0]?.id}>
                  <DayHeading day={day} />
                  <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-raised">
                    {gather(rows).map((alike) => (
                      <li key={alike[0].id}>
                        <Alike notices={alike} openId={beside?.id} onRead={reading.mutate} onOpen={isWide ? opened.choose : undefined} />
                      </li>
                    ))}
                  </ul>
                </Fragment>
              ))
            }
          </ListAnswer>
        </PullToRefresh>
      </Columns>
      {settings.isOpen && <SettingsSheet onClose={settings.close} />}
    </Screen>
  )
}

interface AlikeProps {
  notices: Gathered
  openId: string | undefined
  onRead: (id: string) => void
  /** Shows one beside the list; without it a notice leads to what it is about. */
  onOpen: ((id: string) => void) | undefined
}

/** Notices of one kind that came at once, such as one for each machine of an order: the first, and the others when wanted. */
function Alike({ notices, openId, onRead, onOpen }: AlikeProps) {
  const t = useText('notice')
  const [isOpen, setIsOpen] = useState(false)
  const [first, ...others] = notices
  const rowOf = (notice: Notice) => (
    <NoticeRow
      key={notice.id}
      notice={notice}
      link={decideLink(notice)}
      isOpen={notice.id === openId}
      onRead={() => onRead(notice.id)}
      onOpen={onOpen && (() => onOpen(notice.id))}
    />
  )
  return (
    <div className="divide-y divide-line">
      {rowOf(first)}
      {isOpen && (
        <div ref={focusOn} tabIndex={-1} className="divide-y divide-line outline-none">
          {others.map(rowOf)}
        </div>
      )}
      {others.length > 0 && !isOpen && (
        <button type="button" onClick={() => setIsOpen(true)} className="press min-h-11 w-full px-4 pb-2 pl-16 text-left text-15 font-medium text-brass-ink">
          {t('alike', { count: others.length })}
        </button>
      )}
    </div>
  )
}

function NoticesSkeleton() {
  return (
    <Loading className="divide-y divide-line rounded-card border border-line bg-raised px-4">
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
    </Loading>
  )
}

/** One notice whole, and the way to what it is about. */
function NoticeDetail({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const t = useText('notice')
  const link = decideLink(notice)
  return (
    <Detail
      title={notice.title}
      onClose={onClose}
      footer={
        link && (
          <LinkButton to={link} wide>
            {t('open')}
          </LinkButton>
        )
      }
    >
      <div className="flex items-start gap-3 pt-2">
        <NoticeIcon family={decideFamily(notice.kind)} />
        <div className="min-w-0 flex-1">
          <p className="text-16 break-words">{notice.text}</p>
          <p className="mt-2 text-13 text-muted">
            <Time at={notice.createdAt} />
          </p>
        </div>
      </div>
    </Detail>
  )
}
