import type { PayType, Progress } from '@core/checkout/contract'
import { OrderSheet } from '@core/checkout/order/OrderSheet'
import { ProductPage } from '@core/checkout/order/ProductPage'
import { QuantityField } from '@core/checkout/order/QuantityField'
import { useOrderAnswers, type OrderEnds } from '@core/checkout/order/useOrderAnswers'
import { useOrderForm } from '@core/checkout/order/useOrderForm'
import { useNavigate } from '@core/frame/links'
import { placeOf } from '@core/frame/places'
import { useSheet } from '@core/frame/useSheet'
import { Worth } from '@core/price/Worth'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Amount } from '@kit/ui/Amount'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { AmountFact, Fact, FigureFact } from '@kit/ui/Facts'
import { useState } from 'react'
import { AddressLines } from '../address/AddressLines'
import { AddressSheet } from '../address/AddressSheet'
import { useAddresses } from '../address/api'
import { chosenOf } from '../address/decideAddress'
import type { Address, GoodsOffer, GoodsPurchase, GoodsQuote } from '../contract'
import { closingOf, isDelivered, stockOf } from '../decideGoods'
import { useAddressLine, useRegions } from '../useRegions'
import { Pictures } from './Pictures'
import { useGoodsPurchase } from './api'

/** Pictures and words: one above the other, or beside each other where there is room. */
export const besideWhereWide = 'grid grid-cols-1 gap-4 min-[640px]:grid-cols-2 min-[640px]:items-start'

const points = ['escrow', 'ships', 'late', 'snapshot', 'address'] as const

interface GoodsDetailsProps {
  goods: GoodsOffer
  /** The user's open payment, for these goods or for something else. */
  open: Progress | null
}

/** Goods, the order, and one button for the next step. */
export function GoodsDetails({ goods, open }: GoodsDetailsProps) {
  const t = useText('shop')
  const addresses = useAddresses()
  const sheet = useSheet('address')
  const [chosenId, choose] = useState<string | null>(null)
  const address = chosenOf(addresses.data?.list ?? [], chosenId)
  const closing = closingOf(goods)
  const form = useOrderForm({
    path: '/api/shop/createOrder',
    product: goods,
    isOnSale: closing === null,
    open,
    address: { isChosen: address !== null && isDelivered(goods, address.region), choose: () => sheet.open() },
  })
  return (
    <>
      <ProductPage
        product={goods}
        form={form}
        open={open}
        head={
          <div className={besideWhereWide}>
            <Pictures goods={goods} />
            <About goods={goods} />
          </div>
        }
        closed={closing && t(`buy.closed.${closing}`, { limit: goods.perUserLimit })}
        order={
          <>
            <DeliverTo goods={goods} address={address} onChoose={() => sheet.open()} />
            <Card>
              <QuantityField form={form} />
            </Card>
          </>
        }
        terms={{ title: t('buy.terms.title'), points: points.map((point) => t(`buy.terms.${point}`)) }}
        confirm={(quote) => address && <GoodsConfirmSheet goods={goods} quote={quote} address={address} payType={form.payType} ends={form.confirmation} />}
      />
      {sheet.isOpen && (
        <AddressSheet
          chosen={address?.id ?? null}
          onChoose={(id) => {
            choose(id)
            sheet.close()
          }}
          onClose={sheet.close}
        />
      )}
    </>
  )
}

function About({ goods }: { goods: GoodsOffer }) {
  const t = useText('shop')
  const stock = stockOf(goods)
  return (
    <Card>
      <p className="text-13 text-muted">{t(`category.${goods.category}`)}</p>
      <h2 className="text-20 font-semibold break-words">{goods.name}</h2>
      <p className="mt-1 text-[clamp(1rem,7vw,1.75rem)] leading-tight font-semibold">
        <Amount value={goods.price} currency={goods.priceCurrency} />
      </p>
      {/* Its place is kept until the price is known. */}
      {goods.priceCurrency !== 'USDT' && (
        <div className="min-h-[1.6em] text-13">
          <Worth amount={goods.price} currency={goods.priceCurrency} />
        </div>
      )}
      <p className={`mt-1 text-13 ${stock === 'sold_out' ? 'text-loss' : 'text-muted'}`}>
        {t(`stock.${stock}`, { count: goods.stock })} · {t('buy.limit', { limit: goods.perUserLimit })}
        {goods.bought > 0 && ` · ${t('buy.bought', { count: goods.bought })}`}
      </p>
      <div aria-hidden className="rule my-3" />
      <p className="text-15 whitespace-pre-line break-words">{goods.description}</p>
    </Card>
  )
}

/** Where the goods go, and where they can go at all. */
function DeliverTo({ goods, address, onChoose }: { goods: GoodsOffer; address: Address | null; onChoose: () => void }) {
  const t = useText('shop')
  const { list } = useFigures()
  const region = useRegions()
  const isOut = address !== null && !isDelivered(goods, address.region)
  return (
    <Card label={t('buy.deliver.title')}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="text-16 font-semibold">{t('buy.deliver.title')}</h2>
          {address ? <AddressLines address={address} /> : <p className="mt-1 text-15 text-muted">{t('buy.deliver.none')}</p>}
        </div>
        <Button size="small" kind={address ? 'quiet' : 'plain'} onClick={onChoose}>
          {t(address ? 'buy.deliver.change' : 'buy.deliver.choose')}
        </Button>
      </div>
      {isOut && (
        <div className="mt-2">
          <Alert>{t('buy.deliver.out')}</Alert>
        </div>
      )}
      <p className="mt-2 text-13 text-muted">
        {goods.regions.length === 0 ? t('buy.deliver.everywhere') : t('buy.deliver.regions', { regions: list(goods.regions.map(region)) })}
      </p>
    </Card>
  )
}

interface GoodsConfirmSheetProps {
  goods: GoodsOffer
  quote: GoodsQuote
  address: Address
  payType: PayType
  ends: OrderEnds
}

/** The order once more, before anything moves. */
function GoodsConfirmSheet({ goods, quote, address, payType, ends }: GoodsConfirmSheetProps) {
  const t = useText('shop')
  const navigate = useNavigate()
  const region = useRegions()
  const line = useAddressLine()
  // As it was when the sheet opened. The terms fix the price, so what is sent under them costs what is shown.
  const [order] = useState({ quote, address, termsVersion: goods.termsVersion, price: goods.price })
  const purchase: GoodsPurchase = { goodsId: goods.id, quantity: order.quote.quantity, addressId: order.address.id, payType, termsVersion: order.termsVersion }
  const buy = useGoodsPurchase(
    useOrderAnswers(ends, ({ orderNo }: { intentNo: string | null; orderNo: string }) => navigate(placeOf('order', orderNo), { replace: true })),
  )
  return (
    <OrderSheet
      payAmount={order.quote.payAmount}
      currency={goods.priceCurrency}
      payType={payType}
      start={null}
      termsVersion={order.termsVersion}
      order={buy}
      send={() => buy.send(purchase)}
      onClose={ends.onClose}
    >
      <FigureFact name={goods.name} value={`× ${order.quote.quantity}`} />
      <AmountFact name={t('buy.order.price')} value={order.price} currency={goods.priceCurrency} />
      <Fact name={t('buy.order.to')}>
        <span className="break-words">{line(order.address.name, line(order.address.detail, region(order.address.region)))}</span>
      </Fact>
    </OrderSheet>
  )
}
