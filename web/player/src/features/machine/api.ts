import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { MachineSize } from '@kit/api/contract'
import type { ApiError } from '@kit/api/faults'
import { useAnswer, useEndlessList, type EndlessList } from '@kit/api/queries'
import { call } from '@kit/session/api'
import type { MachineStatus } from './decideMachine'

const offerRefreshMs = 30_000
const mineRefreshMs = 30_000

/** A decimal string: money never travels as a number. */
type Money = string
/** ISO-8601, UTC. */
type Time = string

/** What a quantity costs this user, with the repurchase credit taken into account. */
export interface Quote {
  quantity: number
  price: Money
  newPart: Money
  repurchasePart: Money
  serviceFee: Money
  payAmount: Money
}

/** A machine for sale with what it means for this user. Network figures are null before the first closed day. */
export interface Offer {
  id: string
  size: MachineSize
  name: string
  description: string
  price: Money
  /** Shares as decimal fractions. */
  serviceFeeNew: string
  serviceFeeRepurchase: string
  power: number
  termDays: number
  dailyRate: string
  dailyInterest: Money
  interestTotal: Money
  etldCap: Money
  /** Price and fee of one machine bought as new. */
  payNew: Money
  /** What of `payNew` certainly does not come back. */
  netCertainCost: Money
  estEtldTotal: Money | null
  breakEvenPrice: Money | null
  /** What a seller of ETLD really gets; 0 without a funded bid. */
  bidPrice: Money
  rate: Money | null
  rateDay: string | null
  stock: number
  soldOutReason: 'stock' | 'income_pool' | null
  perUserLimit: number
  termsVersion: string
  coolingHours: number
  /** If it were started now. */
  earliestMaturity: Time
  owned: number
  openCredit: Money
  available: Money
  /** One per quantity that may be bought. */
  quotes: Quote[]
}

export type PaymentState =
  | 'awaiting_payment'
  | 'submitted'
  | 'confirming'
  | 'part_received'
  | 'closing'
  | 'paid'
  | 'expired'
  | 'cancelled'

/** A transfer that reached the treasury, as its sender sees it. */
export interface Transfer {
  txHash: string
  currency: string
  amount: Money
  state: string
  reason: string
  confirmations: number
}

/** How far the payment of an intent has come. */
export interface Progress {
  intentNo: string
  state: PaymentState
  confirmations: number
  requiredConfirmations: number
  credited: Money
  amount: Money
  /** What is still to be paid, beyond what is on its way. */
  rest: Money
  currency: string
  payAddress: string
  network: string
  token: string
  txHash: string
  createdAt: Time
  expireAt: Time
  serverTime: Time
  creditingPaused: boolean
  transfers: Transfer[]
}

const progressPollMs = 3_000

/** The payment's progress, asked again until it is over. */
export function useProgress(intentNo: string): UseQueryResult<Progress> {
  return useQuery<Progress>({
    queryKey: ['/api/pay/status', intentNo],
    queryFn: ({ signal }) => call('/api/pay/status', { intentNo }, { signal, hideToast: true }) as Promise<unknown> as Promise<Progress>,
    refetchInterval: (query) => {
      const state = query.state.data?.state
      return state === 'paid' || state === 'expired' || state === 'cancelled' ? false : progressPollMs
    },
    staleTime: 0,
  })
}

/** Names the transaction that pays; a refusal (1507) is toasted by the client. */
export function sendTx(intentNo: string, txHash: string): Promise<Progress> {
  return call('/api/pay/submitTx', { intentNo, txHash }) as Promise<unknown> as Promise<Progress>
}

/** A machine of mine. */
export interface MyMachine {
  id: string
  minerNo: string
  orderNo: string
  /** The product as it was bought. */
  product: {
    id: string
    size: MachineSize
    name: string
    price: Money
    termDays: number
    interestTotal: Money
    termsVersion: string
  }
  status: MachineStatus
  phase: string
  cause: string
  power: number
  coolingEndAt: Time | null
  startAt: Time | null
  /** Null while it is unknown because the machine is paused. */
  endAt: Time | null
  endedAt: Time | null
  pausedSeconds: number
  /** When a paused machine can be left. */
  exitFrom: Time | null
  interestPaid: Money
  interestRest: Money
  etldPaid: Money
  etldCap: Money
  principal: Money
  newPart: Money
  repurchasePart: Money
  serviceFee: Money
  /** The open payment; empty otherwise. */
  intentNo: string
  actions: string[]
}

