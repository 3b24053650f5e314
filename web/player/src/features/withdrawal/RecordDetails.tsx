import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { Copied } from '@kit/ui/Copied'
import { AmountFact, Fact, Facts, TimeFact } from '@kit/ui/Facts'
import { Icon } from '@kit/ui/Icon'
import { maskId } from '@kit/ui/MaskedId'
import { OwnWords } from '@kit/ui/OwnWords'
import { StatusChip } from '@kit/ui/StatusChip'
import { Timeline } from '@kit/ui/Timeline'
import { ExplorerLink, TxLine } from '@kit/ui/TxLine'
import { Verbatim } from '@kit/ui/Verbatim'
import { SupportLink } from '@core/frame/SupportLink'
import { useExplorer } from '@core/frame/useExplorer'
import type { Withdrawal } from './contract'
import { decideOutcome, explorerOf, isOpen, isWorrying, tones } from './decideRecord'

/** Everything about one withdrawal. */
export function RecordDetails({ record }: { record: Withdrawal }) {
  const t = useText('withdrawal')
  const linkTo = useExplorer(record.network)
  const outcome = decideOutcome(record)
  const steps = record.timeline
    .toReversed()
    .map((step) => ({
      at: step.at,
      title: step.text,
      actor: t(`record.actor.${step.actor}`),
      children: step.txHash && <Hash hash={step.txHash} link={step.txHash === record.txHash ? explorerOf(record) : linkTo('tx', step.txHash)} />,
    }))
  const isLate = isOpen(record) && isWorrying(record)
  return (
    <div className="flex min-h-[88dvh] flex-col gap-4">
      <div>
        <p className="flex flex-wrap items-center justify-between gap-2 text-13 text-muted">
          {t(`record.outcome.${outcome.kind}`)}
          <StatusChip tone={tones[record.status]}>{t(`record.status.${record.status}`)}</StatusChip>
        </p>
        <p className={`text-28 leading-tight font-semibold ${breakable}`}>
          <Amount value={outcome.amount} currency={record.currency} own />
        </p>
      </div>
      <section aria-live="polite" className={`rounded-card border bg-raised p-4 ${isLate ? 'border-loss' : 'border-line'}`}>
        <h3 className="flex items-center gap-2 text-13 text-muted">
          <Icon
            name={isLate || outcome.kind === 'returned' ? 'info' : outcome.kind === 'arrived' ? 'check' : 'clock'}
            size={18}
            look={isLate ? 'text-loss' : 'text-brass-ink'}
          />
          {isOpen(record) ? t('record.sheet.next') : t('record.sheet.ended')}
        </h3>
        <p className="mt-1 text-15">{record.nextStep.text}</p>
        {record.status === 'review_rejected' && <SupportLink />}
      </section>
      {record.reason && (
        <section className="rounded-card border border-line bg-raised p-4">
          <h3 className="text-13 text-muted">{t('record.sheet.reason')}</h3>
          <p className="mt-1 text-15">{record.reason.text}</p>
          {record.reason.note && <OwnWords>{record.reason.note}</OwnWords>}
        </section>
      )}
      {record.txHash && <TxLine hash={record.txHash} link={explorerOf(record)} />}
      <Facts framed>
        <AmountFact name={t('record.fact.quantity')} value={record.quantity} currency={record.currency} own />
        <AmountFact name={t('record.fact.fee')} value={record.fee} currency={record.currency} decimalsMin={0} own />
        {outcome.kind !== 'returned' && <AmountFact name={t('record.fact.arrival')} value={record.arrival} currency={record.currency} own />}
        <Fact name={t('record.fact.network')}>
          <span className="whitespace-nowrap">{record.network}</span>
        </Fact>
        <Fact name={t('record.fact.address')}>
          <span className="flex items-center justify-end">
            <Verbatim look="fig min-w-0 break-all">{record.address}</Verbatim>
            <ExplorerLink link={linkTo('address', record.address)} />
          </span>
        </Fact>
        <TimeFact name={t('record.fact.requested')} at={record.createdAt} as="second" />
        <Fact name={t('record.fact.number')}>
          <Copied value={record.withdrawNo} shown={maskId(record.withdrawNo)} what={t('record.fact.number')} />
        </Fact>
      </Facts>
      <section>
        <h3 className="mb-3 text-16 font-semibold">{t('record.sheet.timeline')}</h3>
        <Timeline steps={steps} />
      </section>
    </div>
  )
}

function Hash({ hash, link }: { hash: string; link: string | null }) {
  return (
    <p className="flex items-center text-13 text-muted">
      <Verbatim look="fig">{maskId(hash)}</Verbatim>
      <ExplorerLink link={link} />
    </p>
  )
}
