import type { CommandPath, PendingCommand } from '@core/command/pending'
import { placeOfBought } from '@core/checkout/contract'
import { placeOf, type Place } from '@core/frame/places'
import type { Data } from '@kit/api/contract'
import type { KeyTail } from '@kit/i18n/catalogues'

/** What a command is called, and where its records stand. */
interface About {
  name: KeyTail<'command', 'name.'>
  records: Place | null
}

/** An amount with its sign. */
interface Moved {
  amount: string
  currency: string
}

/** What is said of a command: beside its name, what its answer moved and the one thing that it made or changed. */
interface Telling<P extends CommandPath> extends About {
  /** Null where nothing has moved yet. */
  moved?: (data: Data<P>, params: PendingCommand<P>['params']) => Moved | null
  /** Where that one thing is shown. */
  made?: (data: Data<P>) => Place
}

/** An order that is only reserved has moved nothing yet. */
const paid = ({ intentNo, payAmount }: { intentNo: string | null; payAmount: string }, currency = 'USDT'): Moved | null =>
  intentNo ? null : { amount: `-${payAmount}`, currency }

const known: { readonly [P in CommandPath]: Telling<P> } = {
  '/api/miner/purchaseMiner': { name: 'purchaseMiner', records: '/myMiner', moved: (data) => paid(data), made: ({ minerNos }) => placeOf('machine', minerNos) },
  '/api/miner/startNow': { name: 'startNow', records: '/myMiner', made: ({ minerNo }) => placeOf('machine', minerNo) },
  '/api/miner/cancel': { name: 'cancel', records: '/myMiner', made: ({ minerNo }) => placeOf('machine', minerNo) },
  '/api/miner/exit': { name: 'exit', records: '/myMiner', made: ({ minerNo }) => placeOf('machine', minerNo) },
  '/api/node/purchase': { name: 'purchaseNode', records: '/chain', moved: (data) => paid(data), made: ({ nodeNos }) => placeOf('node', nodeNos) },
  '/api/node/startNow': { name: 'startNode', records: '/chain', made: ({ nodeNo }) => placeOf('node', nodeNo) },
  '/api/node/cancel': { name: 'cancelNode', records: '/chain', made: ({ nodeNo }) => placeOf('node', nodeNo) },
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
    made: ({ withdrawNo }) => placeOf('withdrawal', withdrawNo),
  },
  '/api/userAccount/cancelWithdraw': {
    name: 'cancelWithdraw',
    records: '/withdrawRecord',
    moved: ({ refunded, currency }) => ({ amount: refunded, currency }),
    made: ({ withdrawNo }) => placeOf('withdrawal', withdrawNo),
  },
  '/api/shop/createOrder': {
    name: 'createOrder',
    records: '/order',
    moved: (data) => paid(data, data.priceCurrency),
    made: ({ orderNo }) => placeOf('order', orderNo),
  },
  '/api/pay/cancel': { name: 'cancelPayment', records: null, made: ({ purpose }) => placeOfBought(purpose) },
  '/api/shop/cancelOrder': { name: 'cancelOrder', records: '/order', made: ({ orderNo }) => placeOf('order', orderNo) },
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
export function recordOf(path: string, data: unknown): Place | null {
  const telling = tellingOf(path)
  return telling?.made?.(data as never) ?? telling?.records ?? null
}

function tellingOf(path: string): Telling<never> | undefined {
  return (known as Readonly<Record<string, Telling<never>>>)[path]
}
