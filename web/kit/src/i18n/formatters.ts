/** So many formatters are kept at most; an app's own styles are far fewer. */
const keptMax = 200
const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

/** To make a formatter costs a slow phone more than to format a hundred figures by it. */
function keep<Made extends Intl.NumberFormat | Intl.DateTimeFormat>(name: string, make: () => Made): Made {
  const found = kept.get(name)
  if (found) return found as Made
  const made = make()
  if (kept.size < keptMax) kept.set(name, made)
  return made
}

/** A formatter of numbers, made once for each style of a locale. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return keep(`n${locale}${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options))
}

/** A formatter of moments, made once for each style of a locale. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return keep(`d${locale}${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options))
}
