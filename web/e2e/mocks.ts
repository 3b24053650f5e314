import type { BrowserContext, Page } from '@playwright/test'
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
