import { Suspense } from 'react'
import { Link } from '@core/frame/links'
import { late } from '@core/frame/late'
import { useSheetOf } from '@core/frame/useSheet'
import { useLanguage, useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { Sheet } from '@kit/ui/Sheet'
import { PageSpinner } from '../shell/PageSpinner'

const GateLook = late(() => import('./GateLook').then((module) => module.GateLook), ['help'])
const lines = ['principal', 'income', 'check'] as const

/** What this is, before anybody signs in: the coin, three promises, a look inside, and where to read more. */
export function Proof() {
  const t = useText('gate')
  const language = useLanguage()
  const sheet = useSheetOf('gate')
  return (
    <section aria-label={t('proof')} className="mt-2 w-full max-w-xs border-t border-line pt-4">
      <p className="mb-3 text-left text-15">{t('about')}</p>
      <ul className="flex flex-col gap-2 text-left text-15 text-muted">
        {lines.map((line) => (
          <li key={line} className="flex gap-2">
            <Icon name="check" size={18} look="mt-0.5 text-brass-ink" />
            <span className="min-w-0">{t(`proof.${line}`)}</span>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => sheet.open('look')} className="press mt-1 min-h-11 px-4 text-15 font-medium text-brass-ink">
        {t('look')}
      </button>
      <p className="flex flex-wrap justify-center gap-x-6">
        <a href={`/transparency/?lang=${language}`} className="press inline-flex min-h-11 items-center text-15 text-brass-ink">
          {t('transparency')}
        </a>
        <Link to="/mine?view=help" className="press inline-flex min-h-11 items-center text-15 text-brass-ink">
          {t('help')}
        </Link>
      </p>
      <Sheet open={sheet.value === 'look'} onClose={sheet.close} title={t('look')}>
        <Suspense fallback={<PageSpinner />}>
          <GateLook />
        </Suspense>
      </Sheet>
    </section>
  )
}
