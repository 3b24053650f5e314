import { useEffect, useState } from 'react'
import { follow, waitFor } from '@kit/events/follow'
import { useWatched } from '@kit/events/useWatched'
import { answers, readAnew } from '@console/api/answers'
import { openStream } from '@console/api/call'
import { useSession } from '@console/session/store'
import { afterBreaks } from './afterBreaks'
import { isOutdated, outdatedBy } from './decideOutdated'

/**
 * Keeps a stream open while somebody works here and may be looking: what it calls old is asked for at once, and after a break
 * all that is shown. Without a line everything is asked for as often as it says itself.
 */
export function useLive(): void {
  const isIn = useSession().is === 'in'
  const isWatched = useWatched()
  const [onLive] = useState(() => afterBreaks(() => void readAnew()))
  useEffect(() => {
    if (!isIn || !isWatched) return
    return follow(
      {
        open: (_, signal) => openStream('boards/changes', signal),
        onMessage: ({ data }) => {
          const beginnings = outdatedBy(data)
          void answers.invalidateQueries({ predicate: ({ queryKey }) => isOutdated(queryKey, beginnings) })
        },
        onLive,
        wait: waitFor,
        random: Math.random,
      },
      null,
    )
  }, [isIn, isWatched, onLive])
}
