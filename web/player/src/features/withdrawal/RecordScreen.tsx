import { HeadAct } from '@core/frame/HeadAct'
import { LinkButton } from '@core/frame/LinkButton'
import { Screen } from '@core/frame/Screen'
import { useFilter } from '@core/frame/useFilter'
import { useSheetOf } from '@core/frame/useSheet'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { AskFirst } from '@kit/ui/AskFirst'
import { ChoiceRow } from '@kit/ui/ChoiceRow'
import { EmptyState } from '@kit/ui/EmptyState'
import { Icon } from '@kit/ui/Icon'
import type { EndlessList } from '@kit/ui/ListEnd'
import { Skeletons } from '@kit/ui/Loading'
import { Missing } from '@kit/ui/Missing'
import { Rows } from '@kit/ui/Rows'
import { Sheet } from '@kit/ui/Sheet'
import { StatusChip } from '@kit/ui/StatusChip'
import { Time } from '@kit/ui/Time'
import { breakable } from '@kit/ui/breakable'
import { toast } from '@kit/ui/toast'
import { RecordDetails } from './RecordDetails'
import { useCancelWithdrawal, useWithdrawal, useWithdrawals, useWithdrawConfig } from './api'
import type { Withdrawal } from './contract'
import { decideOutcome, isOpen, isWorrying, statuses, tones, type WithdrawalStatus } from './decideRecord'

/** Every withdrawal and where it stands; the address keeps the filter and the one that is open. */
export function RecordScreen() {
  const t = useText('withdrawal')
  const filter = useFilter('status', statuses)
  const record = useSheetOf('id')
  const list = useWithdrawals(filter.value)

  return (
    <Screen title={t('record.title')} right={<HeadAct to="/withdraw">{t('record.new')}</HeadAct>} onRefresh={list.refresh}>
      <div className="flex flex-col gap-4">
        <ChoiceRow {...filter} label={t('record.filter.label')} all={t('record.filter.all')} nameOf={(one) => t(`record.status.${one}`)} />
        <Records list={list} status={filter.value} onOpen={record.open} />
      </div>
      {record.value && <RecordSheet key={record.value} withdrawNo={record.value} onClose={record.close} />}
    </Screen>
  )
}

interface RecordsProps {
  list: EndlessList<Withdrawal>
  status: WithdrawalStatus | null
  onOpen: (withdrawNo: string) => void
}

function Records({ list, status, onOpen }: RecordsProps) {
  const t = useText('withdrawal')
  const empty = status ? (
    <EmptyState title={t('record.empty.ofStatus')} hint={t('record.empty.ofStatusHint')} />
  ) : (
    <EmptyState
      title={t('record.empty.title')}
      hint={t('record.empty.hint')}
      art={<WayOut />}
      action={<LinkButton to="/withdraw">{t('record.empty.action')}</LinkButton>}
    />
  )
  return (
    <Rows keyOf={(record) => record.withdrawNo} list={list} waiting={<Skeletons heights={['118px', '118px', '118px']} />} empty={empty}>
      {(record) => <RecordCard record={record} onOpen={() => onOpen(record.withdrawNo)} />}
    </Rows>
  )
}

/** A coin leaving the vault for a wallet, as an engraving. */
function WayOut() {
  return (
    <svg
      viewBox="0 0 128 112"
      width="128"
      height="112"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className="text-muted"
    >
      <rect x="10" y="34" width="46" height="52" rx="6" />
      <circle cx="33" cy="60" r="11" />
      <path d="M33 49v-4M33 75v-4M22 60h-4M48 60h-4" />
      <path d="M18 86v6M48 86v6" />
      <path d="M64 60h20M78 54l6 6-6 6" stroke="var(--brass)" />
      <path d="M92 46h22a4 4 0 0 1 4 4v24a4 4 0 0 1-4 4H96a4 4 0 0 1-4-4z" />
      <path d="M92 46a4 4 0 0 1 4-4h16M111 62h.01" />
      <circle cx="70" cy="28" r="8" fill="var(--brass)" fillOpacity=".18" stroke="var(--brass)" />
      <path d="M70 24v8M67 28h6" stroke="var(--brass)" />
    </svg>
  )
}

