import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import type { Quote } from './contract'
import { CurrencySelect } from './CurrencySelect'

interface ReceiveCardProps {
  currency: string
  choices: readonly string[]
  available: string | null
  quote: Quote | null
  onChoose: (currency: string) => void
  disabled: boolean
}

/** What comes of it: the server's figure, never one of this page's. */
export function ReceiveCard({ currency, choices, available, quote, onChoose, disabled }: ReceiveCardProps) {
  const t = useText('swap')
  return (
    <section aria-label={t('receive')} className="rounded-card border border-line bg-raised p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-13 text-muted">
        <span>{t('receive')}</span>
        <span className="text-right">
          {t('available')} <Amount value={available} currency={currency} bare />
        </span>
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
        <output aria-live="polite" className="flex min-h-11 min-w-0 flex-[1_1_6rem] items-center text-[min(1.75rem,12vw)] font-semibold [&_.fig]:break-words [&_.fig]:whitespace-normal">
          {quote ? <Amount value={quote.receiveAmount} currency={currency} bare /> : <span className="text-muted">—</span>}
        </output>
        <CurrencySelect label={t('receiveCurrency')} value={currency} choices={choices} onChange={onChoose} disabled={disabled} />
      </div>
    </section>
  )
}
