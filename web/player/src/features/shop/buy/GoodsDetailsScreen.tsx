import { useOpenPayment } from '@core/checkout/payment/api'
import { NoSuch } from '@core/frame/NoSuch'
import { Screen } from '@core/frame/Screen'
import { ById } from '@core/frame/ById'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Loading } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Skeleton } from '@kit/ui/Skeleton'
import { useAddresses } from '../address/api'
import { GoodsArt } from '../GoodsArt'
import { useGoodsOffer } from './api'
import { besideWhereWide, GoodsDetails } from './GoodsDetails'

/** Goods in detail: what they are, what they cost, where they are sent, and buying them. */
export function GoodsDetailsScreen() {
  const t = useText('shop')
  return (
    <Screen title={t('buy.title')}>
      <ById none={<NoGoods />}>{(id) => <Known id={id} />}</ById>
    </Screen>
  )
}

function Known({ id }: { id: string }) {
  const offer = useGoodsOffer(id)
  const open = useOpenPayment()
  // Where it goes is as many lines as the address has.
  const addresses = useAddresses()
  return (
    <Answer of={offer} isHeldBack={open.isPending || addresses.isPending} waiting={<DetailsSkeleton />} missing={<NoGoods />}>
      {(goods) => (
        <PullToRefresh onRefresh={() => offer.refetch()}>
          <GoodsDetails goods={goods} open={open.payment} />
        </PullToRefresh>
      )}
    </Answer>
  )
}

function DetailsSkeleton() {
  return (
    <Loading className="flex flex-col gap-4">
      <div className={besideWhereWide}>
        <div className="mx-auto aspect-square w-[min(100%,60dvh)]">
          <Skeleton height="100%" />
        </div>
        <Skeleton height="180px" />
      </div>
      <Skeleton height="120px" />
    </Loading>
  )
}

function NoGoods() {
  const t = useText('shop')
  return <NoSuch title={t('buy.none.title')} hint={t('buy.none.hint')} art={<GoodsArt category="hardware" />} to="/products" open={t('buy.none.open')} />
}
