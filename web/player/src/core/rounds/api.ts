import { deviceStorage } from '@kit/kept/storage'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { AppInfo } from '@kit/api/contract'
import type { Check } from '@kit/game/verify'
import { askPublished } from '../anchors/api'
import { useLive } from '../queries/live'
import { useAnswer } from '../queries/useAnswer'
import { chainReader } from '../session/connection'
import { useSession } from '../session/store'
import type { RoundAnswer } from './contract'
import { askRoundAgainMs, isOver } from './decideRounds'
import { heldOf, lookUp, type Sources } from './lookUp'
import type { EntryReceipt } from './receipts'
import { isReceiptBeside, verifyBeside } from './verifyBeside'

/** One round as it is published, asked for until it is over. */
export function useRound(period: string | null): UseQueryResult<RoundAnswer> {
  const isLive = useLive((state) => state.isLive)
  return useAnswer('/api/game/round', { period: period ?? '' }, { enabled: period !== null, soonerMs: (seen) => askRoundAgainMs(seen, isLive) })
}

const numbers = new WeakMap<RoundAnswer, number>()
let documents = 0

/** A number of its own for each document: an answer in which anything is different is another one, and is recomputed. */
function numberOf(round: RoundAnswer): number {
  const number = numbers.get(round) ?? (documents += 1)
  numbers.set(round, number)
  return number
}

/** Recomputes a round that is over, on this device; the code for it comes when it is first needed. */
export function useVerification(round: RoundAnswer | undefined, period: string, receipt: EntryReceipt | undefined): UseQueryResult<Check[]> {
  // A kept session shows the screen before the platform has said its keys, and before its wallet is there.
  const app = useSession((state) => state.app)
  const onChain = useSession((state) => state.onChain)
  return useQuery({
    queryKey: ['verify round', round && numberOf(round), period, receipt && [heldOf(receipt), receipt.anchorAddress, receipt.isKeyNamed], onChain],
    queryFn: () => {
      if (!round || !app) throw new Error('there is nothing to verify')
      return lookUp(round, { period, receipt }, sourcesOf(app))
    },
    enabled: app !== null && round !== undefined && isOver(round),
    staleTime: Infinity,
    gcTime: 0,
    // What it came to holds for this document alone, and the next page counts documents anew.
    meta: { isKept: false },
    retry: false,
  })
}

/** Where the app looks rounds up. */
export function sourcesOf(app: AppInfo): Sources {
  return { app, storage: deviceStorage, openChain: chainReader, verify: verifyBeside, isReceipt: isReceiptBeside, askPublished }
}
