import type { Decimal } from './format'

const places = 18

/** Compares two non-negative or negative decimal strings exactly: below 0, 0 or above 0, as sort wants it. */
export function compareAmounts(left: Decimal, right: Decimal): number {
  const difference = scaled(left) - scaled(right)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The amount in a token's smallest units, for the chain. Refuses what the token cannot represent. */
export function toUnits(value: Decimal, decimals: number): bigint {
  const [whole = '0', fraction = ''] = value.split('.')
  if (/[1-9]/.test(fraction.slice(decimals))) throw new RangeError(`${value} has more than ${decimals} decimals`)
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

/** What share of `whole` a part is, from 0 to 1, for gauges and bars only: display, never money. */
export function shareOf(part: Decimal, whole: Decimal): number {
  const divisor = scaled(whole)
  if (divisor <= 0n) return 0
  const thousandths = (scaled(part) * 1000n) / divisor
  return Math.min(1, Math.max(0, Number(thousandths) / 1000))
}

function scaled(value: Decimal): bigint {
  const negative = value.startsWith('-')
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.')
  const units = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  return negative ? -units : units
}

/** A product of two decimal strings, for gauges and bars only: display, never money. */
export function productOf(left: Decimal, right: Decimal): Decimal {
  const product = (scaled(left) * scaled(right)) / 10n ** BigInt(places)
  const digits = product.toString().padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
