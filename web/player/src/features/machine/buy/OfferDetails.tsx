import type { Progress } from '@core/checkout/contract'
import { ProductPage } from '@core/checkout/order/ProductPage'
import { useOrderForm } from '@core/checkout/order/useOrderForm'
import { useText, useLanguage } from '@kit/i18n/text'
import { formatAmount } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { formatTime } from '@kit/time/zone'
import { Alert } from '@kit/ui/Alert'
import type { MachineOffer } from '../contract'
import { Certain } from './Certain'
import { MachineConfirmSheet } from './MachineConfirmSheet'
import { availabilityOf } from './decideOffer'
import { Hero } from './Hero'
import { NotCertain } from './NotCertain'
import { MachineOrderCard } from './MachineOrderCard'

/** The terms by which the machine runs for all its life. */
const points = ['principal', 'interest', 'fee', 'pause', 'cap', 'repurchase', 'change'] as const

interface OfferDetailsProps {
  offer: MachineOffer
  /** The user's open payment, for this machine or for something else. */
  open: Progress | null
}

/** The product page: one machine with what is certain and what is not, the order, and one button for the next step. */
export function OfferDetails({ offer, open }: OfferDetailsProps) {
  const t = useText('machine')
  const sale = availabilityOf(offer)
  const isOnSale = sale.state === 'on_sale'
  const form = useOrderForm({ path: '/api/miner/purchaseMiner', product: offer, isOnSale, open })
  return (
    <ProductPage
      product={offer}
      form={form}
      open={open}
      head={<Hero offer={offer} isOnSale={isOnSale} />}
      closed={sale.state === 'closed' ? t(`buy.closed.${sale.reason}`) : null}
      announced={<AnnouncedTerms next={offer.nextTerms} />}
      about={
        <>
          <Certain offer={offer} />
          <NotCertain offer={offer} />
        </>
      }
      order={<MachineOrderCard offer={offer} form={form} />}
      starts="machine"
      terms={{
        title: t('buy.terms.title'),
        points: points.map((point) => t(`buy.terms.${point}`, { exitAfterDays: offer.exitAfterDays, creditDays: offer.creditDays })),
      }}
      confirm={(quote) => <MachineConfirmSheet offer={offer} quote={quote} payType={form.payType} startsNow={form.startsNow} ends={form.confirmation} />}
    />
  )
}

/** Other figures that were announced of a machine that is sold. */
function AnnouncedTerms({ next }: { next: MachineOffer['nextTerms'] }) {
  const t = useText('machine')
  const language = useLanguage()
  const { percent, figure } = useFigures()
  if (!next) return null
  return (
    <Alert tone="plain" framed>
      {t('buy.announced.terms', {
        time: formatTime(next.from, language),
        price: `${formatAmount(next.price, language, { currency: 'USDT' })} USDT`,
        power: figure(String(next.power)),
        days: next.termDays,
        rate: percent(next.dailyRate),
        cap: `${formatAmount(next.etldCap, language, { currency: 'ETLD' })} ETLD`,
        limit: figure(String(next.perUserLimit)),
      })}
    </Alert>
  )
}
