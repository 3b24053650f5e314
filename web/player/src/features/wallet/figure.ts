import type { Decimal } from '@kit/amount/format'

/** The size of a leading figure: long amounts are set smaller, so that they keep to one line. */
export function figureSize(value: Decimal): string {
  return value.length > 14 ? 'text-[min(1.25rem,6.5vw)]' : 'text-[min(1.75rem,8.5vw)]'
}
