import { useLanguage, useText } from '@kit/i18n/text'
import { Age } from '@kit/ui/Age'
import { Amount } from '@kit/ui/Amount'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { approve } from '@console/decide/approve'
import { useDecision } from '@console/decide/useDecision'
import { useKept } from '@console/form/useKept'
import { DecisionKeys } from '@console/frame/Keys'
import { Screen } from '@console/frame/Screen'
import { keyAfter } from '@console/queue/keyAfter'
import { useSelection } from '@console/queue/useSelection'
import { WaitingSince } from '@console/queue/WaitingSince'
import type { Filter } from '@console/rows/decideFilter'
import { Filters } from '@console/rows/Filters'
import { Rows, type Column } from '@console/rows/Rows'
import { useMe } from '@console/session/store'
import { Announced } from '@console/words/Announced'
import { useWords } from '@console/words/useWords'
import { useReviews, useWithdrawals } from './api'
import type { Withdrawal } from './contract'
import { barOf, openReviewOf, reviewOf, whatOf } from './decideWithdrawals'
import { SeveralWithdrawals } from './SeveralWithdrawals'
import { Why } from './Why'
import { WithdrawalPanel } from './WithdrawalPanel'

const statuses = ['pending_review', 'approved', 'review_rejected', 'cancelled', 'confirmed'] as const

/** What narrows the queue, and the number that opens one withdrawal. */
function useFilters(): Filter[] {
  const t = useText('console-waiting')
  const { label } = useWords()
  return [
    { name: 'status', label: t('withdrawals.filter.status'), values: statuses.map((status) => [status, t(`withdrawals.status.${status}`)] as const) },
    { name: 'userId', label: t('withdrawals.filter.user') },
    ...['from', 'to'].map((name) => ({ name, label: label(name), isTime: true })),
    { name: 'withdrawNo', label: t('withdrawals.filter.number'), opens: true },
  ]
}

/** The queue of withdrawals: one person clears it by keys. */
export function WithdrawalsScreen() {
  const t = useText('console-waiting')
  const words = useText('console')
  const language = useLanguage()
  const me = useMe()
  const { isSending: isSigning, decide } = useDecision()
  const { value: rejecting, keep: setRejecting } = useKept('withdrawals.rejecting', '')
  const selection = useSelection()
  const list = useWithdrawals(useFilters())
  const rows = list.rows ?? []
  const open = rows.find(({ withdrawNo }) => withdrawNo === list.openKey) ?? list.away
  const reviews = useReviews(open ? [...rows, open] : rows)
  const reviewFor = (row: Withdrawal) => reviewOf(row, reviews)

  function moveOn(row: Withdrawal) {
    list.goOn(
      row.withdrawNo,
      keyAfter(
        rows.map(({ withdrawNo }) => withdrawNo),
        row.withdrawNo,
      ),
    )
  }

  /** What is signed was seen: a row that is not open is opened first. */
  function approveShown(row: Withdrawal) {
    const review = openReviewOf(row, reviewFor(row), me)
    if (list.openKey !== row.withdrawNo) return list.open(row.withdrawNo)
    if (isSigning || !review) return
    void decide(
      () => approve(review, me),
      () => moveOn(row),
      ({ state }) => words(state === 'pending' ? 'said.signed' : 'said.approved', { what: whatOf(row, language) }),
    )
  }

  function reject(row: Withdrawal) {
    if (barOf(row, reviewFor(row), me) !== null) return
    list.open(row.withdrawNo)
    setRejecting(row.withdrawNo)
  }

  const columns: Column<Withdrawal>[] = [
    {
      title: t('withdrawals.column.who'),
      cell: (row) => (
        <>
          <span translate="no" className="block font-semibold break-all">
            {row.userName}
          </span>
          <span className="block text-13 text-muted">
            <Why row={row} />
          </span>
        </>
      ),
    },
    { title: t('withdrawals.column.arrives'), isFigure: true, cell: (row) => <Amount value={row.arrival} currency={row.currency} /> },
    {
      title: t('withdrawals.column.age'),
      isFigure: true,
      cell: ({ createdAt, reviewBy, status }) => <WaitingSince since={createdAt} due={status === 'pending_review' ? reviewBy : null} />,
    },
    {
      title: t('withdrawals.column.approvals'),
      isFigure: true,
      cell: (row) =>
        row.status === 'pending_review'
          ? t('withdrawals.approvals', { given: row.approvals.length, needed: row.approvalsNeeded })
          : t(`withdrawals.status.${row.status}`),
    },
  ]

  return (
    <Screen
      title={t('withdrawals.title')}
      note={list.order === 'asc' && rows[0]?.status === 'pending_review' && <Oldest at={rows[0].createdAt} />}
      right={<DecisionKeys selects />}
      panel={
        open && (
          <WithdrawalPanel
            key={open.withdrawNo}
            row={open}
            review={reviewFor(open)}
            place={rows.includes(open) ? t('place', { at: rows.indexOf(open) + 1, count: rows.length }) : null}
            isSigning={isSigning}
            isRejecting={rejecting === open.withdrawNo}
            onApprove={() => approveShown(open)}
            onReject={(isAsked) => setRejecting(isAsked ? open.withdrawNo : null)}
            onRejected={() => moveOn(open)}
            onClose={() => list.open(null)}
          />
        )
      }
    >
      <Filters list={list} />
      <ErrorRetry of={reviews} />
      <Rows
        list={list}
        keyOf={(row) => row.withdrawNo}
        nameOf={(row) => row.userName}
        columns={columns}
        empty={{ title: t('withdrawals.empty.title'), hint: t('withdrawals.empty.hint') }}
        isDim={(row) => barOf(row, reviewFor(row), me) !== null}
        keys={{ a: (row) => approveShown(row), r: reject }}
        selection={selection}
      />
      <SeveralWithdrawals rows={rows.filter(({ withdrawNo }) => selection.keys.has(withdrawNo))} reviewOf={reviewFor} onKept={selection.keep} />
    </Screen>
  )
}

/** How long the first one waits. */
function Oldest({ at }: { at: string }) {
  const t = useText('console-waiting')
  return (
    <Announced by={t('withdrawals.oldest')}>
      <Age at={at} />
    </Announced>
  )
}
