/** An answer with when it came, by this device's clock in milliseconds. */
export interface Dated {
  data?: unknown
  error: unknown
  dataUpdatedAt: number
}

/** When what is shown was answered, where it could not be asked for anew since; null where it is as it was asked for last. */
export function oldSince({ data, error, dataUpdatedAt }: Dated): number | null {
  return data !== undefined && error ? dataUpdatedAt : null
}
