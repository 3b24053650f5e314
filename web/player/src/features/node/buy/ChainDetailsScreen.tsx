import { useSearchParams } from 'react-router'
import { useOpenPayment } from '@core/checkout/api'
import { LinkButton } from '@core/frame/LinkButton'
import { Screen } from '@core/frame/Screen'
import { isNotFound } from '@kit/api/faults'
import { Gem } from '@kit/art/Gem'
import { useText } from '@kit/i18n/text'
import { EmptyState } from '@kit/ui/EmptyState'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Loading } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Skeleton } from '@kit/ui/Skeleton'
import { useLevel } from './api'
import { LevelDetails } from './LevelDetails'

const idPattern = /^[0-9A-Za-z]{6,26}$/

/** A level of nodes in detail: what it costs, how a dividend is worked out, what there was, and buying it. */
export function ChainDetailsScreen() {
  const t = useText('node-buy')
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  return <Screen title={t('title')}>{idPattern.test(id) ? <Known key={id} id={id} /> : <NoLevel />}</Screen>
}

function Known({ id }: { id: string }) {
  const level = useLevel(id)
  const open = useOpenPayment()
  if (level.data && !open.isPending) {
    return (
      <PullToRefresh onRefresh={() => level.refetch()}>
        <LevelDetails level={level.data} open={open.payment} />
      </PullToRefresh>
    )
  }
  if (!level.isError) {
    return (
      <Loading className="flex flex-col gap-4">
        <Skeleton height="352px" />
        <Skeleton height="300px" />
      </Loading>
    )
  }
  if (isNotFound(level.error)) return <NoLevel />
  return <ErrorRetry of={level} />
}

function NoLevel() {
  const t = useText('node-buy')
  return (
    <EmptyState
      title={t('none.title')}
      hint={t('none.hint')}
      art={<Gem level="star" />}
      action={
        <LinkButton to="/chain" size="small">
          {t('none.open')}
        </LinkButton>
      }
    />
  )
}
