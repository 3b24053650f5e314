import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { TransportError, type ApiError } from '@kit/api/faults'
import { useSend } from '../command/useSend'
import { useAnswer } from '../queries/useAnswer'
import { call } from '../session/api'
import type { Progress } from './contract'
import { decideOpenPayment, type OpenPaymentAnswer, type Waiting } from './decideOpenPayment'
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
  const fresh = { staleMs: 0, refetchEveryMs: openRefreshMs }
  const machines = useAnswer('/api/miner/findMyList', { status: 'to_be_confirmed', size: orderMax }, fresh)
  const nodes = useAnswer('/api/node/mine', { state: 'payment', size: orderMax }, fresh)
  const orders = useAnswer('/api/shop/orders', { status: 'payment', size: orderMax }, fresh)
  const lists: readonly [Pick<UseQueryResult, 'dataUpdatedAt' | 'fetchStatus'>, Waiting[]][] = [
    [
      machines,
      (machines.data?.list ?? [])
        .filter(({ phase, intentNo }) => phase === 'payment' && intentNo !== '')
        .map(({ minerNo, intentNo, product }) => ({ kind: 'machine', itemNo: minerNo, intentNo, productId: product.id, name: product.name, quantity: 1 })),
    ],
    [
      nodes,
      (nodes.data?.list ?? []).map(({ nodeNo, intentNo, productId, name }) => ({ kind: 'node', itemNo: nodeNo, intentNo, productId, name, quantity: 1 })),
    ],
    [
      orders,
      (orders.data?.list ?? []).map(({ orderNo, intentNo, goodsId, goodsName, quantity }) => ({
        kind: 'goods',
        itemNo: orderNo,
        intentNo,
        productId: goodsId,
        name: goodsName,
        quantity,
      })),
    ],
  ]
  return decideOpenPayment(
    lists.map(([answer, list]) => ({ list, atMs: answer.dataUpdatedAt, isAsking: answer.fetchStatus === 'fetching' })),
    mountedAtMs,
  )
}

/** Whether what was paid for runs already. */
export function useIsRunning(order: Pick<Waiting, 'kind' | 'itemNo'> | null, isPaid: boolean): boolean {
  const itemNo = order?.itemNo ?? ''
  const machine = useAnswer('/api/miner/myDetail', { id: itemNo }, { enabled: isPaid && order?.kind === 'machine', staleMs: 0 })
  const nodes = useAnswer('/api/node/mine', { size: orderMax }, { enabled: isPaid && order?.kind === 'node', staleMs: 0 })
  if (order?.kind === 'node') return nodes.data?.list.some(({ nodeNo, state }) => nodeNo === itemNo && state === 'active') ?? false
  return machine.data?.status === 'running'
}

/** Takes an order back that is not paid yet. */
export function useCancelOrder({ kind, itemNo }: Pick<Waiting, 'kind' | 'itemNo'>, onDone: () => void) {
  const machine = useSend('/api/miner/cancel', { onDone })
  const node = useSend('/api/node/cancel', { onDone })
  const order = useSend('/api/shop/cancelOrder', { onDone })
  const { sending, fault } = { machine, node, goods: order }[kind]
  const cancel = { machine: () => machine.send({ minerNo: itemNo }), node: () => node.send({ nodeNo: itemNo }), goods: () => order.send({ orderNo: itemNo }) }[
    kind
  ]
  return { sending, fault, cancel }
}

/** The open payment that stands in the way, where a refusal names one. */
export function openIntentNamed(fault: ApiError): string | null {
  const named = (fault.data as { intentNo?: unknown } | null)?.intentNo
  return typeof named === 'string' && named !== '' ? named : null
}
