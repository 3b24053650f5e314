import type { CommandPath } from '@core/command/pending'
import { kindOf, placeOf } from '@core/checkout/contract'
import type { KeyTail } from '@kit/i18n/catalogues'

/** What a command is called, and where its records stand. */
export interface About {
  name: KeyTail<'command', 'name.'>
  records: string | null
}

const known: Readonly<Record<CommandPath, About>> = {
  '/api/miner/purchaseMiner': { name: 'purchaseMiner', records: '/myMiner' },
  '/api/miner/startNow': { name: 'startNow', records: '/myMiner' },
  '/api/miner/cancel': { name: 'cancel', records: '/myMiner' },
  '/api/miner/exit': { name: 'exit', records: '/myMiner' },
  '/api/node/purchase': { name: 'purchaseNode', records: '/chain' },
  '/api/node/startNow': { name: 'startNode', records: '/chain' },
  '/api/node/cancel': { name: 'cancelNode', records: '/chain' },
  '/api/game/join': { name: 'join', records: '/trade?tab=box&view=record' },
  '/api/userAccount/convertPoints': { name: 'convertPoints', records: '/wallet' },
  '/api/userAccount/qExchange': { name: 'qExchange', records: '/finance' },
  '/api/trade/sell': { name: 'sell', records: '/trade' },
  '/api/userAccount/withdraw': { name: 'withdraw', records: '/withdrawRecord' },
  '/api/userAccount/cancelWithdraw': { name: 'cancelWithdraw', records: '/withdrawRecord' },
  '/api/shop/createOrder': { name: 'createOrder', records: '/order' },
  '/api/pay/cancel': { name: 'cancelPayment', records: null },
  '/api/shop/cancelOrder': { name: 'cancelOrder', records: '/order' },
}

/** What to say of a command; one that another edition of the app left behind is told as the last order. */
export function decideAbout(path: string): About {
  return (known as Readonly<Record<string, About>>)[path] ?? { name: 'other', records: null }
}

interface Answered {
  receiveAmount?: unknown
  receive?: unknown
  net?: unknown
  payAmount?: unknown
  priceCurrency?: unknown
  intentNo?: unknown
  minerNos?: unknown
  nodeNos?: unknown
  entryNo?: unknown
  amount?: unknown
  points?: unknown
  usdt?: unknown
  orderNo?: unknown
  withdrawNo?: unknown
  purpose?: unknown
}

/** What an answered command moved, with its sign; null where the answer does not say. */
export function movedBy(data: unknown, params: object = {}): { amount: string; currency: string } | null {
  const { receiveAmount, receive, net, payAmount, priceCurrency, intentNo, minerNos, nodeNos, entryNo, amount, points, usdt } = (data ?? {}) as Answered
  if (typeof receiveAmount === 'string' && typeof receive === 'string') return { amount: receiveAmount, currency: receive }
  if (typeof net === 'string') return { amount: net, currency: 'USDT' }
  if (typeof entryNo === 'number' && typeof amount === 'number') return { amount: `-${amount}`, currency: 'GP' }
  if (typeof points === 'number' && typeof usdt === 'string')
    return 'direction' in params && params.direction === 'in' ? { amount: String(points), currency: 'GP' } : { amount: usdt, currency: 'USDT' }
  // An order that is only reserved has moved nothing yet.
  if (intentNo || typeof payAmount !== 'string') return null
  const currency = Array.isArray(minerNos) || Array.isArray(nodeNos) ? 'USDT' : priceCurrency
  return typeof currency === 'string' ? { amount: `-${payAmount}`, currency } : null
}

/** Where what came of a command stands: the one thing it made, where it made one; else the records of its kind. */
export function recordOf(path: string, data: unknown): string | null {
  const { records } = decideAbout(path)
  const { minerNos, nodeNos, orderNo, withdrawNo, purpose } = (data ?? {}) as Answered
  if (typeof purpose === 'string') return placeOf(kindOf(purpose))
  const several = minerNos ?? nodeNos
  const made: unknown = records === '/order' ? orderNo : Array.isArray(several) && several.length === 1 ? several[0] : withdrawNo
  return records !== null && typeof made === 'string' && made !== '' ? `${records}?id=${encodeURIComponent(made)}` : records
}
