/** Shows the first 6 and the last 6 characters with six asterisks between; up to 12 characters the first 2. */
export function maskId(id: string): string {
  return id.length >= 13 ? `${id.slice(0, 6)}******${id.slice(-6)}` : `${id.slice(0, 2)}******`
}

/** An address or id, masked. */
export function MaskedId({ id }: { id: string }) {
  return (
    <span className="fig whitespace-nowrap" translate="no">
      {maskId(id)}
    </span>
  )
}
