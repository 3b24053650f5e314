import { useSearchParams } from 'react-router'
import { useOpenPayment } from '@core/checkout/api'
import { LinkButton } from '@core/frame/LinkButton'
import { Screen } from '@core/frame/Screen'
import { isNotFound } from '@kit/api/faults'
import { useText } from '@kit/i18n/text'
import { EmptyState } from '@kit/ui/EmptyState'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Loading } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Skeleton } from '@kit/ui/Skeleton'
import { useAddresses } from '../address/api'
import { GoodsArt } from '../GoodsArt'
import { useGoodsOffer } from './api'
import { besideWhereWide, GoodsDetails } from './GoodsDetails'

const idPattern = /^[0-9A-Za-z]{6,26}$/

/** Goods in detail: what they are, what they cost, where they are sent, and buying them. */
export function GoodsDetailsScreen() {
  const t = useText('shop-buy')
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  return <Screen title={t('title')}>{idPattern.test(id) ? <Known key={id} id={id} /> : <NoGoods />}</Screen>
}

function Known({ id }: { id: string }) {
  const offer = useGoodsOffer(id)
  const open = useOpenPayment()
  // Where it goes is as many lines as the address has.
  const addresses = useAddresses()
  if (offer.data && !open.isPending && !addresses.isPending) {
    return (
      <PullToRefresh onRefresh={() => offer.refetch()}>
        <GoodsDetails goods={offer.data} open={open.payment} />
      </PullToRefresh>
    )
  }
  if (!offer.isError) {
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
  if (isNotFound(offer.error)) return <NoGoods />
  return <ErrorRetry of={offer} />
}

function NoGoods() {
  const t = useText('shop-buy')
  return (
    <EmptyState
      title={t('none.title')}
      hint={t('none.hint')}
      art={<GoodsArt category="hardware" />}
      action={
        <LinkButton to="/products" size="small">
          {t('none.open')}
        </LinkButton>
      }
    />
  )
}
