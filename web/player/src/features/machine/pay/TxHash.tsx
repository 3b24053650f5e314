import { useText } from '@kit/i18n/text'
import { useSession } from '@core/session/store'
import { CopyButton } from '@kit/ui/CopyButton'
import { Icon } from '@kit/ui/Icon'
import { maskId } from '@kit/ui/MaskedId'

/** A transaction's hash, to copy and, where the network has an explorer, to look up. */
export function TxHash({ hash }: { hash: string }) {
  const t = useText('machine-pay')
  const explorer = useSession((state) => state.app?.explorer ?? '')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-card border border-line px-4 py-1">
      <span className="text-15 text-muted">{t('hash')}</span>
      <span className="ml-auto flex items-center">
        <span className="fig min-w-0 break-all" translate="no">
          {maskId(hash)}
        </span>
        <CopyButton value={hash} what={t('hash')} />
        {explorer.startsWith('https://') && (
          <a
            href={`${explorer.replace(/\/$/, '')}/tx/${hash}`}
            target="_blank"
            rel="noreferrer"
            aria-label={t('explorer')}
            className="press inline-flex size-11 items-center justify-center rounded-field text-brass-ink"
          >
            <Icon name="link" />
          </a>
        )}
      </span>
    </div>
  )
}
