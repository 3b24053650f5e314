import { useText } from '@kit/i18n/text'
import { shareOf } from '@kit/amount/compare'
import { Amount } from '@kit/ui/Amount'
import type { Data } from '@console/contract/contract'
import { Shown } from '@console/records/Shown'

/** What is owed beside what is there, a line for each currency; the bar is what is owed of what is there. */
export function Owed({ currencies }: { currencies: Data<'boards/money'>['currencies'] }) {
  const t = useText('console-money')
  return (
    <ul className="grid gap-3">
      {currencies.map(({ currency, owed, there, own, ratio }) => (
        <li key={currency}>
          <p className="flex flex-wrap justify-between gap-x-4 text-15 md:grid md:grid-cols-[2fr_2fr_3fr]">
            <span>
              {t('ofOwed')} <Amount value={owed} currency={currency} />
            </span>
            <span>
              {t('ofThere')} <Amount value={there} currency={currency} />
            </span>
            <span className={`md:text-right ${own.startsWith('-') ? 'text-loss' : 'text-gain'}`}>
              {t('ofOwn')} <Amount value={own} currency={currency} signed />
              {ratio !== '' && (
                <>
                  {' '}
                  · {t('ofRatio')} <Shown value={ratio} look="percent" />
                </>
              )}
            </span>
          </p>
          <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden className="mt-1 block h-2 w-full">
            <rect width="100" height="2" fill="var(--sunk)" />
            <rect width={100 * shareOf(owed, there)} height="2" fill={own.startsWith('-') ? 'var(--loss)' : 'var(--brass)'} />
          </svg>
        </li>
      ))}
    </ul>
  )
}
