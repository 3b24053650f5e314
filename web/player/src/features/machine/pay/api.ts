import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { TransportError, type ApiError } from '@kit/api/faults'
import { useSend, type SendOptions } from '@core/command/useSend'
import { useAnswer } from '@core/queries/useAnswer'
import { call } from '@core/session/api'
import type { MyMachineDetail, Progress } from '../contract'
import { decideOpenPayment, type OpenPaymentAnswer } from './decideOpenPayment'
import { isOver } from './decidePayment'

const openRefreshMs = 30_000
const progressPollMs = 3_000
const submitRetriesMax = 5
const orderMax = 10

/** The payment's progress, asked again until it is over. */
export function useProgress(intentNo: string): UseQueryResult<Progress> {
  return useQuery({
    queryKey: ['/api/pay/status', intentNo],
    queryFn: ({ signal }) => call('/api/pay/status', { intentNo }, { signal, hideToast: true }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data.state) ? false : progressPollMs),
    staleTime: 0,
  })
}

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

/** The open payment, as the server knows it: nothing of it lives in this page. */
export function useOpenPayment(): OpenPaymentAnswer {
  const [mountedAtMs] = useState(() => Date.now())
  const answer = useAnswer('/api/miner/findMyList', { status: 'to_be_confirmed', size: orderMax }, { staleMs: 0, refetchEveryMs: openRefreshMs })
  return decideOpenPayment({ list: answer.data?.list ?? [], atMs: answer.dataUpdatedAt, isAsking: answer.fetchStatus === 'fetching' }, mountedAtMs)
}

/** A machine that was paid for: whether it runs already. */
export function usePaidMachine(minerNo: string | null, isPaid: boolean): UseQueryResult<MyMachineDetail> {
  return useAnswer('/api/miner/myDetail', { id: minerNo ?? '' }, { enabled: isPaid && minerNo !== null, staleMs: 0 })
}

/** Takes an order back that is not paid yet. */
export const useCancelOrder = (options: SendOptions<'/api/miner/cancel'>) => useSend('/api/miner/cancel', options)

/** The open payment that stands in the way, where a refusal names one. */
export function openIntentNamed(fault: ApiError): string | null {
  const named = (fault.data as { intentNo?: unknown } | null)?.intentNo
  return typeof named === 'string' && named !== '' ? named : null
}
