/** The text in what a wallet is asked to sign, which travels as hexadecimal UTF-8. */
export function personalMessage(hex: string): string {
  const bytes = hex.slice(2).match(/../g) ?? []
  return new TextDecoder().decode(Uint8Array.from(bytes, (pair) => Number.parseInt(pair, 16)))
}
