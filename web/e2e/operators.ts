import { privateKeyToAccount } from 'viem/accounts'
import type { Hex } from 'viem'
import type { Body, Data, OperatorPath, Row } from '../console/src/core/contract/contract.ts'
import type { World } from './world.ts'

export type Role = 'support' | 'finance_maker' | 'finance_checker' | 'risk' | 'catalogue' | 'editor' | 'fulfilment' | 'auditor' | 'administrator'

/** What is proposed by a call that wants a reason. */
type Payload<P extends OperatorPath> = Body<P> extends { payload: infer Proposed } ? Proposed : never

/** One of the demo's staff, with a session on the operator listener and a key to sign approvals with. */
export class Operator {
  private readonly world: World
  private readonly cookie: string
  private readonly csrf: string
  private readonly key: Hex

  private constructor(world: World, session: { cookie: string; csrf: string; key: Hex }) {
    this.world = world
    this.cookie = session.cookie
    this.csrf = session.csrf
    this.key = session.key
  }

  static async signIn(world: World, role: Role, person = 1): Promise<Operator> {
    const answer = await fetch(`${world.operatorUrl}/demo/operator-session?role=${role}&person=${person}`, { method: 'POST' })
    if (!answer.ok) throw new Error(`operator session: ${answer.status} ${await answer.text()}`)
    const { csrfToken, key } = (await answer.json()) as { csrfToken: string; key: Hex }
    return new Operator(world, {
      cookie: answer.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; '),
      csrf: csrfToken,
      key,
    })
  }

  /** Makes a call; a refusal is thrown. */
  async call<P extends OperatorPath>(path: P, body?: Body<P>): Promise<Data<P>> {
    const answer = await fetch(`${this.world.operatorUrl}/operator/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': this.csrf, Cookie: this.cookie, Origin: this.world.operatorUrl },
      body: JSON.stringify(body ?? {}),
    })
    const { code, message, data } = (await answer.json()) as { code: number; message: string; data: Data<P> }
    if (code !== 200) throw new Error(`${path}: ${code} ${message} ${JSON.stringify(data)}`)
    return data
  }

  /** Proposes an act. One that needs nobody else is done with it. */
  async propose<P extends OperatorPath>(path: P, payload: Payload<P>, reason = 'for a test'): Promise<string> {
    // The document says so of every act; the type checker sees it of each alone.
    const { id } = (await this.call(path, { payload, reason } as Body<P>)) as { id: string }
    return id
  }

  /** Approves a proposal with a signature, by the platform's clock. */
  async approve(id: string): Promise<void> {
    const { list } = await this.call('proposals/list', { state: 'pending' })
    const proposal = list.find((one) => one.id === id)
    if (!proposal) throw new Error(`no pending proposal ${id}`)
    const { data } = (await (await fetch(`${this.world.url}/api/open/app`, { method: 'POST' })).json()) as { data: { serverTime: string } }
    const signedAt = Date.parse(data.serverTime)
    const signature = await privateKeyToAccount(this.key).signMessage({ message: `${proposal.approvalPhrase}${signedAt}` })
    await this.call('proposals/approve', { proposalId: id, payloadHash: proposal.payloadHash, signedAt, signature })
  }
}

/** The buy-back book in the hands of the two persons it takes. */
export class Book {
  private readonly maker: Operator
  private readonly checker: Operator

  private constructor(maker: Operator, checker: Operator) {
    this.maker = maker
    this.checker = checker
  }

  static async open(world: World): Promise<Book> {
    return new Book(await Operator.signIn(world, 'finance_maker'), await Operator.signIn(world, 'finance_checker'))
  }

  async bids(): Promise<Row<'bids/list'>[]> {
    return (await this.maker.call('bids/list', { size: 50 })).list
  }

  /** Takes the best bids away, as many as said; without a number all of them. */
  async cancel(count?: number): Promise<void> {
    for (const { bidNo } of (await this.bids()).slice(0, count)) await this.checker.approve(await this.maker.propose('bids/cancel', { bidNo }))
  }

  async place(price: string, quantity: string): Promise<void> {
    await this.checker.approve(await this.maker.propose('bids/place', { price, quantity }))
  }
}
