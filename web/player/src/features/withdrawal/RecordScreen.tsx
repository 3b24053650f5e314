import { Link, useSearchParams } from 'react-router'
import { useText } from '@kit/i18n/text'
import { EmptyState } from '@kit/ui/EmptyState'
import { ListEnd, type EndlessList } from '@kit/ui/ListEnd'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Screen } from '@core/frame/Screen'
import { Skeleton } from '@kit/ui/Skeleton'
import { useWithdrawals } from './api'
import type { Withdrawal } from './contract'
import { refreshAfterMs, statusIn, type WithdrawalStatus } from './decideRecord'
import { RecordCard } from './RecordCard'
import { RecordSheet } from './RecordSheet'
import { StatusFilter } from './StatusFilter'
import { WayOut } from './WayOut'

/** Every withdrawal and where it stands; the address keeps the filter and the one that is open. */
export function RecordScreen() {
  const t = useText('withdrawal-record')
  const [search, setSearch] = useSearchParams()
  const status = statusIn(search.get('status'))
  const id = search.get('id')
  const list = useWithdrawals(status, refreshAfterMs)

  function show(changes: { status?: string | null; id?: string | null }) {
    setSearch((before) => {
      const after = new URLSearchParams(before)
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) after.delete(name)
        else after.set(name, value)
      }
      return after
    }, { replace: true })
  }

  return (
    <Screen title={t('title')} right={<WithdrawLink />}>
      <PullToRefresh onRefresh={list.refresh}>
        <div className="flex flex-col gap-4">
          <StatusFilter value={status} onChange={(next) => show({ status: next })} />
          <Records list={list} status={status} onOpen={(withdrawNo) => show({ id: withdrawNo })} />
        </div>
      </PullToRefresh>
      {id && <RecordSheet key={id} withdrawNo={id} onClose={() => show({ id: null })} onChanged={() => void list.refresh()} />}
    </Screen>
  )
}

interface RecordsProps {
  list: EndlessList<Withdrawal>
  status: WithdrawalStatus | null
  onOpen: (withdrawNo: string) => void
}

function Records({ list, status, onOpen }: RecordsProps) {
  const t = useText('withdrawal-record')
  if (list.query.isPending) return <RecordsSkeleton />
  const isEmpty = list.rows.length === 0 && !list.query.isError
  return (
    <div>
      {isEmpty && (status ? <EmptyState title={t('empty.ofStatus')} hint={t('empty.ofStatusHint')} /> : <EmptyState title={t('empty.title')} hint={t('empty.hint')} art={<WayOut />} action={<StartLink />} />)}
      <ul className="flex flex-col gap-3">
        {list.rows.map((record: Withdrawal) => (
          <li key={record.withdrawNo}>
            <RecordCard record={record} onOpen={() => onOpen(record.withdrawNo)} />
          </li>
        ))}
      </ul>
      {!isEmpty && <ListEnd list={list} />}
    </div>
  )
}

function RecordsSkeleton() {
  const t = useText('common')
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-3">
      <Skeleton height="118px" />
      <Skeleton height="118px" />
      <Skeleton height="118px" />
    </div>
  )
}

function WithdrawLink() {
  const t = useText('withdrawal-record')
  return (
    <Link to="/withdraw" className="press inline-flex min-h-11 items-center justify-center rounded-field px-2 text-15 font-medium text-brass-ink">
      {t('new')}
    </Link>
  )
}

function StartLink() {
  const t = useText('withdrawal-record')
  return (
    <Link to="/withdraw" className="press inline-flex min-h-13 items-center justify-center rounded-field border border-[var(--brass)] px-5 text-16 font-semibold text-brass-ink">
      {t('empty.action')}
    </Link>
  )
}
