import { signOf } from '@kit/amount/format'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { AmountFact, Fact, Facts } from '@kit/ui/Facts'
import { Skeletons } from '@kit/ui/Loading'
import { Worth } from '@core/price/Worth'
import { useMachineStatement } from '../calendar/api'
import { usePriceYear } from './sold/api'
import { decideSold, type Paid, type Sold } from './decideSold'

/** What a machine's ETLD would have brought, had each day's been sold on that day at the real bids of then. */
export function SoldEachDay({ minerNo }: { minerNo: string }) {
  const t = useText('help')
  return (
    <Answer of={useMachineStatement(minerNo, 'day', null)} waiting={waiting}>
      {({ list, year }) => (list.length > 0 ? <OfYear paid={list} year={year} /> : <p className="text-15 text-muted">{t('sold.nothing')}</p>)}
    </Answer>
  )
}

const waiting = <Skeletons heights={['96px', '40px']} className="flex flex-col gap-2" />

function OfYear({ paid, year }: { paid: readonly Paid[]; year: string }) {
  return (
    <Answer of={usePriceYear(year)} waiting={waiting}>
      {({ list }) => <Figures year={year} {...decideSold(paid, list)} />}
    </Answer>
  )
}

function Figures({ year, sold, brought, days, kept }: Sold & { year: string }) {
  const t = useText('help')
  if (signOf(sold) === 0) return <p className="text-15 text-muted">{t(days > 0 ? 'sold.nobody' : 'sold.nothing')}</p>
  return (
    <section aria-label={t('sold.label')}>
      <Facts>
        <AmountFact name={t('sold.etld', { year })} value={sold} currency="ETLD" decimalsMax={4} own />
        <Fact name={t('sold.brought')} strong>
          ≈ <Amount value={brought} currency="USDT" decimalsMin={2} decimalsMax={4} own />
        </Fact>
        <Fact name={t('sold.now')}>
          <Worth amount={sold} currency="ETLD" own />
        </Fact>
        {days > 0 && <AmountFact name={t('sold.days', { count: days })} value={kept} currency="ETLD" decimalsMax={4} own />}
      </Facts>
      <p className="mt-2 text-13 text-muted">{t('sold.note')}</p>
    </section>
  )
}
