import { htmlLang, type Language } from '@kit/i18n/language'

/** A call that the log is told of, with what it proposes. */
interface Audited {
  path: string
  kind?: string
}

/** What the program and its command line write into the log by themselves, beside the calls of people. */
export const byItself = [
  'demo/operator-session',
  'emergency/brake',
  'operator add',
  'operator reset',
  'proposals/expire',
  'proposals/open',
  'proposals/withdraw',
  'users/debitTaken',
] as const

/** Everything that the log can be narrowed to, in words, by their order in the reader's language. */
export function actionsIn(
  audited: readonly Audited[],
  language: Language,
  called: (action: string, kind: string) => string,
): (readonly [action: string, words: string])[] {
  // A kind that several calls propose does not tell them apart.
  const kindOf = ({ path, kind = '' }: Audited) => (audited.some((other) => other.kind === kind && other.path !== path) ? '' : kind)
  const named = [...audited, ...byItself.map((path): Audited => ({ path }))].map((one) => [one.path, called(one.path, kindOf(one))] as const)
  return named.toSorted(([, one], [, other]) => one.localeCompare(other, htmlLang(language)))
}
