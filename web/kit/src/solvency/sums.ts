/** Atoms of USDT, ETLD and ETH, in this order. */
export type Sums = readonly [bigint, bigint, bigint]

const bound = 2n ** 95n
const sumSize = 12

/** 32 bytes as lower-case hexadecimal. */
export const hashText = /^[0-9a-f]{64}$/

/** Whether a text is a whole number as it is written: without sign or leading zeros. */
export function isDigits(text: unknown): text is string {
  return typeof text === 'string' && /^(0|[1-9]\d*)$/.test(text)
}

/** Reads a number of atoms from 0 to 2^95 - 1; null says that it is none. */
export function sumOf(text: unknown): bigint | null {
  if (!isDigits(text) || text.length > 29) return null
  const sum = BigInt(text)
  return sum < bound ? sum : null
}

export function isSum(sum: bigint | null | undefined): sum is bigint {
  return typeof sum === 'bigint'
}

/** Adds asset by asset; null says that a sum leaves its range. */
export function plus(one: Sums, other: Sums): Sums | null {
  const sums: Sums = [one[0] + other[0], one[1] + other[1], one[2] + other[2]]
  return sums.every((sum) => sum < bound) ? sums : null
}

export function isEqual(one: Sums, other: Sums): boolean {
  return one.every((sum, i) => sum === other[i])
}

/** The sums as a node's hash takes them: twelve bytes each, the highest first. */
export function bytesOf(sums: Sums): Uint8Array {
  const bytes = new Uint8Array(sumSize * sums.length)
  sums.forEach((sum, i) => {
    for (let at = sumSize - 1, rest = sum; at >= 0; at--, rest >>= 8n) bytes[i * sumSize + at] = Number(rest & 0xffn)
  })
  return bytes
}
