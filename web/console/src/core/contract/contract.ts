/** The calls of operators and their types, taken from the API document (`operatorSchema.ts`, generated). */
import type { components, paths } from '@kit/api/operatorSchema'

export type Schemas = components['schemas']

type Prefix = '/operator/api/'

/** A call by what follows /operator/api/, such as `withdrawals/list`. */
export type OperatorPath = keyof paths extends infer P ? (P extends `${Prefix}${infer Name}` ? Name : never) : never

type PostOf<P extends OperatorPath> = paths[`${Prefix}${P}`]['post']

/** What a call is sent. */
export type Body<P extends OperatorPath> = PostOf<P> extends { requestBody: { content: { 'application/json': infer Sent } } } ? Sent : never

/** What a call answers with. */
export type Data<P extends OperatorPath> =
  PostOf<P> extends { responses: { 200: { content: { 'application/json': infer Answer } } } }
    ? Extract<Answer, { code: 200 }> extends { data: infer Answered }
      ? Answered
      : never
    : never

export interface Page<R> {
  list: R[]
  nextCursor: string
  hasMore: boolean
  count?: Schemas['ListsCount']
}

/** The lists: calls that answer with pages. */
export type ListPath = { [P in OperatorPath]: Data<P> extends Page<unknown> ? P : never }[OperatorPath]

/** A row of a list. */
export type Row<P extends ListPath> = Data<P> extends Page<infer R> ? R : never

export type Me = Data<'me'>
export type Proposal = Schemas['OperatorProposal']
