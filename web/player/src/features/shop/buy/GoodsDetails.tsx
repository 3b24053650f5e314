import { useState } from 'react'
import type { Progress } from '@core/checkout/contract'
import { ProductPage } from '@core/checkout/order/ProductPage'
import { QuantityField } from '@core/checkout/order/QuantityField'
import { useOrderForm } from '@core/checkout/order/useOrderForm'
import { useSheet } from '@core/frame/useSheet'
import { Worth } from '@core/price/Worth'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { AddressSheet } from '../address/AddressSheet'
import { useAddresses } from '../address/api'
import { chosenOf } from '../address/decideAddress'
import type { GoodsOffer } from '../contract'
import { closingOf, isDelivered, stockOf } from '../decideGoods'
import { GoodsConfirmSheet } from './GoodsConfirmSheet'
import { DeliverTo } from './DeliverTo'
import { Pictures } from './Pictures'

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
