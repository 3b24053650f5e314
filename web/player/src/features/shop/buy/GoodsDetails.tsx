import { useState } from 'react'
import { Announced } from '@core/checkout/Announced'
import { BuyBar } from '@core/checkout/BuyBar'
import { Closed } from '@core/checkout/Closed'
import type { Progress } from '@core/checkout/contract'
import { MethodChoice } from '@core/checkout/MethodChoice'
import { OpenPaymentNote } from '@core/checkout/OpenPaymentNote'
import { PaymentSheet } from '@core/checkout/PaymentSheet'
import { QuantityField } from '@core/checkout/QuantityField'
import { Terms } from '@core/checkout/Terms'
import { TermsChanged } from '@core/checkout/TermsChanged'
import { useOrderForm } from '@core/checkout/useOrderForm'
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
import { ConfirmSheet } from './ConfirmSheet'
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
  const t = useText('shop-buy')
  const addresses = useAddresses()
  const sheet = useSheet('address')
  const [chosenId, choose] = useState<string | null>(null)
  const address = chosenOf(addresses.data?.list ?? [], chosenId)
  const closing = closingOf(goods)
  const isOnSale = closing === null
  const form = useOrderForm({
    path: '/api/shop/createOrder',
    productId: goods.id,
    quotes: goods.quotes,
    available: goods.available,
    isOnSale,
    open,
    onChainMax: goods.onChainMax,
    address: { isChosen: address !== null && isDelivered(goods, address.region), choose: () => sheet.open() },
  })
  return (
    <div className="flex flex-col gap-4 pb-28">
      <div className={besideWhereWide}>
        <Pictures goods={goods} />
        <About goods={goods} />
      </div>
      {closing && <Closed why={t(`closed.${closing}`, { limit: goods.perUserLimit })} />}
      <Announced offSaleAt={goods.offSaleAt} nextPrice={goods.nextPrice} />
      {open && <OpenPaymentNote payment={open} onOpen={() => form.payment.open(open.intentNo)} />}
      {form.hasTermsChanged && <TermsChanged />}
      {isOnSale && (
        <>
          <DeliverTo goods={goods} address={address} onChoose={() => sheet.open()} />
          <Card>
            <QuantityField typed={form.typed} max={form.max} quantity={form.quantity} onType={form.type} />
          </Card>
          <MethodChoice
            value={form.payType}
            onChange={form.choose}
            available={goods.available}
            currency={goods.priceCurrency}
            isShort={form.isShort}
            isHeld={form.isHeld}
          />
        </>
      )}
      <Terms title={t('terms.title')} points={points.map((point) => t(`terms.${point}`))} version={goods.termsVersion} />
      <BuyBar next={form.next} payAmount={form.quote?.payAmount} currency={goods.priceCurrency} max={form.max} onAct={form.act} />
      {form.isConfirming && form.quote && address && (
        <ConfirmSheet goods={goods} quote={form.quote} address={address} payType={form.payType} ends={form.confirmation} />
      )}
      {form.payment.value && <PaymentSheet key={form.payment.value} intentNo={form.payment.value} onClose={form.payment.close} />}
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
    </div>
  )
}

function About({ goods }: { goods: GoodsOffer }) {
  const t = useText('shop-buy')
  const common = useText('shop')
  const stock = stockOf(goods)
  return (
    <Card>
      <p className="text-13 text-muted">{common(`category.${goods.category}`)}</p>
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
        {common(`stock.${stock}`, { count: goods.stock })} · {t('limit', { limit: goods.perUserLimit })}
        {goods.bought > 0 && ` · ${t('bought', { count: goods.bought })}`}
      </p>
      <div aria-hidden className="rule my-3" />
      <p className="text-15 whitespace-pre-line break-words">{goods.description}</p>
    </Card>
  )
}
