const isSeen = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u
const isIgnored = /^[\p{Default_Ignorable_Code_Point}\p{Variation_Selector}]$/u

/** A text in which each character that is not seen, or that turns what is read after it, is written as JSON would write its number. */
export function visible(text: string): string {
  return Array.from(text)
    .map((one) => (isSeen.test(one) && !isIgnored.test(one) ? one : Array.from({ length: one.length }, (_, at) => escaped(one.charCodeAt(at))).join('')))
    .join('')
}

function escaped(unit: number): string {
  return String.raw`\u` + unit.toString(16).padStart(4, '0')
}
