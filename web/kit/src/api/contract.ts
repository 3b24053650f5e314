/**
 * The calls and their types. What the API document knows comes from it (`schema.ts`, generated); the calls it does
 * not know yet are written here by the names of product §3 and give way to the generated ones by themselves.
 */
import type { components, paths } from './schema'

type Schemas = components['schemas']

/** A decimal string: money never travels as a number. */
type Money = string
/** ISO-8601, UTC. */
type Time = string

export type AppInfo = Schemas['ReportFacts']
export type ChainNetwork = Schemas['ReportNetwork']
export type ChainToken = Schemas['ReportToken']
export type UserInfo = Schemas['SigninUserInfo']
export type SessionRow = Schemas['SigninSessionRow']
export type Price = Schemas['PriceRow']
export type Notice = Schemas['NoticeNotice']
export type PaymentStatus = Schemas['PaymentProgress']
export type TopUpNetwork = Schemas['PaymentNetworkInfo']

/** `usdtValue` is empty, or null in a screen's own rows, where no price is known. */
export type Balance = Omit<Schemas['LedgerBalanceRow'], 'usdtValue'> & { usdtValue: Money | null }

type Optional = 'subType' | 'refType' | 'refId'
/** What a movement may lack is empty, or null in a screen's own rows. */
export type Movement = Omit<Schemas['LedgerLineRow'], Optional> & Record<Optional, string | null>

export type ReceiptState = 'confirming' | 'gone' | 'final' | 'held' | 'credited' | 'suspense' | 'claimed' | 'dust' | 'rejected'

/** A transfer as its sender sees it. The document calls the state a string; these are the ones there are. */
export type Receipt = Omit<Schemas['PaymentReceipt'], 'state'> & { state: ReceiptState }

export type TopUpInfo = Omit<Schemas['PaymentTopUpInfo'], 'pending' | 'recent' | 'claimable'> & {
  pending: Receipt[]
  recent: Receipt[]
  claimable: Receipt[]
}

export interface Page<Row> {
  list: Row[]
  nextCursor: string | null
  hasMore: boolean
}

interface PageParams {
  cursor?: string
  size?: number
}

export type MachineSize = 'small' | 'medium' | 'large'

export interface Product {
  id: string
  size: MachineSize
  name: string
  image: string
  price: Money
  serviceFeeNew: Money
  serviceFeeRepurchase: Money
  power: Money
  termDays: number
  dailyRate: Money
  interestTotal: Money
  etldCap: Money
  estEtldPerDay: Money
  breakEvenPrice: Money | null
  stock: number
  soldOutReason: string | null
  perUserLimit: number
  termsVersion: string
}

export interface Home {
  banners: { id: string; target: string }[]
  popular: Product[]
  popularNeutral: boolean
  sizes: MachineSize[]
  prices: Price[]
  notice: { id: string; title: string; kind: string } | null
  nextDividend: { at: Time } | null
  today: { etld: Money; power: Money; rate: Money; asOf: Time }
}

export interface Machine {
  id: string
  minerNo: string
  product: Product
  status: 'running' | 'to_be_confirmed' | 'completed' | 'not_running' | 'dug_out'
  phase: string | null
  cause: string | null
  power: Money
  startAt: Time | null
  endAt: Time | null
  pausedSeconds: number
  interestPaid: Money
  interestRest: Money
  etldPaid: Money
  etldCap: Money
  principal: Money
  coolingEndAt: Time | null
  actions: string[]
}

export interface MachineStatistics {
  running: number
  power: Money
  networkPower: Money
  rate: Money
  todayInterest: Money
  todayEtld: Money
  totalInterest: Money
  totalEtld: Money
  lockedPrincipal: Money
  nextMaturity: Time | null
  calendar: { day: string; interest: Money; etld: Money; principal: Money }[]
}

export interface Purchase {
  orderNo: string
  minerNos: string[]
  price: Money
  newPart: Money
  repurchasePart: Money
  serviceFee: Money
  payAmount: Money
  coolingEndAt: Time | null
  payAddress?: string
  network?: string
  token?: string
  amount?: Money
  expireAt?: Time
  intentNo?: string
}

export interface Income {
  day: string
  kind: string
  amount: Money
  txNo: string | null
  [input: string]: unknown
}


interface PurchaseParams {
  productId: string
  quantity: number
  payType: 'chain' | 'balance'
  termsVersion: string
  startNow?: boolean
  requestId: string
}

type Nothing = Record<never, never>
interface Call<Params, Data> {
  params: Params
  data: Data
}

type QueryOf<P extends keyof paths> = paths[P] extends { post: { parameters: { query?: infer Query } } }
  ? [NonNullable<Query>] extends [never]
    ? Nothing
    : NonNullable<Query>
  : Nothing

type DataOf<P extends keyof paths> = paths[P] extends {
  post: { responses: { 200: { content: { 'application/json': { data?: infer Answered } } } } }
}
  ? Answered
  : unknown

type Generated = { [P in keyof paths]: Call<QueryOf<P>, DataOf<P>> }

/** Generated calls whose states are narrower than the document says. */
interface Narrowed {
  '/api/userAccount/topUpInfo': Call<Nothing, TopUpInfo>
  '/api/pay/claimSuspense': Call<QueryOf<'/api/pay/claimSuspense'>, { list: Receipt[] }>
}

/** Calls the document does not know yet. */
interface Expected {
  '/api/main/home': Call<Nothing, Home>
  '/api/miner/all': Call<PageParams & { machineSize?: MachineSize }, Page<Product>>
  '/api/miner/detail': Call<{ id: string }, Product>
  '/api/miner/findMyList': Call<PageParams & { status?: string }, Page<Machine>>
  '/api/miner/myDetail': Call<
    { id: string },
    Machine & { history: { status: string; phase: string | null; cause: string; actor: string; at: Time }[] }
  >
  '/api/miner/income': Call<PageParams & { id: string }, Page<Income>>
  '/api/miner/minerStatistics': Call<Nothing, MachineStatistics>
  '/api/miner/purchaseMiner': Call<PurchaseParams, Purchase>
  '/api/miner/startNow': Call<{ minerNo: string; requestId: string }, { status: string }>
  '/api/miner/cancel': Call<{ minerNo: string; requestId: string }, { status: string }>
  '/api/miner/exit': Call<{ minerNo: string; requestId: string }, { status: string }>
}

/** Every call the app makes: its parameters and its data. */
export type Contract = Narrowed & Omit<Generated, keyof Narrowed> & Omit<Expected, keyof Generated>

/** A path of the contract. */
export type Path = keyof Contract
/** The parameters of a path. */
export type Params<P extends Path> = Contract[P]['params']
/** The data a path answers with. */
export type Data<P extends Path> = Contract[P]['data']
/** The row type of a path that answers with pages. */
export type Row<P extends Path> = Data<P> extends Page<infer R> ? R : never
/** The paths that answer with pages. */
export type PagedPath = { [P in Path]: Data<P> extends Page<unknown> ? P : never }[Path]
