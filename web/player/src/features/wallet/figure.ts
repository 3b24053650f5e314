import type { Decimal } from '@kit/amount/format'

/** Lets an amount break where it is wider than its place, rather than be cut off: doubled text on a small phone. */
export const breakable = 'min-w-0 max-w-full [&_.fig]:break-words [&_.fig]:whitespace-normal'

/** The size of a leading figure: long amounts are set smaller, so that they keep to one line. */
export function figureSize(value: Decimal): string {
  return value.length > 14 ? 'text-[min(1.25rem,6.5vw)]' : 'text-[min(1.75rem,8.5vw)]'
}
