import type { Progress } from '@core/checkout/contract'
import { ProductPage } from '@core/checkout/order/ProductPage'
import { useOrderForm } from '@core/checkout/order/useOrderForm'
import { useText } from '@kit/i18n/text'
import type { LevelOffer } from '../contract'
import { NodeConfirmSheet } from './NodeConfirmSheet'
import { DividendFormula } from './DividendFormula'
import { LastDividends } from './LastDividends'
import { LevelHero } from './LevelHero'
import { NodeOrderCard } from './NodeOrderCard'

const points = ['share', 'end', 'level', 'cooling', 'change'] as const

interface LevelDetailsProps {
  level: LevelOffer
  /** The user's open payment, for this level or for something else. */
  open: Progress | null
}

/** One level: what it is and may bring, the order, and one button for the next step. */
export function LevelDetails({ level, open }: LevelDetailsProps) {
  const t = useText('node')
  const isOnSale = level.quotes.length > 0
  const form = useOrderForm({ path: '/api/node/purchase', product: level, isOnSale, open })
  return (
    <ProductPage
      product={level}
      form={form}
      open={open}
      head={<LevelHero level={level} />}
      closed={isOnSale ? null : t('buy.soldOut')}
      about={
        <>
          <DividendFormula level={level} />
          <LastDividends level={level} />
        </>
      }
      order={<NodeOrderCard level={level} form={form} />}
      starts="node"
      terms={{ title: t('buy.terms.title'), points: points.map((point) => t(`buy.terms.${point}`, { hours: level.coolingHours })) }}
      confirm={(quote) => <NodeConfirmSheet level={level} quote={quote} payType={form.payType} startsNow={form.startsNow} ends={form.confirmation} />}
    />
  )
}
