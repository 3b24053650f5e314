import type { CommandPath, PendingCommand } from '@core/command/pending'
import { placeOf } from '@core/checkout/contract'
import type { Data } from '@kit/api/contract'
import type { KeyTail } from '@kit/i18n/catalogues'

/** What a command is called, and where its records stand. */
export interface About {
  name: KeyTail<'command', 'name.'>
  records: string | null
}

/** An amount with its sign. */
export interface Moved {
  amount: string
  currency: string
}

/** What is said of a command: beside its name, what its answer moved and the one thing that it made or changed. */
interface Telling<P extends CommandPath> extends About {
  /** Null where nothing has moved yet. */
  moved?: (data: Data<P>, params: PendingCommand<P>['params']) => Moved | null
  /** One number, or those of several. */
  made?: (data: Data<P>) => string | readonly string[]
}

/** An order that is only reserved has moved nothing yet. */
const paid = ({ intentNo, payAmount }: { intentNo: string | null; payAmount: string }, currency = 'USDT'): Moved | null =>
  intentNo ? null : { amount: `-${payAmount}`, currency }

const known: { readonly [P in CommandPath]: Telling<P> } = {
  '/api/miner/purchaseMiner': { name: 'purchaseMiner', records: '/myMiner', moved: (data) => paid(data), made: ({ minerNos }) => minerNos },
  '/api/miner/startNow': { name: 'startNow', records: '/myMiner', made: ({ minerNo }) => minerNo },
  '/api/miner/cancel': { name: 'cancel', records: '/myMiner', made: ({ minerNo }) => minerNo },
  '/api/miner/exit': { name: 'exit', records: '/myMiner', made: ({ minerNo }) => minerNo },
  '/api/node/purchase': { name: 'purchaseNode', records: '/chain', moved: (data) => paid(data), made: ({ nodeNos }) => nodeNos },
  '/api/node/startNow': { name: 'startNode', records: '/chain', made: ({ nodeNo }) => nodeNo },
  '/api/node/cancel': { name: 'cancelNode', records: '/chain', made: ({ nodeNo }) => nodeNo },
  '/api/game/join': { name: 'join', records: '/trade?tab=box&view=record', moved: ({ amount }) => ({ amount: `-${amount}`, currency: 'GP' }) },
  '/api/userAccount/convertPoints': {
    name: 'convertPoints',
    records: '/wallet',
    moved: ({ points, usdt }, { direction }) => (direction === 'in' ? { amount: String(points), currency: 'GP' } : { amount: usdt, currency: 'USDT' }),
  },
  '/api/userAccount/qExchange': {
    name: 'qExchange',
    records: '/finance',
    moved: ({ receiveAmount, receive }) => ({ amount: receiveAmount, currency: receive }),
  },
  '/api/trade/sell': { name: 'sell', records: '/trade', moved: ({ net }) => ({ amount: net, currency: 'USDT' }) },
  '/api/userAccount/withdraw': {
    name: 'withdraw',
    records: '/withdrawRecord',
    moved: ({ quantity, currency }) => ({ amount: `-${quantity}`, currency }),
    made: ({ withdrawNo }) => withdrawNo,
  },
  '/api/userAccount/cancelWithdraw': {
    name: 'cancelWithdraw',
    records: '/withdrawRecord',
    moved: ({ refunded, currency }) => ({ amount: refunded, currency }),
    made: ({ withdrawNo }) => withdrawNo,
  },
  '/api/shop/createOrder': { name: 'createOrder', records: '/order', moved: (data) => paid(data, data.priceCurrency), made: ({ orderNo }) => orderNo },
  '/api/pay/cancel': { name: 'cancelPayment', records: null },
  '/api/shop/cancelOrder': { name: 'cancelOrder', records: '/order', made: ({ orderNo }) => orderNo },
}

/** What to say of a command; one that another edition of the app left behind is told as the last order. */
export function decideAbout(path: string): About {
  return tellingOf(path) ?? { name: 'other', records: null }
}

/** What an answered command moved, with its sign; null where the answer does not say. */
export function movedBy(path: string, data: unknown, params: object): Moved | null {
  return tellingOf(path)?.moved?.(data as never, params as never) ?? null
}

/** Where what came of a command stands: the one thing it made or changed; else the records of its kind. */
export function recordOf(path: string, data: unknown): string | null {
  if (path === '/api/pay/cancel') return placeOf((data as Data<typeof path>).purpose)
  const { made, records = null }: Partial<Telling<never>> = tellingOf(path) ?? {}
  const [first, ...others] = [made?.(data as never) ?? []].flat()
  return records !== null && first !== undefined && others.length === 0 ? `${records}?id=${encodeURIComponent(first)}` : records
}

function tellingOf(path: string): Telling<never> | undefined {
  return (known as Readonly<Record<string, Telling<never>>>)[path]
}
