import type { KeyTail } from '@kit/i18n/catalogues'

type Kind = KeyTail<'console-money', 'kind.'>

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
