import { useOpenPayment } from '@core/checkout/payment/api'
import { NoSuch } from '@core/frame/NoSuch'
import { Screen } from '@core/frame/Screen'
import { Gem } from '@kit/art/Gem'
import { ById } from '@core/frame/ById'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Skeletons } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { useLevel } from './api'
import { LevelDetails } from './LevelDetails'

/** A level of nodes in detail: what it costs, how a dividend is worked out, what there was, and buying it. */
export function ChainDetailsScreen() {
  const t = useText('node')
  return (
    <Screen title={t('buy.title')}>
      <ById none={<NoLevel />}>{(id) => <Known id={id} />}</ById>
    </Screen>
  )
}

function Known({ id }: { id: string }) {
  const level = useLevel(id)
  const open = useOpenPayment()
  const waiting = <Skeletons heights={['352px', '300px']} className="flex flex-col gap-4" />
  return (
    <Answer of={level} isHeldBack={open.isPending} waiting={waiting} missing={<NoLevel />}>
      {(data) => (
        <PullToRefresh onRefresh={() => level.refetch()}>
          <LevelDetails level={data} open={open.payment} />
        </PullToRefresh>
      )}
    </Answer>
  )
}

function NoLevel() {
  const t = useText('node')
  return <NoSuch title={t('buy.none.title')} hint={t('buy.none.hint')} art={<Gem level="star" />} to="/chain" open={t('buy.none.open')} />
}
