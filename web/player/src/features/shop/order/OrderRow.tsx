import { Picture } from '@core/frame/Picture'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { StatusChip } from '@kit/ui/StatusChip'
import { Time } from '@kit/ui/Time'
import type { Order } from '../contract'
import { GoodsArt } from '../GoodsArt'
import { nextOf, toneOf } from './decideOrders'

/** One order of the list; pressing it shows everything about it. */
export function OrderRow({ order, isOpen, onOpen }: { order: Order; isOpen: boolean; onOpen: () => void }) {
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
      <StatusChip tone={toneOf(order.status)}>{t(`order.status.${order.status}`)}</StatusChip>
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
