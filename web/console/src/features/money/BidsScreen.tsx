import { formatAmount } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useBids } from './api'

/** The funded bids that users sell into. */
export function BidsScreen() {
  const t = useText('console-money')
  const language = useLanguage()
  return (
    <RecordsScreen
      title={t('bids.title')}
      list={useBids()}
      keyOf={({ bidNo }) => bidNo}
      nameOf={({ price, rest }) => `${formatAmount(rest, language)} ETLD × ${formatAmount(price, language)} USDT`}
      columns={[
        ['price', 'usdt'],
        ['rest', 'etld'],
        ['quantity', 'etld'],
        ['escrow', 'usdt'],
      ]}
      facts={[
        ['price', 'usdt'],
        ['quantity', 'etld'],
        ['rest', 'etld'],
        ['escrow', 'usdt'],
        ['placedAt', 'time'],
        ['placedBy', 'proposal'],
        ['bidNo', 'code'],
      ]}
      acts={({ bidNo }) => [act('bids/cancel', { bidNo })]}
      fresh={[act('bids/place', {})]}
      empty={t('bids.empty')}
    />
  )
}
