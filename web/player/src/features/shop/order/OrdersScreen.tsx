import { HeadAct } from '@core/frame/HeadAct'
import { Unanswered } from '@core/checkout/Unanswered'
import { OpenPaymentNote } from '@core/checkout/payment/OpenPaymentNote'
import { PaymentSheet } from '@core/checkout/payment/PaymentSheet'
import { useOpenPayment } from '@core/checkout/payment/api'
import { Columns } from '@core/frame/Columns'
import { Detail } from '@core/frame/Detail'
import { LinkButton } from '@core/frame/LinkButton'
import { Picture } from '@core/frame/Picture'
import { Screen } from '@core/frame/Screen'
import { useFilter } from '@core/frame/useFilter'
import { useSheetOf } from '@core/frame/useSheet'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { AskFirst } from '@kit/ui/AskFirst'
import { ChoiceRow } from '@kit/ui/ChoiceRow'
import { EmptyState } from '@kit/ui/EmptyState'
import type { EndlessList } from '@kit/ui/ListEnd'
import { Skeletons } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Rows } from '@kit/ui/Rows'
import { StatusChip } from '@kit/ui/StatusChip'
import { Time } from '@kit/ui/Time'
import { toast } from '@kit/ui/toast'
import { GoodsArt } from '../GoodsArt'
import { AddressSheet } from '../address/AddressSheet'
import type { Order } from '../contract'
import { OrderDetails } from './OrderDetails'
import { useOrders, useOrder, useCancelOrder } from './api'
import { nextOf, statuses, tones, type OrderStatus } from './decideOrders'

const addressView = 'address'
const rowHeights = ['118px', '118px', '118px']

/** Every order and where it stands; the address keeps the filter, the one that is open, and the delivery addresses. */
export function OrdersScreen() {
  const t = useText('shop')
  const filter = useFilter('status', statuses)
  const order = useSheetOf('id')
  const view = useSheetOf('view')
  const payment = useSheetOf('pay')
  const { payment: open, isPending } = useOpenPayment()
  const list = useOrders(filter.value)
  return (
    <Screen title={t('order.title')} right={<HeadAct onPress={() => view.open(addressView)}>{t('order.addresses')}</HeadAct>}>
      <Columns
        hint={t('order.choose')}
        detail={order.value && !payment.value ? <ChosenOrder key={order.value} orderNo={order.value} onClose={order.close} /> : null}
      >
        <PullToRefresh onRefresh={list.refresh}>
          <div className="flex flex-col gap-4">
            <ChoiceRow {...filter} label={t('order.filter.label')} all={t('order.filter.all')} nameOf={(one) => t(`order.status.${one}`)} />
            {open && <OpenPaymentNote payment={open} onOpen={() => payment.open(open.intentNo)} />}
            <Orders list={list} isWaiting={isPending} status={filter.value} openNo={order.value} onOpen={order.choose} />
          </div>
        </PullToRefresh>
      </Columns>
      {payment.value && <PaymentSheet key={payment.value} intentNo={payment.value} onClose={payment.close} />}
      {view.value === addressView && <AddressSheet chosen={null} onClose={view.close} />}
    </Screen>
  )
}

interface OrdersProps {
  list: EndlessList<Order>
  /** Whether something may come that stands above the list. */
  isWaiting: boolean
  status: OrderStatus | null
  openNo: string | null
  onOpen: (orderNo: string) => void
}

function Orders({ list, isWaiting, status, openNo, onOpen }: OrdersProps) {
  const t = useText('shop')
  // What stands above the list may come between the two: a list of its own does not jump.
  if (isWaiting) return <Skeletons heights={rowHeights} />
  const empty = status ? (
    <EmptyState title={t('order.empty.ofStatus')} hint={t('order.empty.ofStatusHint')} />
  ) : (
    <EmptyState
      title={t('order.empty.title')}
      hint={t('order.empty.hint')}
      art={<GoodsArt category="home" />}
      action={<LinkButton to="/products">{t('order.empty.action')}</LinkButton>}
    />
  )
  return (
    <Rows keyOf={(order) => order.orderNo} list={list} waiting={<Skeletons heights={rowHeights} />} empty={empty}>
      {(order) => <OrderRow order={order} isOpen={order.orderNo === openNo} onOpen={() => onOpen(order.orderNo)} />}
    </Rows>
  )
}

/** One order: where it stands, where it goes, what it cost, and the way back while there is one. */
function ChosenOrder({ orderNo, onClose }: { orderNo: string; onClose: () => void }) {
  const t = useText('shop')
  const answer = useOrder(orderNo)
  const order = answer.data
  return (
    <Detail onClose={onClose} title={t('order.sheet.title')} footer={order?.actions.includes('cancel') && <CancelOrder order={order} />}>
      {/* One height, whatever comes. */}
      <div className="min-h-[80dvh]">
        <Answer of={answer} waiting={<Skeletons heights={['96px', '120px', '240px']} className="flex flex-col gap-4" />} missing={t('order.sheet.missing')}>
          {(shown) => <OrderDetails order={shown} />}
        </Answer>
        {order && order.status !== 'payment' && (
          <div className="mt-6">
            <LinkButton to="/products" wide>
              {t('order.on')}
            </LinkButton>
          </div>
        )}
      </div>
    </Detail>
  )
}

/** Takes an order back that is not shipped, after asking once and naming what comes back. */
function CancelOrder({ order }: { order: Order }) {
  const t = useText('shop')
  const { money } = useFigures()
  const cancel = useCancelOrder({ onDone: () => toast.success(t('order.cancel.done')) })
  return (
    <AskFirst
      open={t('order.cancel.open')}
      keep={t('order.cancel.keep')}
      confirm={t('order.cancel.confirm')}
      isBusy={cancel.sending === 'sending'}
      isAwaited={cancel.sending === 'awaited'}
      onConfirm={() => cancel.send({ orderNo: order.orderNo })}
    >
      <p className="text-15">
        {order.status === 'payment' ? t('order.cancel.unpaid') : t('order.cancel.text', { amount: money(order.payAmount, order.priceCurrency) })}
      </p>
      <Unanswered fault={cancel.fault} />
    </AskFirst>
  )
}

/** One order of the list; pressing it shows everything about it. */
function OrderRow({ order, isOpen, onOpen }: { order: Order; isOpen: boolean; onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-current={isOpen ? 'true' : undefined}
      className="press block w-full rounded-card border border-line bg-raised p-3 text-left aria-[current]:bg-sunk sm:p-4"
    >
      <span className="flex items-start gap-3">
        <span className="block size-20 shrink-0 overflow-hidden rounded-field tiny:size-14">
          <Picture picture={order.image ?? undefined} alt="" shown="80px">
            <GoodsArt category="home" />
          </Picture>
        </span>
        <Lines order={order} />
      </span>
    </button>
  )
}

function Lines({ order }: { order: Order }) {
  const t = useText('shop')
  return (
    <span className="min-w-0 flex-1">
      <StatusChip tone={tones[order.status]}>{t(`order.status.${order.status}`)}</StatusChip>
      <span className="mt-1 block text-16 leading-snug font-semibold break-words">{order.goodsName}</span>
      <span className="mt-0.5 block text-15">
        <Amount value={order.payAmount} currency={order.priceCurrency} />{' '}
        <span className="text-muted">· {t('order.row.pieces', { count: order.quantity })}</span>
      </span>
      <span className="mt-0.5 block text-13 text-muted">
        <Time at={order.createdAt} plain />
      </span>
      {nextOf(order) === 'late' && <span className="mt-1 block text-13 text-loss">{t('order.next.late')}</span>}
    </span>
  )
}
