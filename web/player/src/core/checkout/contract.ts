import type { Decimal } from '@kit/amount/format'
import type { Data } from '@kit/api/contract'
import { placeOf, type Place, type RoutePath } from '../frame/places'

/** What can be bought. */
export type Kind = Progress['purpose']

/** What starts after it was paid, at once or after the cooling-off; goods are sent instead. */
export type StartedKind = Exclude<Kind, 'goods'>

/** Where what was bought is shown: one of it, or all of its kind. */
export function placeOfBought(kind: Kind, itemNo?: string): Place {
  return placeOf(kind === 'goods' ? 'order' : kind, itemNo)
}

const followedOn = { machine: '/myMiner', node: '/chain', goods: '/order' } as const satisfies Record<Kind, RoutePath>

/** Where a payment is followed until what it is for is there. */
export function placeOfPayment(kind: Kind, intentNo: string): Place {
  return `${followedOn[kind]}?pay=${encodeURIComponent(intentNo)}`
}

/** From where to pay. */
export type PayType = 'balance' | 'chain'

/** What a quantity costs this user, as the server quotes it. */
export interface Quoted {
  quantity: number
  payAmount: Decimal
}

/** How far the payment of an intent has come. */
export type Progress = Data<'/api/pay/status'>
export type PaymentState = Progress['state']
