import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Skeleton } from '@kit/ui/Skeleton'
import { TrialParts } from '@console/decide/TrialParts'
import { useTrial } from './api'

/** What an approval of a proposal that waits would do now. */
export function Trial({ proposalId }: { proposalId: string }) {
  const { data, error, isPending, refetch } = useTrial(proposalId)
  if (isPending) return <Skeleton height="120px" />
  if (!data) return <ErrorRetry of={{ error, refetch }} />
  return <TrialParts trial={data} />
}
