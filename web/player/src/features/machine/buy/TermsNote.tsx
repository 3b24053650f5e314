import { useText } from '@kit/i18n/text'
import type { Offer } from '../contract'
import { Disclosure } from '../Disclosure'

const points = ['principal', 'interest', 'fee', 'pause', 'cap', 'repurchase', 'change'] as const

/** The terms by which the machine runs for all its life, under their version. */
export function TermsNote({ offer }: { offer: Offer }) {
  const t = useText('machine-buy')
  return (
    <Disclosure title={t('terms.title')}>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-15 marker:text-brass-ink">
        {points.map((point) => (
          <li key={point}>{t(`terms.${point}`, { exitAfterDays: offer.exitAfterDays, creditDays: offer.creditDays })}</li>
        ))}
      </ul>
      <p className="mt-3 text-13 text-muted">
        {t('terms.version')}{' '}
        <span className="fig break-all" translate="no">
          {offer.termsVersion}
        </span>
      </p>
    </Disclosure>
  )
}
