import type { BrowserContext, Route } from '@playwright/test'
import type { Data, Row } from '../kit/src/api/contract.ts'
import { atoms } from './journey.ts'
import { answered, refused } from './mocks.ts'

type Config = Data<'/api/userAccount/withdrawConfig'>
type Terms = Config['networks'][number]
export type Withdrawal = Row<'/api/userAccount/myWithDraw'>
type Lan = 'zh_cn' | 'en_US' | 'ru_RU'

const one = atoms('1')

function toText(amount: bigint): string {
  const fraction = (amount % one).toString().padStart(8, '0').replace(/0+$/, '')
  return `${amount / one}${fraction ? `.${fraction}` : ''}`
}

const offers: Terms[] = [
  terms('USDT', 'BEP-20', { fee: '1', min: '10', maxRequest: '10000', dayRest: '20000', available: '2480.5' }),
  terms('USDT', 'ERC-20', {
    fee: '5',
    min: '50',
    maxRequest: '10000',
    dayRest: '20000',
    available: '2480.5',
    decimals: 6,
    enabled: false,
    reason: 'not_connected',
  }),
  terms('ETLD', 'BEP-20', { fee: '2', min: '20', maxRequest: '50000', dayRest: '100000', available: '1205.40000001' }),
  terms('ETH', 'BEP-20', { fee: '0.0005', min: '0.005', maxRequest: '3', dayRest: '6', available: '0.02842899' }),
]

function terms(currency: Terms['currency'], network: string, own: Partial<Terms> & Pick<Terms, 'fee' | 'min' | 'maxRequest' | 'dayRest' | 'available'>): Terms {
  const least = [own.available, own.maxRequest, own.dayRest].reduce((a, b) => (atoms(b) < atoms(a) ? b : a))
  return { currency, network, decimals: 8, enabled: true, reason: '', reasonText: '', medianMinutes: 4, arrival: null, problem: null, ...own, maximum: least }
}

const notConnected: Record<Lan, string> = { zh_cn: '這條鏈尚未連接。', en_US: 'This chain is not connected yet.', ru_RU: 'Эта сеть пока не подключена.' }

/**
 * The withdrawal calls as a server answers them, over a real world: for what a real one does not do on demand, such as
 * losing an answer or refusing with a given code. Figures are the server's; the page computes none of them.
 */
export class WithdrawMock {
  records: Withdrawal[] = []
  /** Each submission that came, in order. */
  readonly submissions: URLSearchParams[] = []
  readonly cancellations: URLSearchParams[] = []
  /** What the next submission or cancellation is refused with. */
  refusal: { code: number; message: string } | null = null
  /** How many answers to commands get lost after they took effect. */
  lostAnswers = 0
  pageSize = 20
  /** For how long game points cannot be bought after a cancellation. */
  lockHours = 24
  private readonly answers = new Map<string, ReturnType<typeof answered>>()
  /** What was withdrawn of each currency. */
  private readonly spent = new Map<string, bigint>()
  private readonly address: string

  constructor(address: string) {
    this.address = address
  }

  async install(context: BrowserContext): Promise<void> {
    await context.route('**/api/userAccount/withdrawConfig*', (route) => this.answerConfig(route))
    await context.route('**/api/userAccount/withdraw?*', (route) =>
      this.answerCommand(route, this.submissions, (query) => answered('/api/userAccount/withdraw', this.submit(query))),
    )
    await context.route('**/api/userAccount/cancelWithdraw?*', (route) =>
      this.answerCommand(route, this.cancellations, (query) => answered('/api/userAccount/cancelWithdraw', this.cancel(query))),
    )
    await context.route('**/api/userAccount/myWithDraw*', (route) => this.answerRecords(route))
  }

  private answerConfig(route: Route): Promise<void> {
    const query = queryOf(route)
    const lan = (route.request().headers()['lan'] ?? 'zh_cn') as Lan
    const asked = query.get('quantity')
    const networks = offers
      .filter(({ currency }) => (query.get('currency') ?? currency) === currency)
      .map((offer) => ({
        ...terms(offer.currency, offer.network, { ...offer, available: this.available(offer) }),
        reasonText: offer.enabled ? '' : notConnected[lan],
        arrival: asked && atoms(asked) > atoms(offer.fee) ? toText(atoms(asked) - atoms(offer.fee)) : null,
      }))
    const config: Config = {
      networks,
      address: this.address,
      statementPhrase: 'Withdraw from my account at localhost. ',
      reviewHours: 24,
      automaticMax: '200',
      lockHours: this.lockHours,
      requestsMost: 60,
      serverTime: new Date().toISOString(),
    }
    return route.fulfill(answered('/api/userAccount/withdrawConfig', config))
  }

