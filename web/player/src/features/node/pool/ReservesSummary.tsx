import { useLanguage, useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { Card } from '@kit/ui/Card'
import { Fact, Facts } from '@kit/ui/Facts'
import { Skeleton } from '@kit/ui/Skeleton'
import { Time } from '@kit/ui/Time'
import { useReserves } from './api'

/** What is owed and what is there, from the newest check of the books, and the public page with all of it. */
export function ReservesSummary() {
  const t = useText('node')
  const language = useLanguage()
  return (
    <Card label={t('pool.reserves.title')}>
      <h2 className="text-15 text-muted">{t('pool.reserves.title')}</h2>
      <Answer of={useReserves()} waiting={<Skeleton height="216px" />}>
        {({ number, currencies, at }) =>
          number > 0 && (
            <>
              <Facts>
                {currencies.map(({ currency, owed, there }) => (
                  <Fact key={currency} name={t('pool.reserves.there', { currency })} note={<OwedNote currency={currency} owed={owed} />} strong>
                    <Amount value={there} currency={currency} />
                  </Fact>
                ))}
              </Facts>
              <p className="mt-2 text-13 text-muted">
                {t('pool.reserves.at')} <Time at={at} plain />
              </p>
            </>
          )
        }
      </Answer>
      <a href={`/transparency/?lang=${language}`} className="press mt-1 inline-flex min-h-11 items-center text-15 text-brass-ink underline underline-offset-4">
        {t('pool.reserves.page')}
      </a>
    </Card>
  )
}

function OwedNote({ currency, owed }: { currency: string; owed: string }) {
  const t = useText('node')
  return (
    <>
      {t('pool.reserves.owed')} <Amount value={owed} currency={currency} />
    </>
  )
}
