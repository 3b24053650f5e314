import type { KeyTail } from '@kit/i18n/catalogues'

/** What a command is called, and where its records stand. */
export interface About {
  name: KeyTail<'command', 'name.'>
  records: string | null
}

const known: Readonly<Record<string, About>> = {
  '/api/miner/purchaseMiner': { name: 'purchaseMiner', records: '/myMiner' },
  '/api/miner/startNow': { name: 'startNow', records: '/myMiner' },
  '/api/miner/cancel': { name: 'cancel', records: '/myMiner' },
  '/api/miner/exit': { name: 'exit', records: '/myMiner' },
  '/api/userAccount/qExchange': { name: 'qExchange', records: '/finance' },
  '/api/trade/sell': { name: 'sell', records: '/trade' },
  '/api/userAccount/withdraw': { name: 'withdraw', records: '/withdrawRecord' },
  '/api/userAccount/cancelWithdraw': { name: 'cancelWithdraw', records: '/withdrawRecord' },
}

/** What to say of a command; one that has no name yet is told as the last order. */
export function decideAbout(path: string): About {
  return known[path] ?? { name: 'other', records: null }
}

/** What an exchange or a sale brought, where the answer says so. */
export function gainOf(data: unknown): { amount: string; currency: string } | null {
  const { receiveAmount, receive, net } = (data ?? {}) as { receiveAmount?: unknown; receive?: unknown; net?: unknown }
  if (typeof receiveAmount === 'string' && typeof receive === 'string') return { amount: receiveAmount, currency: receive }
  return typeof net === 'string' ? { amount: net, currency: 'USDT' } : null
}
