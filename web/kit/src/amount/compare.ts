import type { Decimal } from './format'

const places = 18
const accountedPlaces = 8
/** The atoms of one. */
export const unit = 10n ** BigInt(accountedPlaces)

/** Compares two non-negative or negative decimal strings exactly: below 0, 0 or above 0, as sort wants it. */
export function compareAmounts(left: Decimal, right: Decimal): number {
  const difference = scaled(left) - scaled(right)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The amount in smallest units: those of a token, for the chain, else atoms. Refuses what they cannot represent. */
export function toUnits(value: Decimal, decimals = accountedPlaces): bigint {
  const [whole = '0', fraction = ''] = value.split('.')
  if (/[1-9]/.test(fraction.slice(decimals))) throw new RangeError(`${value} has more than ${decimals} decimals`)
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

/** An amount in smallest units, a token's or atoms, as a decimal string, cut at 8 decimals: more is not accounted for. */
export function fromUnits(units: bigint, decimals = accountedPlaces): Decimal {
  const digits = units.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits
    .slice(digits.length - decimals)
    .slice(0, accountedPlaces)
    .replace(/0+$/, '')
  return fraction ? `${whole}.${fraction}` : whole
}

/** The amount with the other sign. */
export function negated(value: Decimal): Decimal {
  return unscaled(-scaled(value))
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

const quarters = ['0.25', '0.5', '0.75', '1'] as const

/** A quarter, the half, three quarters and all of an amount, cut at so many decimals: what one may choose to enter. */
export function quartersOf(whole: Decimal, decimalsMax: number): { share: (typeof quarters)[number]; amount: Decimal }[] {
  const step = 10n ** BigInt(places - decimalsMax)
  return quarters.map((share, index) => ({ share, amount: unscaled(((scaled(whole) * BigInt(index + 1)) / 4n / step) * step) }))
}

/** By what share a figure is above or below another, cut at four decimals: display, never money. Null beside nothing. */
export function changeOf(before: Decimal, after: Decimal): Decimal | null {
  const base = scaled(before)
  if (base <= 0n) return null
  return unscaled((((scaled(after) - base) * 10_000n) / base) * 10n ** BigInt(places - 4))
}

/** The sum of decimal strings, for what stands under its parts: display, never money. */
export function sumOf(values: readonly Decimal[]): Decimal {
  return unscaled(values.reduce((sum, value) => sum + scaled(value), 0n))
}

/** A product of two decimal strings, for gauges and bars only: display, never money. */
export function productOf(left: Decimal, right: Decimal): Decimal {
  return unscaled((scaled(left) * scaled(right)) / 10n ** BigInt(places))
}

function unscaled(units: bigint): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}${fraction && `.${fraction}`}`
}