/** One withdrawal in the list; pressing it shows everything about it. */
function RecordCard({ record, onOpen }: { record: Withdrawal; onOpen: () => void }) {
  const t = useText('withdrawal')
  const outcome = decideOutcome(record)
  return (
    <button type="button" onClick={onOpen} className="press block w-full rounded-card border border-line bg-raised p-4 text-left">
      <span className={`flex flex-wrap items-start justify-between gap-x-3 gap-y-1 ${breakable}`}>
        <span className="min-w-0 text-18 font-semibold">
          <Amount value={record.quantity} currency={record.currency} own />
        </span>
        <StatusChip tone={tones[record.status]}>{t(`record.status.${record.status}`)}</StatusChip>
      </span>
      <span className={`mt-1 block text-15 text-muted ${breakable}`}>
        {t(`record.outcome.${outcome.kind}`)}{' '}
        <span className={outcome.kind === 'arrived' ? 'text-ink' : ''}>
          <Amount value={outcome.amount} currency={record.currency} own />
        </span>
      </span>
      <span className="mt-0.5 block text-13 text-muted">
        <span className="whitespace-nowrap">{record.network}</span> · <Time at={record.createdAt} plain />
      </span>
      {isOpen(record) && (
        <span className={`mt-3 flex gap-2 border-t border-line pt-3 text-15 ${isWorrying(record) ? 'text-loss' : ''}`}>
          <Icon name={isWorrying(record) ? 'info' : 'clock'} size={18} look="mt-0.5 text-brass-ink" />
          <span className="min-w-0">{record.nextStep.text}</span>
        </span>
      )}
    </button>
  )
}

/** One withdrawal: where it stands, what happens next, each step so far, and the way back while there is one. */
function RecordSheet({ withdrawNo, onClose }: { withdrawNo: string; onClose: () => void }) {
  const t = useText('withdrawal')
  const answer = useWithdrawal(withdrawNo)
  const record = answer.data?.list[0]
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('record.sheet.title')}
      footer={record?.cancellable && isOpen(record) ? <CancelWithdrawal record={record} /> : undefined}
    >
      <Answer
        of={answer}
        waiting={<Skeletons heights={['72px', '88px', '240px']} className="flex min-h-[88dvh] flex-col gap-4" />}
        missing={t('record.sheet.missing')}
      >
        {({ list: [shown] }) => (shown ? <RecordDetails record={shown} /> : <Missing>{t('record.sheet.missing')}</Missing>)}
      </Answer>
    </Sheet>
  )
}

/** Takes a pending withdrawal back, after asking once and naming what it costs. */
function CancelWithdrawal({ record }: { record: Withdrawal }) {
  const t = useText('withdrawal')
  const { owned } = useFigures()
  const { data: config } = useWithdrawConfig()
  const cancel = useCancelWithdrawal({ onDone: () => toast.success(t('record.cancel.done')) })
  return (
    <AskFirst
      isButton
      open={t('record.cancel.open')}
      keep={t('record.cancel.keep')}
      confirm={t('record.cancel.confirm')}
      isBusy={cancel.sending === 'sending'}
      isAwaited={cancel.sending === 'awaited'}
      onConfirm={() => cancel.send({ withdrawNo: record.withdrawNo })}
    >
      <p className="text-15">{t('record.cancel.text', { amount: owned(record.quantity, record.currency) })}</p>
      <p className="mt-1 text-15 font-medium">{t('record.cancel.lock', { hours: config?.lockHours ?? 0 })}</p>
      {cancel.sending === 'unanswered' && <Alert size={13}>{t('record.cancel.unanswered')}</Alert>}
    </AskFirst>
  )
}