  private available({ currency, available }: Terms): string {
    return toText(atoms(available) - (this.spent.get(currency) ?? 0n))
  }

  private async answerCommand(route: Route, seen: URLSearchParams[], run: (query: URLSearchParams) => ReturnType<typeof answered>): Promise<void> {
    const query = queryOf(route)
    seen.push(query)
    const requestId = query.get('requestId') ?? ''
    const { refusal } = this
    if (refusal && !this.answers.has(requestId)) {
      this.refusal = null
      return route.fulfill(refused(refusal.code, refusal.message))
    }
    // The same request has one effect, however often it comes.
    if (!this.answers.has(requestId)) this.answers.set(requestId, run(query))
    if (this.lostAnswers > 0) {
      this.lostAnswers -= 1
      return route.abort('connectionreset')
    }
    return route.fulfill(this.answers.get(requestId))
  }

  private submit(query: URLSearchParams): Data<'/api/userAccount/withdraw'> {
    const offer = offers.find((one) => one.currency === query.get('currency') && one.network === query.get('network'))!
    const quantity = query.get('quantity')!
    const arrival = toText(atoms(quantity) - atoms(offer.fee))
    const record = recordOf({
      withdrawNo: `mock${this.records.length + 1}0000`,
      currency: offer.currency,
      network: offer.network,
      quantity,
      fee: offer.fee,
      arrival,
    })
    this.records.unshift(record)
    this.spent.set(offer.currency, (this.spent.get(offer.currency) ?? 0n) + atoms(quantity))
    const { withdrawNo, currency, network, fee, address, reviewBy } = record
    return { withdrawNo, status: 'pending_review', currency, network, quantity, fee, arrival, address, reviewBy }
  }

  private cancel(query: URLSearchParams): Data<'/api/userAccount/cancelWithdraw'> {
    const record = this.records.find(({ withdrawNo }) => withdrawNo === query.get('withdrawNo'))!
    const at = new Date().toISOString()
    Object.assign(record, {
      status: 'cancelled',
      cancellable: false,
      endedAt: at,
      nextStep: { code: 'refunded_cancelled', text: 'Cancelled. The whole quantity is back in your balance.', at: null },
      timeline: [...record.timeline, { code: 'cancelled', text: 'Cancelled', status: 'cancelled', actor: 'user', at, txHash: '' }],
    } satisfies Partial<Withdrawal>)
    return { withdrawNo: record.withdrawNo, status: 'cancelled', currency: record.currency, refunded: record.quantity, gameLockUntil: at }
  }

  private answerRecords(route: Route): Promise<void> {
    const query = queryOf(route)
    const named = query.get('withdrawNo')
    const chosen = this.records.filter((one) => (!named || one.withdrawNo === named) && (query.get('status') ?? one.status) === one.status)
    if (named && chosen.length === 0) return route.fulfill(refused(1005, 'Not found'))
    const from = Number(query.get('cursor') ?? 0)
    const end = from + this.pageSize
    const hasMore = end < chosen.length
    return route.fulfill(answered('/api/userAccount/myWithDraw', { list: chosen.slice(from, end), nextCursor: hasMore ? String(end) : '', hasMore }))
  }
}

/** A record that waits for its review, with whatever is said otherwise. */
export function recordOf(own: Partial<Withdrawal> & Pick<Withdrawal, 'withdrawNo'>): Withdrawal {
  const at = new Date(Date.now() - 3_600_000).toISOString()
  const reviewBy = new Date(Date.now() + 23 * 3_600_000).toISOString()
  return {
    currency: 'USDT',
    network: 'BEP-20',
    quantity: '250',
    fee: '1',
    arrival: '249',
    address: '0xf39F******b92266',
    status: 'pending_review',
    payoutState: '',
    reason: null,
    txHash: '',
    explorer: '',
    timeline: [{ code: 'requested', text: 'Requested', status: 'pending_review', actor: 'user', at, txHash: '' }],
    nextStep: { code: 'review', text: 'A reviewer decides within 24 hours.', at: reviewBy },
    cancellable: true,
    reviewBy,
    overdue: false,
    createdAt: at,
    endedAt: null,
    ...own,
  }
}

function queryOf(route: Route): URLSearchParams {
  return new URL(route.request().url()).searchParams
}
