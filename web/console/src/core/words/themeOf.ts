import type { KeyTail } from '@kit/i18n/catalogues'

export type Theme = KeyTail<'console-words', 'theme.'>

/** What jobs and parameters are about, in the order of their pages, with the parts of the program that have them. */
const themes: readonly (readonly [Theme, ...parts: string[]])[] = [
  ['machines', 'machine'],
  ['nodes', 'node'],
  ['teams', 'team'],
  ['deposits', 'payment'],
  ['withdrawals', 'withdrawal', 'payout'],
  ['exchange', 'price', 'swap', 'trade'],
  ['game', 'game'],
  ['shop', 'shop'],
  ['people', 'signin', 'notice', 'push'],
  ['books', 'brake', 'ledger', 'heads', 'solvency', 'transparency'],
  ['program'],
]

/** The theme of a job or of a parameter, by the part of the program that its name begins with. */
export function themeOf(name: string): Theme {
  const [part = ''] = name.split(/[._]/)
  return themes.find(([, ...parts]) => parts.includes(part))?.[0] ?? 'program'
}

/** Puts rows under their themes, in the order of the themes; within one they keep their order. */
export function byTheme<R>(rows: readonly R[], nameOf: (row: R) => string): R[] {
  return themes.flatMap(([theme]) => rows.filter((row) => themeOf(nameOf(row)) === theme))
}
