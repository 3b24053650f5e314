import { useText } from '@kit/i18n/text'
import { CopyButton } from '@kit/ui/CopyButton'
import { Icon } from '@kit/ui/Icon'
import { maskId } from '@kit/ui/MaskedId'

/** The payout's transaction, to copy and, where the chain has an explorer, to look up. */
export function TransactionLine({ hash, explorer }: { hash: string; explorer: string | null }) {
  const t = useText('withdrawal-record')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-card border border-line bg-raised px-4 py-1">
      <span className="text-15 text-muted">{t('hash')}</span>
      <span className="-mr-3 ml-auto flex min-w-0 items-center text-15">
        <span className="fig min-w-0 break-all" translate="no">
          {maskId(hash)}
        </span>
        <CopyButton value={hash} what={t('hash')} />
        {explorer && (
          <a href={explorer} target="_blank" rel="noreferrer" aria-label={t('explorer')} className="press inline-flex size-11 items-center justify-center rounded-field text-brass-ink">
            <Icon name="link" />
          </a>
        )}
      </span>
    </div>
  )
}
