/**
 * What the server answers, by path: the names of product §3, to the letter.
 * Written by hand until `npm run generate` produces the types from `api/openapi.json`; then this file
 * becomes a mapping over the generated ones and nothing that uses `Contract` changes.
 */

/** A decimal string: money never travels as a number. */
type Money = string
/** ISO-8601, UTC. */
type Time = string

export interface Page<Row> {
  list: Row[]
  nextCursor: string | null
  hasMore: boolean
}

interface PageParams {
  cursor?: string
  size?: number
}

export interface ChainToken {
  currency: string
  contract: string
  decimals: number
}

export interface ChainNetwork {
  network: string
  chainId: number
  treasury: string
  treasurySignature: string
  confirmations: number
  enabled: boolean
  reason: string | null
  tokens: ChainToken[]
}

export interface AppInfo {
  serverTime: Time
  apiHost: string
  publicOrigin: string
  host: string
  chainId: number
  rpcUrl: string
  explorer: string
  networks: ChainNetwork[]
  signInPhrase: string
  demo: boolean
  genesisHash: string
  zone: string
  languages: string[]
  receiptKey: string
  beaconPublicKey: string
}

export interface UserInfo {
  id: string
  userName: string
  nickName: string
  image: string
  referralCode: string
  level: number
  levelEarned?: number
  levelGift?: number
  gamePoints: number
  invitationLink: string
  token: string | null
  isRobot: boolean
  unread?: number
}

export interface SignedIn extends UserInfo {
  token: string
  expireAt: Time
  isNew: boolean
}

export interface Balance {
  currency: string
  available: Money
  frozen: Money
  locked: Money
  escrow: Money
  total: Money
  usdtValue: Money | null
  priceAt: Time | null
}

export interface Movement {
  id: string
  txNo: string
  currency: string
  type: string
  subType: string | null
  amount: Money
  balanceAfter: Money
  refType: string | null
  refId: string | null
  note: string | null
  createdAt: Time
  entryHash: string | null
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

export interface Price {
  pair: string
  currency: string
  price: Money
  bid: Money | null
  ask: Money | null
  source: string
  at: Time | null
  stale: boolean
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

export interface PaymentStatus {
  state: string
  confirmations: number
  credited: Money
}

export interface Income {
  day: string
  kind: string
  amount: Money
  txNo: string | null
  [input: string]: unknown
}

export interface TopUpNetwork {
  network: string
  chainId: number
  address: string
  /** The text that `signature` signs. */
  statement: string
  signature: string
  confirmations: number
  creditingPaused: boolean
  tokens: ChainToken[]
}

export type ReceiptState = 'confirming' | 'gone' | 'final' | 'held' | 'credited' | 'suspense' | 'claimed' | 'dust' | 'rejected'

/** A transfer as its sender sees it. */
export interface Receipt {
  txHash: string
  network: string
  currency: string
  amount: Money
  /** What is below the smallest amount, in the token's own units. */
  remainder: string
  state: ReceiptState
  reason: string
  confirmations: number
  intentNo: string
  blockTime: Time
  settledAt: Time | null
}

export interface TopUpInfo {
  networks: TopUpNetwork[]
  pending: Receipt[]
  recent: Receipt[]
  /** Sent by the caller's wallet before the account existed. */
  claimable: Receipt[]
  /** This plus the time in milliseconds is what the sending wallet signs. */
  claimPhrase: string
  serverTime: Time
}

export interface Notice {
  id: string
  kind: string
  title: string
  text: string
  link: string | null
  createdAt: Time
  read: boolean
}

export interface SessionRow {
  id: string
  ip: string
  /** What the client called itself. */
  device: string
  createdAt: Time
  lastSeenAt: Time
  expireAt: Time
  current: boolean
}

interface LoginParams {
  username: string
  type: 'ANDROID'
  pusername?: string
  message: string
  signature: string
}

interface PurchaseParams {
  productId: string
  quantity: number
  payType: 'chain' | 'balance'
  termsVersion: string
  startNow?: boolean
  requestId: string
}

interface MovementParams extends PageParams {
  currency?: string
  type?: string
  from?: string
  to?: string
}

type Nothing = Record<never, never>
interface Call<Params, Data> {
  params: Params
  data: Data
}

/** Every call the app makes: its parameters and its data. */
export interface Contract {
  '/api/open/app': Call<Nothing, AppInfo>
  '/api/user/logining': Call<LoginParams, SignedIn>
  '/api/user/logout': Call<Nothing, unknown>
  '/api/user/getUserInfo': Call<Nothing, UserInfo>
  '/api/user/updateProfile': Call<{ nickName?: string; image?: string }, UserInfo>
  '/api/user/sessions': Call<Nothing, { list: SessionRow[] }>
  '/api/user/revokeSession': Call<{ sessionId: string }, unknown>
  '/api/user/notices': Call<PageParams, Page<Notice>>
  '/api/user/readNotice': Call<{ id?: string; all?: boolean }, { unread: number }>
  '/api/userAccount/balance': Call<Nothing, { list: Balance[]; gamePoints: number }>
  '/api/userAccount/balanceDetail': Call<MovementParams, Page<Movement>>
  '/api/userAccount/statement': Call<
    { from: string; to: string; format: 'csv' | 'json' },
    { fileName: string; contentType: string; content: string; complete: boolean }
  >
  '/api/userAccount/topUpInfo': Call<Nothing, TopUpInfo>
  '/api/main/home': Call<Nothing, Home>
  '/api/main/prices': Call<Nothing, { list: Price[] }>
  '/api/main/getETHPrice': Call<Nothing, number>
  '/api/main/getETLDPrice': Call<Nothing, number>
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
  '/api/pay/submitTx': Call<{ intentNo: string; txHash: string }, PaymentStatus>
  '/api/pay/claimSuspense': Call<{ sender: string; message: string; signature: string }, { list: Receipt[] }>
  '/api/pay/status': Call<{ intentNo: string }, PaymentStatus>
}

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
