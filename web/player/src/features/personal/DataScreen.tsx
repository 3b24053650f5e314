import { useText } from '@kit/i18n/text'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Loading } from '@kit/ui/Loading'
import { Skeleton } from '@kit/ui/Skeleton'
import { Screen } from '@core/frame/Screen'
import { useErasure } from './api'
import { EraseCard } from './EraseCard'
import { ExportCard } from './ExportCard'

/** What the platform holds about the person: taken along, or erased. */
export function DataScreen() {
  const t = useText('personal')
  const answer = useErasure()
  return (
    <Screen title={t('title')}>
      <div className="flex flex-col gap-4">
        <ExportCard />
        {answer.isPending && (
          <Loading>
            <Skeleton width="100%" height="180px" />
          </Loading>
        )}
        {answer.isError && !answer.data && <ErrorRetry fault={answer.error} onRetry={() => void answer.refetch()} busy={answer.isRefetching} />}
        {answer.data && <EraseCard erasure={answer.data} />}
      </div>
    </Screen>
  )
}
