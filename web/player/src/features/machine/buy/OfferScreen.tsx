import { Machine } from '@kit/art/Machine'
import { ById } from '@core/frame/ById'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Screen } from '@core/frame/Screen'
import { useOpenPayment } from '@core/checkout/payment/api'
import { NoSuch } from '@core/frame/NoSuch'
import { Card } from '@kit/ui/Card'
import { Skeleton } from '@kit/ui/Skeleton'
import { Loading } from '@kit/ui/Loading'
import { useOffer } from './api'
import { OfferDetails } from './OfferDetails'

/** A machine in detail: what it costs, what is certain, what is not, and buying it. */
export function OfferScreen() {
  const t = useText('machine')
  return (
    <Screen title={t('buy.title')}>
      <ById none={<NoProduct />}>{(id) => <Product id={id} />}</ById>
    </Screen>
  )
}

function Product({ id }: { id: string }) {
  const offer = useOffer(id)
  const open = useOpenPayment()
  return (
    <Answer of={offer} isHeldBack={open.isPending} waiting={<OfferSkeleton />} missing={<NoProduct />}>
      {(data) => (
        <PullToRefresh onRefresh={() => offer.refetch()}>
          <OfferDetails offer={data} open={open.payment} />
        </PullToRefresh>
      )}
    </Answer>
  )
}

function NoProduct() {
  const t = useText('machine')
  return (
    <NoSuch
      title={t('buy.none.title')}
      hint={t('buy.none.hint')}
      art={<Machine size="small" seed="none" isRunning={false} />}
      to="/"
      open={t('buy.none.open')}
    />
  )
}

/** The product page's measures while its answer is on the way. */
function OfferSkeleton() {
  return (
    <Loading className="flex flex-col gap-4">
      <Card>
        <div className="mx-auto flex h-44 w-48 items-end justify-center">
          <Skeleton width="120px" height="140px" />
        </div>
        <div className="mt-3 flex flex-col items-center gap-2">
          <Skeleton width="150px" height="26px" />
          <Skeleton width="120px" height="34px" />
        </div>
        <div aria-hidden className="rule my-4" />
        <Skeleton height="96px" />
      </Card>
      <Skeleton height="290px" />
      <Skeleton height="250px" />
    </Loading>
  )
}
