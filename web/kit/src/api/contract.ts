/**
 * The calls and their types, taken from the API document (`schema.ts`, generated). Nothing is written twice.
 */
import type { components, paths } from './schema'

type Schemas = components['schemas']

export type AppInfo = Schemas['ReportFacts']
export type UserInfo = Schemas['SigninUserInfo']
export type SessionRow = Schemas['SigninSessionRow']
export type Notice = Schemas['NoticeNotice']
export type TopUpNetwork = Schemas['PaymentNetworkInfo']

export type Balance = Schemas['LedgerBalanceRow']

/** What a movement lacks is empty. */
export type Movement = Schemas['LedgerLineRow']

/** A transfer as its sender sees it. */
export type IncomingTransfer = Schemas['PaymentReceipt']
export type TopUpInfo = Schemas['PaymentTopUpInfo']

export interface Page<Row> {
  list: Row[]
  nextCursor: string | null
  hasMore: boolean
}

/** A machine for sale. What depends on the network's power is null until a day was closed. */
export type Product = Schemas['MachineProductRow']
export type MachineSize = Product['size']

export type Home = Contract['/api/main/home']['data']
export type Price = Schemas['PriceRow']

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

type DataOf<P extends keyof paths> = paths[P] extends { post: { responses: { 200: { content: { 'application/json': infer Answer } } } } }
  ? Extract<Answer, { code: 200 }> extends { data: infer Answered }
    ? Answered
    : unknown
  : unknown

type Calls = { [P in keyof paths]: Call<QueryOf<P>, DataOf<P>> }

/** Every call the app makes: its parameters and its data. An interface, so that a path that is not known yet is looked up when it is. */
interface Contract extends Calls {}

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
