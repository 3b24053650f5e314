import type { Progress } from '@core/checkout/contract'
import { ProductPage } from '@core/checkout/order/ProductPage'
import { QuantityField } from '@core/checkout/order/QuantityField'
import { useOrderForm, type OrderForm } from '@core/checkout/order/useOrderForm'
import { Picture } from '@core/frame/Picture'
import { Explained } from '@core/words/Explained'
import { formatAmount, signOf } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { Machine } from '@kit/art/Machine'
import { useLanguage, useText } from '@kit/i18n/text'
import { formatTime } from '@kit/time/zone'
import { Alert } from '@kit/ui/Alert'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { AmountFact, Fact, Facts } from '@kit/ui/Facts'
import type { MachineOffer, MachineQuote } from '../contract'
import { MachineConfirmSheet } from './MachineConfirmSheet'
import { NotCertain } from './NotCertain'
import { availabilityOf } from './decideOffer'
import { shareOf } from '@kit/amount/compare'
import { Icon } from '@kit/ui/Icon'
import { Time } from '@kit/ui/Time'
import { Ticks } from '@kit/ui/Ticks'

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

/** The order: how many, and what the server asks for them, the fee of each part by itself. */
function MachineOrderCard({ offer, form }: { offer: MachineOffer; form: OrderForm<MachineQuote> }) {
  const t = useText('machine')
  const checkout = useText('checkout')
  const { money, percent } = useFigures()
  const { quote } = form
  const hasCredit = signOf(offer.openCredit) > 0
  return (
    <Card label={t('buy.order.title')}>
      <QuantityField form={form} />
      <div aria-hidden className="rule my-3" />
      <Facts>
        <AmountFact name={t('buy.order.price')} value={quote?.price} currency="USDT" />
        <Fact
          name={<Explained word="parts">{t('buy.order.fee')}</Explained>}
          note={
            quote && (
              <>
                <span className="block">{t('buy.order.feeNew', { part: money(quote.newPart, 'USDT'), rate: percent(offer.serviceFeeNew) })}</span>
                <span className="block">
                  {t('buy.order.feeRepurchase', { part: money(quote.repurchasePart, 'USDT'), rate: percent(offer.serviceFeeRepurchase) })}
                </span>
                {hasCredit && <span className="block">{t('buy.order.credit', { credit: money(offer.openCredit, 'USDT') })}</span>}
              </>
            )
          }
        >
          <Amount value={quote?.serviceFee} currency="USDT" />
        </Fact>
        <AmountFact name={checkout('order.pay')} value={quote?.payAmount} currency="USDT" strong />
      </Facts>
    </Card>
  )
}

/** The machine with its price and its unchanging facts. */
function Hero({ offer, isOnSale }: { offer: MachineOffer; isOnSale: boolean }) {
  const t = useText('machine')
  const { percent, figure } = useFigures()
  const facts = [
    { key: 'power', name: <Explained word="power">{t('buy.hero.power')}</Explained>, value: <Amount value={String(offer.power)} currency="T" /> },
    { key: 'term', name: t('buy.hero.term'), value: t('buy.hero.days', { days: offer.termDays }) },
    { key: 'rate', name: t('buy.hero.rate'), value: <span className="fig">{percent(offer.dailyRate)}</span> },
    { key: 'cap', name: t('buy.hero.cap'), value: <Amount value={offer.etldCap} currency="ETLD" decimalsMin={0} /> },
    { key: 'stock', name: t('buy.hero.stock'), value: <span className="fig">{figure(String(offer.stock))}</span> },
    { key: 'limit', name: t('buy.hero.limit'), value: <span className="fig">{figure(String(offer.perUserLimit))}</span> },
  ]
  return (
    <Card>
      <div className="flex flex-col items-center text-center sm:flex-row sm:gap-6 sm:text-left">
        {offer.images[0] ? (
          <div className="size-44 shrink-0 overflow-hidden rounded-card border border-line">
            <Picture picture={offer.images[0]} alt={offer.images[0].alt} shown="176px" isFirst />
          </div>
        ) : (
          <div aria-hidden className="h-44 w-48 shrink-0">
            <Machine size={offer.size} seed={offer.id} isRunning={isOnSale} />
          </div>
        )}
        <div className="min-w-0">
          <h2 className="text-20 font-semibold">{offer.name}</h2>
          <p className="text-[clamp(1rem,7vw,1.75rem)] leading-tight font-semibold">
            <Amount value={offer.price} currency="USDT" />
          </p>
          <p className="mt-1 text-13 text-muted">{t('buy.hero.principal')}</p>
          {offer.description && <p className="mt-2 text-15">{offer.description}</p>}
        </div>
      </div>
      <div aria-hidden className="rule my-4" />
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-x-4 gap-y-3 sm:grid-cols-3">
        {facts.map((fact) => (
          <div key={fact.key} className="min-w-0">
            <dt className="text-13 leading-snug text-muted">{fact.name}</dt>
            <dd className="text-16 font-semibold">{fact.value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** What is certain about one machine bought as new: what is paid, what comes back and when, what it costs for sure. */
function Certain({ offer }: { offer: MachineOffer }) {
  const t = useText('machine')
  const { money, percent } = useFigures()
  const isGain = signOf(offer.netCertainCost) < 0
  return (
    <Card label={t('buy.certain.title')}>
      <h2 className="flex items-center gap-2 text-16 font-semibold">
        <span aria-hidden className="inline-flex size-7 shrink-0 items-center justify-center rounded-full border border-gain text-gain">
          <Icon name="check" size={16} />
        </span>
        {t('buy.certain.title')}
      </h2>
      <p className="mt-1 text-15 text-muted">{t('buy.certain.lead')}</p>
      <div className="mt-1">
        <Facts>
          <Fact name={t('buy.certain.pay')} strong note={t('buy.certain.made', { price: money(offer.price, 'USDT'), rate: percent(offer.serviceFeeNew) })}>
            <Amount value={offer.payNew} currency="USDT" />
          </Fact>
          <Fact
            name={t('buy.certain.back')}
            note={
              <>
                {t('buy.certain.backOn')} <Time at={offer.earliestMaturity} as="day" /> · {t('buy.certain.backIf', { hours: offer.coolingHours })}
              </>
            }
          >
            <Amount value={offer.price} currency="USDT" toned />
          </Fact>
          <Fact name={t('buy.certain.interest')} note={t('buy.certain.interestNote', { days: offer.termDays, daily: money(offer.dailyInterest, 'USDT') })}>
            <Amount value={offer.interestTotal} currency="USDT" toned />
          </Fact>
          <Fact name={t(isGain ? 'buy.certain.gain' : 'buy.certain.cost')} strong>
            <Amount value={offer.netCertainCost.replace('-', '')} currency="USDT" toned={isGain} />
          </Fact>
        </Facts>
      </div>
      <div className="mt-1">
        <Ticks share={1 - shareOf(offer.netCertainCost, offer.payNew)} tone="gain" />
        <p className="mt-1 text-13 text-muted">{t('buy.certain.scale')}</p>
      </div>
    </Card>
  )
}
