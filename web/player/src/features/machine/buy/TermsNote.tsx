import { Terms } from '@core/checkout/Terms'
import { useText } from '@kit/i18n/text'
import type { Offer } from '../contract'

const points = ['principal', 'interest', 'fee', 'pause', 'cap', 'repurchase', 'change'] as const

/** The terms by which the machine runs for all its life. */
export function TermsNote({ offer }: { offer: Offer }) {
  const t = useText('machine-buy')
  const texts = points.map((point) => t(`terms.${point}`, { exitAfterDays: offer.exitAfterDays, creditDays: offer.creditDays }))
  return <Terms title={t('terms.title')} points={texts} version={offer.termsVersion} />
}
