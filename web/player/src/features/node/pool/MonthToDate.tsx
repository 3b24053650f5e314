import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { Fact, Facts } from '@kit/ui/Facts'
import type { Pools } from '../contract'

/** What machines that started in the month so far bring, and what does not count. */
export function MonthToDate({ pools }: { pools: Pools }) {
  const t = useText('node-pool')
  const { month } = useFigures()
  return (
    <Card label={t('month.label')}>
      <h2 className="text-16 font-semibold">{t('month.title', { month: month(pools.month) })}</h2>
      <Facts>
        <Fact name={t('month.new')} note={t('month.newNote')} strong>
          <Amount value={pools.newPurchases} currency="USDT" />
        </Fact>
        <Fact name={t('month.repurchases')} note={t('month.repurchasesNote')}>
          <Amount value={pools.repurchases} currency="USDT" />
        </Fact>
      </Facts>
    </Card>
  )
}
