import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Fact, Facts } from '@kit/ui/Facts'
import type { Pair } from './contract'

/** What there is moves all the time: more decimals would say nothing. */
const decimals = 4

/** What can be exchanged at once and today, in the currency that is paid. */
export function Limits({ pair }: { pair: Pair }) {
  const t = useText('swap')
  return (
    <Facts>
      <Fact name={t('limits.min')}>
        <Amount value={pair.min} currency={pair.pay} />
      </Fact>
      <Fact name={t('limits.max')}>
        <Amount value={pair.max} currency={pair.pay} />
      </Fact>
      {pair.engine === 'inventory' && (
        <Fact name={t('limits.day')}>
          <Amount value={pair.dayRest} currency={pair.pay} decimalsMax={decimals} />
        </Fact>
      )}
      <Fact name={pair.engine === 'bids' ? t('limits.bids') : t('limits.inventory')}>
        <Amount value={pair.inventory} currency={pair.pay} decimalsMax={decimals} />
      </Fact>
    </Facts>
  )
}
