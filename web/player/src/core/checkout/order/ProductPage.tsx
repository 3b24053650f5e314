import { formatAmount, type Decimal } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { formatTime } from '@kit/time/zone'
import { Alert } from '@kit/ui/Alert'
import { Amount } from '@kit/ui/Amount'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { Disclosure } from '@kit/ui/Disclosure'
import { Icon } from '@kit/ui/Icon'
import { Verbatim } from '@kit/ui/Verbatim'
import { useId, type ReactNode } from 'react'
import type { Progress, Quoted, StartedKind } from '../contract'
import { OpenPaymentNote } from '../payment/OpenPaymentNote'
import { PaymentSheet } from '../payment/PaymentSheet'
import { MethodChoice } from './MethodChoice'
import type { NextStep } from './decideOrder'
import type { Orderable, OrderForm } from './useOrderForm'

interface ProductPageProps<Quote extends Quoted> {
  product: Orderable<Quote> & AnnouncedProps & { termsVersion: string; priceCurrency?: string }
  form: OrderForm<Quote>
  /** The user's open payment, for this or for something else. */
  open: Progress | null
  /** What it is. */
  head: ReactNode
  /** Why it is not sold now; null where it is. */
  closed: string | null
  /** What else was announced of it. */
  announced?: ReactNode
  /** What else there is to know before one orders it. */
  about?: ReactNode
  /** What is ordered. */
  order: ReactNode
  /** What starts once it is paid; not for what is sent. */
  starts?: StartedKind
  terms: { title: string; points: readonly string[] }
  /** The order once more, under the quote it is made by. */
  confirm: (quote: Quote) => ReactNode
}

/** Where something is sold: what it is, the order, and one button for the next step. */
export function ProductPage<Quote extends Quoted>({
  product,
  form,
  open,
  head,
  closed,
  announced,
  about,
  order,
  starts,
  terms,
  confirm,
}: ProductPageProps<Quote>) {
  const { payment, quote } = form
  const { offSaleAt, nextPrice, termsVersion, priceCurrency = 'USDT' } = product
  return (
    <div className="flex flex-col gap-4 pb-28 tiny:pb-40">
      {head}
      {closed !== null && <Closed why={closed} />}
      <Announced offSaleAt={offSaleAt} nextPrice={nextPrice} />
      {announced}
      {open && <OpenPaymentNote payment={open} onOpen={() => payment.open(open.intentNo)} />}
      {form.hasTermsChanged && <TermsChanged />}
      {about}
      {closed === null && (
        <>
          {order}
          <MethodChoice form={form} available={product.available} currency={priceCurrency} />
          {starts && <StartChoice kind={starts} form={form} />}
        </>
      )}
      <Terms {...terms} version={termsVersion} />
      <BuyBar form={form} currency={priceCurrency} />
      {form.isConfirming && quote && confirm(quote)}
      {payment.value && <PaymentSheet key={payment.value} intentNo={payment.value} onClose={payment.close} />}
    </div>
  )
}

/** That something cannot be bought now, and why. */
function Closed({ why }: { why: string }) {
  const t = useText('checkout')
  return (
    <p role="status" className="flex gap-2 rounded-card border border-loss p-4 text-15">
      <Icon name="info" />
      <span>
        <strong className="block font-semibold text-loss">{t('next.sold_out')}</strong>
        {why}
      </span>
    </p>
  )
}

/** The order was refused, because the terms are others by now. */
function TermsChanged() {
  const t = useText('checkout')
  return (
    <Alert tone="plain" framed>
      {t('termsChanged')}
    </Alert>
  )
}

interface AnnouncedProps {
  offSaleAt: string | null
  nextPrice?: { price: Decimal; priceCurrency: string; from: string } | null
}

/** What was announced of something that is sold: another price, or that it leaves the sale. */
function Announced({ offSaleAt, nextPrice }: AnnouncedProps) {
  const t = useText('checkout')
  const language = useLanguage()
  if (!offSaleAt && !nextPrice) return null
  const amountOf = ({ price, priceCurrency }: { price: Decimal; priceCurrency: string }) =>
    `${formatAmount(price, language, { currency: priceCurrency })} ${priceCurrency}`
  return (
    <Alert tone="plain" framed>
      {nextPrice && t('announced.price', { time: formatTime(nextPrice.from, language), amount: amountOf(nextPrice) })}{' '}
      {offSaleAt && t('announced.offSale', { time: formatTime(offSaleAt, language) })}
    </Alert>
  )
}

/** The terms that a purchase fixes, under their version. */
function Terms({ title, points, version }: { title: string; points: readonly string[]; version: string }) {
  const t = useText('checkout')
  return (
    <Disclosure title={title}>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-15 marker:text-brass-ink">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p className="mt-3 text-13 text-muted">
        {t('terms.version')} <Verbatim look="fig break-all">{version}</Verbatim>
      </p>
    </Disclosure>
  )
}

/** The cooling-off explained, and the explicit waiver that starts what is bought at once. */
function StartChoice({ kind, form: { startsNow, chooseStart } }: { kind: StartedKind; form: Pick<OrderForm<Quoted>, 'startsNow' | 'chooseStart'> }) {
  const t = useText('checkout')
  const id = useId()
  return (
    <Card label={t('cooling.title')}>
      <h2 className="text-16 font-semibold">{t('cooling.title')}</h2>
      <p className="mt-1 text-15 text-muted">{t(`cooling.text.${kind}`)}</p>
      <div aria-hidden className="rule my-3" />
      <label htmlFor={id} className="flex min-h-11 items-start gap-3">
        <span className="relative mt-0.5 flex size-6 shrink-0 items-center justify-center text-on-brass">
          <input
            id={id}
            type="checkbox"
            checked={startsNow}
            onChange={(event) => chooseStart(event.target.checked)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-chip border border-edge bg-canvas checked:border-[var(--brass)] checked:bg-brass"
          />
          {startsNow && <Icon name="check" size={18} look="pointer-events-none relative" />}
        </span>
        <span className="text-15">{t(`cooling.waive.${kind}`)}</span>
      </label>
    </Card>
  )
}

const idleSteps: readonly NextStep[] = ['awaiting', 'sold_out', 'enter_quantity', 'lower_quantity', 'wait']

/** What is to be paid and the one main action, always in view; its words say what comes next. */
function BuyBar({ form: { next, quote, max, act }, currency }: { form: OrderForm<Quoted>; currency: string }) {
  const t = useText('checkout')
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 mx-auto w-full max-w-[750px] border-t border-line bg-canvas px-4 pt-3 pb-[max(.75rem,env(safe-area-inset-bottom))]">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {next !== 'sold_out' && (
          <p className="min-w-0 text-13 leading-tight text-muted">
            {t('order.pay')}
            <span className="block text-18 font-semibold text-ink">
              <Amount value={quote?.payAmount} currency={currency} />
            </span>
          </p>
        )}
        <div className="min-w-0 flex-1 basis-44">
          <Button kind="main" wide disabled={idleSteps.includes(next)} onClick={act}>
            {t(`next.${next}`, { max })}
          </Button>
        </div>
      </div>
    </div>
  )
}
