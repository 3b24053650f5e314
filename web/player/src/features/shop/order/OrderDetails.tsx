import { SupportLink } from '@core/frame/SupportLink'
import { Link } from '@core/frame/links'
import { Picture } from '@core/frame/Picture'
import { placeOf } from '@core/frame/places'
import { useText } from '@kit/i18n/text'
import { buttonClass } from '@kit/ui/Button'
import { Copied } from '@kit/ui/Copied'
import { AmountFact, Fact, Facts, FigureFact, TimeFact } from '@kit/ui/Facts'
import { Icon } from '@kit/ui/Icon'
import { maskId } from '@kit/ui/MaskedId'
import { OwnWords } from '@kit/ui/OwnWords'
import { StatusChip } from '@kit/ui/StatusChip'
import { Timeline } from '@kit/ui/Timeline'
import { Verbatim } from '@kit/ui/Verbatim'
import type { Order } from '../contract'
import { GoodsArt } from '../GoodsArt'
import { useAddressLine, useRegions } from '../useRegions'
import { nextOf, tones, trackOf } from './decideOrders'

/** Everything about one order. */
export function OrderDetails({ order }: { order: Order }) {
  const t = useText('shop')
  const next = nextOf(order)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-start gap-3">
        <div className="size-24 shrink-0 overflow-hidden rounded-field tiny:size-16">
          <Picture picture={order.image ?? undefined} alt="" shown="96px" isFirst>
            <GoodsArt category="home" />
          </Picture>
        </div>
        <div className="min-w-0">
          <StatusChip tone={tones[order.status]}>{t(`order.status.${order.status}`)}</StatusChip>
          <p className="mt-1 text-18 leading-snug font-semibold break-words">{order.goodsName}</p>
          <Link to={placeOf('goods', order.goodsId)} className="press inline-flex min-h-11 items-center text-15 font-medium text-brass-ink">
            {t('order.goods')}
          </Link>
        </div>
      </div>
      <p aria-live="polite" className={`flex gap-2 rounded-card border bg-raised p-4 text-15 ${next === 'late' ? 'border-loss' : 'border-line'}`}>
        <Icon
          name={next === 'shipped' ? 'check' : next === 'waiting_for_delivery' ? 'clock' : 'info'}
          look={next === 'late' ? 'text-loss' : 'text-brass-ink'}
        />
        <span className="min-w-0">
          {t(`order.next.${next}`)}
          {next === 'shipped' && (
            <span className="block">
              <SupportLink />
            </span>
          )}
          {order.cause !== '' && <span className="block text-muted">{t(`order.cause.${order.cause}`)}</span>}
          {order.reason && <OwnWords>{order.reason}</OwnWords>}
        </span>
      </p>
      {order.status === 'shipped' && <Delivery order={order} />}
      <Consignee order={order} />
      <Facts framed>
        <AmountFact name={t('order.fact.price')} value={order.price} currency={order.priceCurrency} />
        <FigureFact name={t('order.fact.quantity')} value={order.quantity} />
        <AmountFact name={t('order.fact.total')} value={order.payAmount} currency={order.priceCurrency} strong />
        <Fact name={t('order.fact.method')}>{t(`order.method.${order.paymentMethod}`)}</Fact>
        <TimeFact name={t('order.fact.at')} at={order.createdAt} as="second" />
        {order.shipFrom && <TimeFact name={t('order.fact.shipFrom')} at={order.shipFrom} />}
        <Fact name={t('order.fact.number')}>
          <Copied value={order.orderNo} shown={maskId(order.orderNo)} what={t('order.fact.number')} />
        </Fact>
      </Facts>
      <section>
        <h3 className="mb-3 text-16 font-semibold">{t('order.timeline')}</h3>
        <Timeline
          steps={order.timeline
            .toReversed()
            .map(({ at, status, actor, cause }) => ({
              at,
              title: t(`order.step.${status}`),
              actor: t(`order.by.${actor}`),
              children: cause !== '' && <p className="text-15">{t(`order.cause.${cause}`)}</p>,
            }))}
        />
      </section>
    </div>
  )
}

/** To whom it goes, as it was said when it was ordered. */
function Consignee({ order }: { order: Order }) {
  const t = useText('shop')
  const region = useRegions()
  const line = useAddressLine()
  return (
    <section aria-label={t('order.to')}>
      <h3 className="mb-2 text-16 font-semibold">{t('order.to')}</h3>
      {order.consignee === '' ? (
        <p className="text-15 text-muted">{t('order.erased')}</p>
      ) : (
        <Facts framed>
          <Fact name={t('order.fact.consignee')}>
            <span translate="no">{order.consignee}</span>
          </Fact>
          <Fact name={t('order.fact.phone')}>
            <Verbatim look="fig">{order.phone}</Verbatim>
          </Fact>
          <Fact name={t('order.fact.address')}>
            <Verbatim look="[overflow-wrap:anywhere]">{line(order.address, region(order.region))}</Verbatim>
          </Fact>
        </Facts>
      )}
    </section>
  )
}

/** Who carries it, by which number, and where to follow it. */
function Delivery({ order }: { order: Order }) {
  const t = useText('shop')
  const track = trackOf(order)
  return (
    <section aria-label={t('order.delivery')} className="flex flex-col gap-3">
      <Facts framed>
        <Fact name={t('order.fact.company')}>
          <span translate="no">{order.logisticsCompany}</span>
        </Fact>
        <Fact name={t('order.fact.trackingNo')}>
          <Copied value={order.logisticsNo} shown={order.logisticsNo} what={t('order.fact.trackingNo')} />
        </Fact>
      </Facts>
      {track && (
        <a href={track.href} target="_blank" rel="noopener noreferrer" className={buttonClass({ kind: 'plain', wide: true })}>
          {t('order.track')}
          <span className="text-13 text-muted" translate="no">
            ({track.host})
          </span>
          <Icon name="link" size={18} />
        </a>
      )}
    </section>
  )
}
