import { hasWords } from './hasWords'

/** What rows stand under: its title is another in each language, its key is not. */
export interface Heading {
  key: string
  title: string
}

export interface Looks<R> {
  /** The texts of a row that words are looked for in; without it nothing is looked for. */
  textOf: ((row: R) => string) | undefined
  /** The heading that a row stands under. */
  headingOf: ((row: R) => Heading) | undefined
}

const mark = 'theme:'

/** What the address says of what was typed: a whole title finds what stands under it and nothing else, in every language. */
export function wordsOf(typed: string, headings: readonly Heading[]): string {
  const whole = headings.find(({ title }) => title === typed)
  return whole ? mark + whole.key : typed
}

/** What the field says of the words in the address. */
export function typedOf(words: string, headings: readonly Heading[]): string {
  return headings.find(({ key }) => mark + key === words)?.title ?? words
}

/** The rows under a heading, or those with all words. */
export function foundIn<R>(rows: readonly R[], words: string, { textOf, headingOf }: Looks<R>): readonly R[] {
  if (!textOf) return rows
  if (headingOf && words.startsWith(mark)) return rows.filter((row) => mark + headingOf(row).key === words)
  return rows.filter((row) => hasWords(textOf(row), words))
}
