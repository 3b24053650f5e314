import { Link } from 'react-router'
import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'

const lines = ['principal', 'income', 'check'] as const

/** Three lines that say what this is, before anybody signs in, and where to read more. */
export function Proof() {
  const t = useText('gate')
  return (
    <section aria-label={t('proof')} className="mt-2 w-full max-w-xs border-t border-line pt-4">
      <ul className="flex flex-col gap-2 text-left text-15 text-muted">
        {lines.map((line) => (
          <li key={line} className="flex gap-2">
            <span className="pt-0.5 text-brass-ink">
              <Icon name="check" size={18} />
            </span>
            <span className="min-w-0">{t(`proof.${line}`)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-1 flex flex-wrap justify-center gap-x-6">
        <a href="/transparency/" className="press inline-flex min-h-11 items-center text-15 text-brass-ink">
          {t('transparency')}
        </a>
        <Link to="/mine?view=help" className="press inline-flex min-h-11 items-center text-15 text-brass-ink">
          {t('help')}
        </Link>
      </p>
    </section>
  )
}
