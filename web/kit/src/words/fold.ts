/** A text as people look for it: in small letters, and with е for ё, which few write. */
export function fold(text: string): string {
  return text.toLocaleLowerCase().replaceAll('ё', 'е')
}
