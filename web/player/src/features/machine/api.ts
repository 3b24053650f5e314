import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Data, Params, Row } from '@kit/api/contract'
import type { ApiError } from '@kit/api/faults'
import { useAnswer, useEndlessList, type EndlessList } from '@kit/api/queries'
import { call } from '@kit/session/api'
import { decideOpenPayment, type OpenPaymentAnswer } from './decideOpenPayment'
import { isOver } from './decidePayment'

const offerRefreshMs = 30_000
const mineRefreshMs = 30_000
const progressPollMs = 3_000
const orderMax = 10

/** A machine for sale with what it means for this user. Network figures are null before the first closed day. */
export type Offer = Data<'/api/miner/detail'>

/** What a quantity costs this user, with the repurchase credit taken into account. */
export type Quote = Offer['quotes'][number]

/** How far the payment of an intent has come. */
export type Progress = Data<'/api/pay/status'>
export type PaymentState = Progress['state']

/** A machine of mine. */
export type MyMachine = Row<'/api/miner/findMyList'>
export type MachineStatus = MyMachine['status']

/** A machine of mine with its history, oldest first. */
export type MyMachineDetail = Data<'/api/miner/myDetail'>
export type HistoryStep = MyMachineDetail['history'][number]

/** Sums over my machines. The rate is null before the first closed day. */
export type Statistics = Data<'/api/miner/minerStatistics'>
export type CalendarDay = Statistics['calendar'][number]

/** One payment of a machine; the inputs of its formula are those of its kind, the other is null. */
export type IncomeRow = Row<'/api/miner/income'>

/** The wish of a purchase. */
export type Wish = Omit<Params<'/api/miner/purchaseMiner'>, 'requestId' | 'quantity' | 'startNow'> & { quantity: number; startNow: boolean }

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
