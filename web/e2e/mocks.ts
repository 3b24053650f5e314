import type { BrowserContext, Page, Route } from '@playwright/test'
import type { Data as OperatorData, OperatorPath } from '../console/src/core/contract/contract.ts'
import type { Data, Path } from '../kit/src/api/contract.ts'

interface Envelope {
  code: number
  message: string
  data: unknown
}

/** What a server answers to a path, typed by the API document. */
export function answered<P extends Path>(_path: P, data: Data<P>): { json: Envelope } {
  return { json: { code: 200, message: '', data } }
}

/** What a server answers to an operator's call, typed by the document of those. */
export function answeredToOperator<P extends OperatorPath>(_path: P, data: OperatorData<P>): { json: Envelope } {
  return { json: { code: 200, message: '', data } }
}

/** What a server answers where it refuses. */
export function refused(code: number, message: string): { json: Envelope } {
  return { json: { code, message, data: null } }
}

/** The addresses of a call, and of no other whose path only begins like it. */
export function callTo(path: Path): RegExp {
  return new RegExp(`${path}(?:\\?|$)`)
}

/** Lets the real server answer and changes what it said, typed by the API document. */
export function changeAnswer<P extends Path>(on: BrowserContext | Page, path: P, change: (data: Data<P>) => Data<P> | void): Promise<unknown> {
  return on.route(callTo(path), async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as Envelope & { data: Data<P> }
    await route.fulfill({ response, json: { ...body, data: change(body.data) ?? body.data } })
  })
}

/** The same of an operator's call. */
export function changeOperatorAnswer<P extends OperatorPath>(on: BrowserContext | Page, path: P, change: (data: OperatorData<P>) => void): Promise<unknown> {
  return on.route(`**/operator/api/${path}`, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as Envelope & { data: OperatorData<P> }
    change(body.data)
    await route.fulfill({ response, json: body })
  })
}

/** Holds the calls to an address until the function given back lets them go on. */
export async function hold(on: BrowserContext | Page, address: string | RegExp, times?: number): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((done) => (letGo = done))
  const answer = async (route: Route) => {
    await held
    await route.continue().catch(() => undefined)
  }
  await on.route(address, answer, times ? { times } : {})
  return letGo
}

/** The request of each call that leaves the page. Where its answer is lost, the server has done its work before. */
export async function requestsOf(page: Page, address: string, losesAnswer: (request: number) => boolean): Promise<(string | null)[]> {
  const ids: (string | null)[] = []
  await page.route(address, async (route) => {
    const request = ids.push(new URL(route.request().url()).searchParams.get('requestId'))
    const response = await route.fetch()
    if (losesAnswer(request)) await route.abort('connectionreset')
    else await route.fulfill({ response })
  })
  return ids
}

/** Only the first answer is lost. */
export const isFirst = (request: number): boolean => request === 1

/** Money on its way, as the server says it. */
export type Moving = Data<'/api/userAccount/underWay'>['list'][number]

/** A top-up that is waited for. */
export const topUp = (own: Partial<Moving> = {}): Moving => ({
  kind: 'topUp',
  no: `0x${'ab'.repeat(32)}`,
  purpose: '',
  amount: '250.5',
  currency: 'USDT',
  network: 'BEP-20',
  step: 'confirming',
  confirmations: 3,
  requiredConfirmations: 15,
  usualMinutes: 4,
  wayOut: 'none',
  until: null,
  ...own,
})

/** The offer as it is once the network has closed a day. */
export const asOfADay = (offer: Data<'/api/miner/detail'>): Data<'/api/miner/detail'> => ({
  ...offer,
  rate: '0.36',
  rateDay: '2026-11-22',
  estEtldPerDay: '0.36',
  estEtldTotal: '32.4',
  breakEvenPrice: '0.09876543',
  bidPrice: '0.5',
})
