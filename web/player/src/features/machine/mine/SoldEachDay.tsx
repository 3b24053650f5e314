import { signOf } from '@kit/amount/format'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Fact, Facts } from '@kit/ui/Facts'
import { Skeletons } from '@kit/ui/Loading'
import { Worth } from '@core/price/Worth'
import { useStatement } from '../calendar/api'
import { usePriceYear } from './sold/api'
import { decideSold } from './decideSold'

/** What a machine's ETLD would have brought, had each day's been sold on that day at the real bids of then. */
export function SoldEachDay({ minerNo }: { minerNo: string }) {
  const t = useText('help-palette')
  const paid = useStatement(minerNo, 'day', null)
  const prices = usePriceYear()
  const failed = [paid, prices].find((answer) => answer.isError && !answer.data)
  if (failed) return <ErrorRetry of={failed} />
  if (!paid.data || !prices.data) return <Skeletons heights={['96px', '40px']} className="flex flex-col gap-2" />
  const { sold, brought, days, kept } = decideSold(paid.data.list, prices.data.list)
  if (signOf(sold) === 0) return <p className="text-15 text-muted">{t(days > 0 ? 'sold.nobody' : 'sold.nothing')}</p>
  return (
    <section aria-label={t('sold.label')}>
      <Facts>
        <Fact name={t('sold.etld', { year: paid.data.year })}>
          <Amount value={sold} currency="ETLD" decimalsMax={4} />
        </Fact>
        <Fact name={t('sold.brought')} strong>
          ≈ <Amount value={brought} currency="USDT" decimalsMin={2} decimalsMax={4} />
        </Fact>
        <Fact name={t('sold.now')}>
          <Worth amount={sold} currency="ETLD" />
        </Fact>
        {days > 0 && (
          <Fact name={t('sold.days', { count: days })}>
            <Amount value={kept} currency="ETLD" decimalsMax={4} />
          </Fact>
        )}
      </Facts>
      <p className="mt-2 text-13 text-muted">{t('sold.note')}</p>
    </section>
  )
}
