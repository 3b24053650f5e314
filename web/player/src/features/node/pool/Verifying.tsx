import { Link } from '@core/frame/links'
import { useText } from '@kit/i18n/text'
import { Copied } from '@kit/ui/Copied'
import { CopyButton } from '@kit/ui/CopyButton'
import { maskId } from '@kit/ui/MaskedId'
import type { DividendStatement } from '../contract'
import { fileOf } from './decidePool'

/** How anybody recomputes the statement without this server, and by which hash it is compared. */
export function Verifying({ statement }: { statement: DividendStatement }) {
  const t = useText('node')
  const command = `etld verify dividend ${fileOf(statement).name}`
  return (
    <section aria-label={t('pool.verify.title')} className="rounded-card border border-line px-4 py-3">
      <h3 className="text-15 font-semibold">{t('pool.verify.title')}</h3>
      <p className="mt-1 text-15 text-muted">{t('pool.verify.text')}</p>
      <div className="mt-2 flex items-center gap-1 rounded-field bg-sunk pl-3">
        <code className="min-w-0 flex-1 py-2 text-13 break-all" translate="no">
          {command}
        </code>
        <CopyButton value={command} what={t('pool.verify.command')} />
      </div>
      <div className="mt-1 flex items-center justify-between gap-3 text-15">
        <span className="text-muted">{t('pool.verify.hash')}</span>
        <Copied value={statement.hash} shown={maskId(statement.hash)} what={t('pool.verify.hash')} />
      </div>
      <Link to="/wallet?view=checks" className="press inline-flex min-h-11 items-center text-15 text-brass-ink underline underline-offset-4">
        {t('pool.verify.checks')}
      </Link>
    </section>
  )
}
