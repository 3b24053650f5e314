import type { Language } from '@kit/i18n/language'

const fieldOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Object.entries(of).find(([key]) => key === name)?.[1] : undefined

/** What is sold was called so when its change was proposed: the entry has the payload with the names of then. Empty for anything else. */
export function calledThen(after: unknown, language: Language): string {
  const name = fieldOf(fieldOf(fieldOf(after, 'payload'), 'called'), language)
  return typeof name === 'string' ? name : ''
}
