/** What a key is called: a letter of another script by the Latin one on the same key, as on a Cyrillic keyboard. */
export function nameOfKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const latin = /^Key([A-Z])$/.exec(code)?.[1]
  return latin !== undefined && /^\P{ASCII}$/u.test(key) ? latin.toLowerCase() : key
}
