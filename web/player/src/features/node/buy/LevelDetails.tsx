import type { PayType, Progress } from '@core/checkout/contract'
import { OrderSheet } from '@core/checkout/order/OrderSheet'
import { ProductPage } from '@core/checkout/order/ProductPage'
import { QuantityField } from '@core/checkout/order/QuantityField'
import { useOrderAnswers, type OrderEnds } from '@core/checkout/order/useOrderAnswers'
import { useOrderForm, type OrderForm } from '@core/checkout/order/useOrderForm'
import { Link, useNavigate } from '@core/frame/links'
import { dividendPlace, placeOf } from '@core/frame/places'
import { useFigures } from '@kit/amount/useFigures'
import { Gem } from '@kit/art/Gem'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { AmountFact, Facts, FigureFact } from '@kit/ui/Facts'
import { useState } from 'react'
import { LevelFacts } from '../LevelFacts'
import { SoldShare } from '../SoldShare'
import type { LevelOffer, NodePurchase, NodeQuote } from '../contract'
import { useNodePurchase } from './api'

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

/** The order: how many nodes, and what the server asks for them. */
function NodeOrderCard({ level, form }: { level: LevelOffer; form: OrderForm<NodeQuote> }) {
  const t = useText('node')
  const checkout = useText('checkout')
  return (
    <Card label={t('buy.order.title')}>
      <QuantityField form={form} />
      <div aria-hidden className="rule my-3" />
      <Facts>
        <AmountFact name={t('buy.order.price')} value={level.price} currency="USDT" />
        <AmountFact name={checkout('order.pay')} value={form.quote?.payAmount} currency="USDT" note={t('buy.order.noFee')} strong />
      </Facts>
    </Card>
  )
}

/** What the level brought in past months; each figure leads to the statement that explains it. */
function LastDividends({ level }: { level: LevelOffer }) {
  const t = useText('node')
  const { month } = useFigures()
  return (
    <Card label={t('buy.past.title')}>
      <h2 className="text-16 font-semibold">{t('buy.past.title')}</h2>
      <p className="mt-1 text-13 text-muted">{t(level.lastDividends.length > 0 ? 'buy.past.note' : 'buy.past.none')}</p>
      {level.lastDividends.length > 0 && (
        <ul className="mt-1 divide-y divide-line">
          {level.lastDividends.map((past) => (
            <li key={past.month}>
              <Link to={dividendPlace(past.month, level.level)} className="press flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-15">
                <span className="text-brass-ink">{month(past.month)}</span>
                <Amount value={past.full} currency="USDT" decimalsMax={4} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The level with its price and what it gives. */
function LevelHero({ level }: { level: LevelOffer }) {
  const t = useText('node')
  return (
    <Card>
      <div className="flex flex-col items-center text-center sm:flex-row sm:gap-6 sm:text-left">
        <div aria-hidden className="size-36 shrink-0">
          <Gem level={level.level} />
        </div>
        <div className="min-w-0">
          <h2 className="text-20 font-semibold">{level.name}</h2>
          <p className="text-[clamp(1rem,7vw,1.75rem)] leading-tight font-semibold">
            <Amount value={level.price} currency="USDT" />
          </p>
          <p className="mt-2 text-15">{level.description}</p>
          {level.owned > 0 && <p className="mt-1 text-13 text-muted">{t('buy.owned', { count: level.owned })}</p>}
        </div>
      </div>
      <div aria-hidden className="rule my-4" />
      <LevelFacts level={level} />
      <div className="mt-4">
        <SoldShare level={level} />
      </div>
    </Card>
  )
}

/** How a dividend is worked out, with this level's figures: it is up to a share, and may be nothing. */
function DividendFormula({ level }: { level: LevelOffer }) {
  const t = useText('node')
  const { percent } = useFigures()
  const rules = [
    t('buy.formula.pool', { rate: percent(level.weightedDividend) }),
    t('buy.formula.weight', { days: level.periodDays }),
    t('buy.formula.base', { count: level.floorNodes, days: level.periodDays }),
    t('buy.formula.paid'),
  ]
  return (
    <Card label={t('buy.formula.title')}>
      <h2 className="text-16 font-semibold">{t('buy.formula.title')}</h2>
      <p className="mt-1 text-15 text-muted">{t('buy.formula.lead')}</p>
      <p className="mt-3 rounded-field bg-sunk px-3 py-3 text-center text-15 font-semibold">{t('buy.formula.line')}</p>
      <ol className="mt-1 divide-y divide-line">
        {rules.map((rule, index) => (
          <li key={rule} className="flex gap-3 py-2.5 text-15">
            <span aria-hidden className="fig w-4 shrink-0 text-brass-ink">
              {index + 1}
            </span>
            <span className="min-w-0">{rule}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

interface NodeConfirmSheetProps {
  level: LevelOffer
  quote: NodeQuote
  payType: PayType
  startsNow: boolean
  ends: OrderEnds
}

/** The purchase of nodes once more, before anything moves. */
function NodeConfirmSheet({ level, quote, payType, startsNow, ends }: NodeConfirmSheetProps) {
  const t = useText('node')
  const navigate = useNavigate()
  // As it was when the sheet opened. The terms fix the price, so what is sent under them costs what is shown.
  const [order] = useState({ quote, price: level.price, termsVersion: level.termsVersion })
  const purchase: NodePurchase = { nodeId: level.id, quantity: order.quote.quantity, payType, termsVersion: order.termsVersion, startNow: startsNow }
  const buy = useNodePurchase(
    useOrderAnswers(ends, ({ nodeNos }: { intentNo: string | null; nodeNos: string[] }) => navigate(placeOf('node', nodeNos), { replace: true })),
  )
  return (
    <OrderSheet
      payAmount={order.quote.payAmount}
      payType={payType}
      start={{ kind: 'node', isNow: startsNow }}
      termsVersion={order.termsVersion}
      order={buy}
      send={() => buy.send(purchase)}
      onClose={ends.onClose}
    >
      <FigureFact name={level.name} value={`× ${order.quote.quantity}`} />
      <AmountFact name={t('buy.order.price')} value={order.price} currency="USDT" />
    </OrderSheet>
  )
}
