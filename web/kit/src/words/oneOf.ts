/** The one of a list that an address names; null where it names none that there is. */
export function oneOf<Known extends string>(list: readonly Known[], named: string | null | undefined): Known | null {
  return list.find((one) => one === named) ?? null
}
