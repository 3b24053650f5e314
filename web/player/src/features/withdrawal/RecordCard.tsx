import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { Icon } from '@kit/ui/Icon'
import { Time } from '@kit/ui/Time'
import { StatusChip } from '@kit/ui/StatusChip'
import type { Withdrawal } from './contract'
import { decideOutcome, isOpen, isWorrying, toneOf } from './decideRecord'

/** One withdrawal in the list; pressing it shows everything about it. */
export function RecordCard({ record, onOpen }: { record: Withdrawal; onOpen: () => void }) {
  const t = useText('withdrawal')
  const outcome = decideOutcome(record)
  return (
    <button type="button" onClick={onOpen} className="press block w-full rounded-card border border-line bg-raised p-4 text-left">
      <span className={`flex flex-wrap items-start justify-between gap-x-3 gap-y-1 ${breakable}`}>
        <span className="min-w-0 text-18 font-semibold">
          <Amount value={record.quantity} currency={record.currency} />
        </span>
        <StatusChip tone={toneOf(record.status)}>{t(`record.status.${record.status}`)}</StatusChip>
      </span>
      <span className={`mt-1 block text-15 text-muted ${breakable}`}>
        {t(`record.outcome.${outcome.kind}`)}{' '}
        <span className={outcome.kind === 'arrived' ? 'text-ink' : ''}>
          <Amount value={outcome.amount} currency={record.currency} />
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
