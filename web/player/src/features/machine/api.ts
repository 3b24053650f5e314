import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '@kit/api/faults'
import type { EndlessList } from '@kit/ui/ListEnd'
import { useAnswer } from '@core/queries/useAnswer'
import { useEndlessList } from '@core/queries/useEndlessList'
import { call } from '@core/session/api'
import type { Offer, Progress, MyMachine, MachineStatus, MyMachineDetail, Statistics, IncomeRow } from './contract'
import { decideOpenPayment, type OpenPaymentAnswer } from './pay/decideOpenPayment'
import { isOver } from './pay/decidePayment'

const offerRefreshMs = 30_000
const mineRefreshMs = 30_000
const progressPollMs = 3_000
const orderMax = 10

/** One product with the quotes for this user. */
export function useOffer(id: string): UseQueryResult<Offer> {
  return useAnswer('/api/miner/detail', { id }, { refetchEveryMs: offerRefreshMs })
}

/** The product with the quotes of this moment, whatever is cached. */
export function askOffer(id: string): Promise<Offer> {
  return call('/api/miner/detail', { id })
}

/** Sums over my machines, kept fresh. */
export function useStatistics(): UseQueryResult<Statistics> {
  return useAnswer('/api/miner/minerStatistics', {}, { refetchEveryMs: mineRefreshMs, staleMs: 0 })
}

/** The machines of one status, or all of them. */
export function useMyMachines(status: MachineStatus | null): EndlessList<MyMachine> {
  return useEndlessList('/api/miner/findMyList', { status: status ?? undefined })
}

/** One machine of mine with its history. */
export function useMyMachine(id: string): UseQueryResult<MyMachineDetail> {
  return useAnswer('/api/miner/myDetail', { id }, { refetchEveryMs: mineRefreshMs, staleMs: 0 })
}

/** What one machine has paid, newest first. */
export function useIncome(id: string): EndlessList<IncomeRow> {
  return useEndlessList('/api/miner/income', { id })
}

/** The payment's progress, asked again until it is over. */
export function useProgress(intentNo: string): UseQueryResult<Progress> {
  return useQuery({
    queryKey: ['/api/pay/status', intentNo],
    queryFn: ({ signal }) => call('/api/pay/status', { intentNo }, { signal, hideToast: true }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data.state) ? false : progressPollMs),
    staleTime: 0,
  })
}

/** The open payment, as the server knows it: nothing of it lives in this page. */
export function useOpenPayment(): OpenPaymentAnswer {
  const [mountedAtMs] = useState(() => Date.now())
  const answer = useAnswer('/api/miner/findMyList', { status: 'to_be_confirmed', size: orderMax }, { staleMs: 0, refetchEveryMs: mineRefreshMs })
  return decideOpenPayment({ list: answer.data?.list ?? [], atMs: answer.dataUpdatedAt, isAsking: answer.fetchStatus === 'fetching' }, mountedAtMs)
}

/** The open payment that stands in the way, where a refusal names one. */
export function openIntentNamed(fault: ApiError): string | null {
  const named = (fault.data as { intentNo?: unknown } | null)?.intentNo
  return typeof named === 'string' && named !== '' ? named : null
}