/** One change of a machine's state. */
export interface HistoryStep {
  status: MachineStatus
  phase: string
  cause: string
  actor: 'user' | 'system' | 'operator'
  note: string
  at: Time
}

/** A machine of mine with its history, oldest first. */
export interface MyMachineDetail extends MyMachine {
  history: HistoryStep[]
}

/** Sums over my machines. */
export interface Statistics {
  running: number
  power: number
  networkPower: number | null
  rate: Money | null
  /** Posted with a time of effect of today. */
  todayInterest: Money
  /** Posted today: yesterday's output. */
  todayEtld: Money
  totalInterest: Money
  totalEtld: Money
  lockedPrincipal: Money
  openCredit: Money
  nextMaturity: Time | null
  /** Seven days up to today, oldest first. */
  calendar: CalendarDay[]
}

export interface CalendarDay {
  date: string
  interest: Money
  etld: Money
}

/** One payment of a machine, with every input of its formula. */
export interface IncomeRow {
  day: string
  kind: 'interest' | 'output' | 'principal'
  currency: string
  amount: Money
  at: Time
  txNo: string | null
  interest: { total: Money; k: number; termDays: number; dueAt: Time } | null
  output: { power: number; rate: Money; seconds: number; budget: Money; pool: Money; weight: string; capRest: Money } | null
}

/** The user's one open payment for machines. */
export interface OpenPayment {
  intentNo: string
  /** One machine of the order, by which the payment is cancelled. */
  minerNo: string
  count: number
  productId: string
  name: string
}

// The casts below are where this feature's types, read from the server's, meet the contract's.

/** One product with the quotes for this user. */
export function useOffer(id: string): UseQueryResult<Offer> {
  return useAnswer('/api/miner/detail', { id }, { refetchEveryMs: offerRefreshMs }) as UseQueryResult<unknown> as UseQueryResult<Offer>
}

/** Sums over my machines, kept fresh. */
export function useStatistics(): UseQueryResult<Statistics> {
  return useAnswer('/api/miner/minerStatistics', {}, { refetchEveryMs: mineRefreshMs }) as UseQueryResult<unknown> as UseQueryResult<Statistics>
}

/** The machines of one status, or all of them. */
export function useMyMachines(status: string | null): EndlessList<MyMachine> {
  return useEndlessList('/api/miner/findMyList', status ? { status } : {}) as EndlessList<unknown> as EndlessList<MyMachine>
}

/** One machine of mine with its history. */
export function useMyMachine(id: string): UseQueryResult<MyMachineDetail> {
  return useAnswer('/api/miner/myDetail', { id }, { refetchEveryMs: mineRefreshMs }) as UseQueryResult<unknown> as UseQueryResult<MyMachineDetail>
}

/** What one machine has paid, newest first. */
export function useIncome(id: string): EndlessList<IncomeRow> {
  return useEndlessList('/api/miner/income', { id }) as EndlessList<unknown> as EndlessList<IncomeRow>
}

const orderMax = 10

/** The open payment, as the server knows it: nothing of it lives in this page. */
export function useOpenPayment(): { payment: OpenPayment | null } {
  const answer = useAnswer('/api/miner/findMyList', { status: 'to_be_confirmed', size: orderMax })
  return { payment: openPaymentOf((answer.data?.list ?? []) as unknown[] as MyMachine[]) }
}

/** Finds the machines that wait for one payment. */
export function openPaymentOf(machines: readonly MyMachine[]): OpenPayment | null {
  const first = machines.find((machine) => machine.phase === 'payment' && machine.intentNo !== '')
  if (!first) return null
  const order = machines.filter((machine) => machine.intentNo === first.intentNo)
  return { intentNo: first.intentNo, minerNo: first.minerNo, count: order.length, productId: first.product.id, name: first.product.name }
}

/** The wish of a purchase. */
export interface Wish {
  productId: string
  quantity: number
  payType: 'balance' | 'chain'
  termsVersion: string
  startNow: boolean
}

/** Buys; the answer names the payment it waits for, if any. The client toasts a refusal. */
export async function purchase(wish: Wish & { requestId: string }): Promise<Purchase> {
  return (await call('/api/miner/purchaseMiner', wish)) as unknown as Purchase
}

/** A purchase that was made or waits for its payment. */
export interface Purchase {
  orderNo: string
  minerNos: string[]
  payment: { intentNo: string } | null
}

/** The open payment that stands in the way, where a refusal names one. */
export function openIntentNamed(fault: ApiError): string | null {
  const named = (fault.data as { intentNo?: unknown } | null)?.intentNo
  return typeof named === 'string' && named !== '' ? named : null
}
