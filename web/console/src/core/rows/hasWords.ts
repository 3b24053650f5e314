/** Whether every word of what was typed stands in a text, in whatever order and case. */
export function hasWords(text: string, typed: string): boolean {
  const low = text.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word))
}
