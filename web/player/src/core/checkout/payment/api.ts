import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TransportError, type ApiError } from '@kit/api/faults'
import { useAnswer } from '../../queries/useAnswer'
import { call } from '../../session/api'
import type { Progress } from '../contract'
import { isOver } from './decidePayment'

const progressPollMs = 3_000
const submitRetriesMax = 5

/** The payment's progress, asked again until it is over. */
export const useProgress = (intentNo: string) =>
  useAnswer('/api/pay/status', { intentNo }, { staleMs: 0, soonerMs: (seen) => (seen && isOver(seen.state) ? undefined : progressPollMs) })

/** Tells the server which transaction pays. It would find it anyway; this only makes it sooner. */
export function useSubmission(intentNo: string, hash: string | null, isWanted: boolean): void {
  useQuery({
    queryKey: ['payment submission', intentNo, hash],
    queryFn: () => call('/api/pay/submitTx', { intentNo, txHash: hash ?? '' }),
    enabled: hash !== null && isWanted,
    retry: (failures, fault) => fault instanceof TransportError && failures < submitRetriesMax,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/**
 * The user's one open payment, whatever it is for; pending is what screens wait for, so that it pushes nothing away. Only
 * an answer that came since the screen opened counts: the payment of an older one may be complete by now.
 */
export function useOpenPayment(): { payment: Progress | null; isPending: boolean } {
  const [mountedAtMs] = useState(() => Date.now())
  const open = useAnswer('/api/pay/open', {}, { staleMs: 0 })
  const isFresh = open.dataUpdatedAt >= mountedAtMs
  return { payment: (isFresh && open.data?.payment) || null, isPending: !isFresh && open.fetchStatus === 'fetching' }
}

/** The open payment that stands in the way, where a refusal names one. */
export function openIntentNamed(fault: ApiError): string | null {
  const named = (fault.data as { intentNo?: unknown } | null)?.intentNo
  return typeof named === 'string' && named !== '' ? named : null
}
