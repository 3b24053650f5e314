import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { EmptyState } from '@kit/ui/EmptyState'
import { Explained } from '@core/words/Explained'
import type { Market } from './contract'
import { decideDepth } from './decideTrade'

const shownMax = 10

/** The funded bids, the best first, each with what it still buys; the bar behind it is what it and the better ones buy of all. */
export function Bids({ market }: { market: Market }) {
  const t = useText('trade')
  if (market.bids.length === 0) return <EmptyState title={t('bids.none')} hint={t('bids.noneHint')} />
  return (
    <Card label={t('bids.title')}>
      <table className="w-full text-15 [&_.fig]:break-words [&_.fig]:whitespace-normal">
        <thead className="text-13 text-muted [overflow-wrap:anywhere]">
          <tr>
            <th scope="col" className="px-2 pb-1 text-left font-normal">
              {t('bids.price')}
            </th>
            <th scope="col" className="px-2 pb-1 text-right font-normal">
              {t('bids.rest')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {decideDepth(market.bids.slice(0, shownMax), market.depth).map(({ bid, share }) => (
            <tr
              key={bid.price}
              style={{
                backgroundImage: `linear-gradient(to left, color-mix(in oklab, var(--gain) 16%, transparent) ${share * 100}%, transparent ${share * 100}%)`,
              }}
            >
              <td className="px-2 py-1.5 text-left">
                <Amount value={bid.price} currency="USDT" bare />
              </td>
              <td className="px-2 py-1.5 text-right">
                <Amount value={bid.rest} currency="ETLD" bare />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-13 text-muted">
        <Explained word="fundedBid">{t('bids.depth')}</Explained> <Amount value={market.depth} currency="ETLD" />
      </p>
    </Card>
  )
}
