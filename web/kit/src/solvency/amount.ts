const decimals = 8

/** A number of atoms as an amount. */
export function amountOf(atoms: bigint): string {
  const digits = String(atoms).padStart(decimals + 1, '0')
  const rest = digits.slice(-decimals).replace(/0+$/, '')
  return digits.slice(0, -decimals) + (rest === '' ? '' : `.${rest}`)
}

/** A snapshot's name as a day of the calendar. */
export function dayOf(snapshot: string): string {
  return snapshot.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
}
