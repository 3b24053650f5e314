/**
 * The calls and their types, taken from the API document (`schema.ts`, generated). Nothing is written twice; where
 * the document says less than the server does, the difference stands here.
 */
import type { components, paths } from './schema'

type Schemas = components['schemas']

export type AppInfo = Schemas['ReportFacts']
export type ChainNetwork = Schemas['ReportNetwork']
export type ChainToken = Schemas['ReportToken']
export type UserInfo = Schemas['SigninUserInfo']
export type SessionRow = Schemas['SigninSessionRow']
export type Notice = Schemas['NoticeNotice']
export type PaymentStatus = Schemas['PaymentProgress']
export type TopUpNetwork = Schemas['PaymentNetworkInfo']

export type Balance = Schemas['LedgerBalanceRow']

type Optional = 'subType' | 'refType' | 'refId'
/** What a movement may lack is empty, or null in a screen's own rows. */
export type Movement = Omit<Schemas['LedgerLineRow'], Optional> & Record<Optional, string | null>

/** A transfer as its sender sees it. */
export type Receipt = Schemas['PaymentReceipt']
export type TopUpInfo = Schemas['PaymentTopUpInfo']

export interface Page<Row> {
  list: Row[]
  nextCursor: string | null
  hasMore: boolean
}

export type MachineSize = 'small' | 'medium' | 'large'

/** A machine for sale. What depends on the network's power is null until a day was closed. */
export type Product = Omit<Schemas['MachineProductRow'], 'size'> & { size: MachineSize }

export type Price = Schemas['PriceRow']

export type Home = Omit<Schemas['ReportHomeMachineProductRowNewsRow'], 'popular' | 'prices' | 'sizes'> & {
  popular: Product[]
  prices: Price[]
  sizes: MachineSize[]
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

// PROVISIONAL until the server's document has them.
type GameState = 'open' | 'locked' | 'waiting' | 'drawn' | 'refunded' | 'empty'
type GameReason = '' | 'no_anchor' | 'late_anchor' | 'conflicting_anchor' | 'no_beacon'
type GameOwnState = 'not_drawn' | 'won' | 'no_prize' | 'refunded'
interface GameEntry {
  entryNo: number
  box: number
  amount: number
}
interface GameMine extends GameEntry {
  state: GameOwnState
  win: number
  receipt: string
  receiptKey: string
}
interface GameTimes {
  period: string
  openAt: string
  lockAt: string
  drawAt: string
  beaconRound: number
  beaconAt: string
}
interface GameSummary extends GameTimes {
  state: GameState
  reason: GameReason
  entries: number
  stakes: number
  prizes: number
  root: string
  board: number[]
  mine: GameMine | null
}
interface GameCurrent {
  round: GameSummary
  previous: GameSummary
  joinable: boolean
  reason: '' | 'closed' | 'stopped' | 'clock'
  gamePoints: number
  stakeMin: number
  stakeMax: number
  stakeStep: number
  odds: { prize: number; boxes: number }[]
  returnRate: string
  edge: string
  serverTime: string
}
interface GameSpan {
  rounds: number
  staked: number
  won: number
  net: number
  elapsedSeconds: number
}
interface GameStatistics extends GameTimes {
  odds: { prize: number; boxes: number }[]
  returnRate: string
  mine: { today: GameSpan; thirtyDays: GameSpan; total: GameSpan }
  platform: { rounds: number; voids: number; stakes: number; prizes: number; actualReturn: string; bandLow: string; bandHigh: string }
  serverTime: string
}
interface GameOwn extends GameEntry {
  period: string
  state: GameOwnState
  win: number
  net: number
  receipt: string
  at: string
}
interface GameDocument {
  period: string
  state: GameState
  reason: GameReason
  openAt: string
  lockAt: string
  entries: GameEntry[]
  root: string
  rootSignature: string
  receiptKey: string
  anchor: { address: string; txHash: string; text: string; block: number; blockTime: string } | null
  beaconRound: number
  beaconKey: string
  beaconSignature: string
  board: number[]
  mine: GameMine | null
}
interface GameLimit {
  limit: number
  most: number
  used: number
  rest: number
  raise: number | null
  raiseFrom: string | null
}
interface GameProtection {
  stake: GameLimit
  loss: GameLimit
  adultAt: string | null
  break: { kind: '24h' | '7d' | '30d' | '6m' | '12m' | 'permanent'; from: string; until: string | null } | null
  reality: { isDue: boolean; since: string | null; elapsedSeconds: number; rounds: number; staked: number; won: number; net: number; everyRounds: number; everySeconds: number }
  dayEndsAt: string
  serverTime: string
}
interface Provisional {
  '/api/game/limits': Call<Nothing, GameProtection>
  '/api/game/confirmAge': Call<{ confirm: 'yes' }, GameProtection>
  '/api/game/confirmReality': Call<{ confirm: 'yes' }, GameProtection>
  '/api/game/current': Call<Nothing, GameCurrent>
  '/api/miner/ztGameTj': Call<Nothing, GameStatistics>
  '/api/game/round': Call<{ period: string }, GameDocument>
  '/api/game/history': Call<{ cursor?: string }, Page<GameSummary>>
  '/api/game/myRecord': Call<{ cursor?: string; state?: string }, Page<GameOwn>>
  '/api/game/join': Call<{ requestId: string; period: string; box: number; amount: number }, { entryNo: number; receipt: string; gamePoints: number; dayRest: number; lossRest: number }>
}

/** Calls whose answers are told more exactly here than in the document: names instead of strings. */
interface Narrowed extends Provisional {
  '/api/main/home': Call<Nothing, Home>
  '/api/miner/all': Call<QueryOf<'/api/miner/all'>, Page<Product>>
}

/** Every call the app makes: its parameters and its data. */
export type Contract = Narrowed & Omit<Generated, keyof Narrowed>

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
