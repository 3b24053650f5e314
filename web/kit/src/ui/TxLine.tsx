import { useText } from '../i18n/text'
import { CopyButton } from './CopyButton'
import { Icon } from './Icon'
import { maskId } from './MaskedId'

interface TxLineProps {
  hash: string
  /** Where the transaction can be looked at; null where its chain has no explorer. */
  link: string | null
}

/** A transaction's hash, to copy and, where its chain has an explorer, to look up. */
export function TxLine({ hash, link }: TxLineProps) {
  const t = useText('common')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-card border border-line bg-raised px-4 py-1">
      <span className="text-15 text-muted">{t('tx.hash')}</span>
      <span className="-mr-3 ml-auto flex min-w-0 items-center text-15">
        <span className="fig min-w-0 break-all" translate="no">
          {maskId(hash)}
        </span>
        <CopyButton value={hash} what={t('tx.hash')} />
        <ExplorerLink link={link} />
      </span>
    </div>
  )
}

/** Opens a transaction, an address or a token in its chain's explorer; nothing where it has none. */
export function ExplorerLink({ link }: { link: string | null }) {
  const t = useText('common')
  if (!link) return null
  return (
    <a
      href={link}
      target="_blank"
      rel="noreferrer"
      aria-label={t('tx.explorer')}
      className="press inline-flex size-11 shrink-0 items-center justify-center rounded-field text-brass-ink"
    >
      <Icon name="link" />
    </a>
  )
}
