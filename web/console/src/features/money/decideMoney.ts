import type { KeyTail } from '@kit/i18n/catalogues'

type Account = KeyTail<'console-money', 'account.'>
type Kind = KeyTail<'console-money', 'kind.'>

/** The accounts of the house there are words for, by the names of the books. */
const accounts: Record<string, Account> = {
  'O.CAP': 'capital',
  'O.INV': 'inventory',
  'O.REV.svc': 'serviceFees',
  'O.REV.node': 'nodes',
  'O.REV.goods': 'goods',
  'O.REV.sell': 'selling',
  'O.REV.swap': 'swaps',
  'O.REV.wd': 'withdrawals',
  'P.INT.FREE': 'interestFree',
  'P.INT.RSV': 'interestReserved',
  'P.EMI': 'emission',
  'P.DIV.diamond': 'diamond',
  'P.DIV.star': 'star',
  'P.DIV.king': 'king',
  'P.LVL': 'levels',
  'P.BID': 'bids',
  'P.GAME.BANK': 'bankroll',
  'L.GPB': 'bankroll',
}

export function accountOf(name: string): Account | null {
  return accounts[name] ?? null
}

const kinds: readonly Kind[] = [
  'principal',
  'available',
  'leaving',
  'cooling',
  'escrow',
  'delayed',
  'points',
  'interest',
  'interestFree',
  'emission',
  'dividends',
  'levels',
  'bids',
  'suspense',
  'disputed',
]

export function kindOf(name: string): Kind | null {
  return kinds.find((one) => one === name) ?? null
}

/** How many days a pool lasts at what a day spent of it; nothing where that day spent nothing, which is no end in sight and not no days. */
export function daysOf(runwayDays: number, spent: string): number | null {
  return spent === '0' ? null : runwayDays
}
