import { useText } from '@kit/i18n/text'
import { AmountFact, Facts } from '@kit/ui/Facts'
import type { Pair } from './contract'

/** What there is moves all the time: more decimals would say nothing. */
const decimals = 4

/** What can be exchanged at once and today, in the currency that is paid. */
export function Limits({ pair }: { pair: Pair }) {
  const t = useText('swap')
  return (
    <Facts>
      <AmountFact name={t('limits.min')} value={pair.min} currency={pair.pay} />
      <AmountFact name={t('limits.max')} value={pair.max} currency={pair.pay} />
      {pair.engine === 'inventory' && <AmountFact name={t('limits.day')} value={pair.dayRest} currency={pair.pay} decimalsMax={decimals} />}
      <AmountFact name={pair.engine === 'bids' ? t('limits.bids') : t('limits.inventory')} value={pair.inventory} currency={pair.pay} decimalsMax={decimals} />
    </Facts>
  )
}
