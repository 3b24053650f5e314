import type { Anchor } from './document'

/** A node of the reader's own, asked as EIP-1193 describes it. */
export interface ChainReader {
  request(request: { method: string; params?: unknown }): Promise<unknown>
}

/** A block as the chain has it. */
interface Block {
  number: number
  hash: string
  time: number
  transactions: readonly unknown[]
}

export async function readBlock(reader: ChainReader, number: number, isWhole: boolean): Promise<Block> {
  const read = record(await reader.request({ method: 'eth_getBlockByNumber', params: [hexOf(number), isWhole] }))
  const found = { number: Number(read['number']), hash: String(read['hash']), time: Number(read['timestamp']) * 1000 }
  if (found.number !== number || !Number.isFinite(found.time)) throw new Error(`block ${number} cannot be read`)
  return { ...found, transactions: Array.isArray(read['transactions']) ? read['transactions'] : [] }
}

/** A transaction as its block has it, whoever sent it; null where it stands in no block. */
export async function readTransaction(reader: ChainReader, hash: string): Promise<Anchor | null> {
  const answer = await reader.request({ method: 'eth_getTransactionByHash', params: [hash] })
  if (answer === null) return null
  const read = record(answer)
  if (typeof read['blockNumber'] !== 'string' || !isSame(read['hash'], hash)) return null
  const block = await readBlock(reader, Number(read['blockNumber']), false)
  if (!isSame(read['blockHash'], block.hash)) throw new Error('the transaction stands in another block')
  return anchorIn(block, read)
}

/** The number of the newest block that the chain does not take back. */
export async function readFinal(reader: ChainReader): Promise<number> {
  const { number } = record(await reader.request({ method: 'eth_getBlockByNumber', params: ['finalized', false] }))
  const final = Number(number)
  if (typeof number !== 'string' || !Number.isSafeInteger(final)) throw new Error('the final block cannot be read')
  return final
}

export function anchorIn({ number, time }: Block, read: Record<string, unknown>): Anchor {
  return {
    address: String(read['from']),
    txHash: String(read['hash']),
    text: textOf(String(read['input'])),
    block: number,
    blockTime: new Date(time).toISOString(),
  }
}

/** What a transaction's data says; empty where it is no text, which every reader would write in another way. A zero byte is none either. */
function textOf(data: string): string {
  const bytes = (/^0x((?:[0-9a-f]{2})*)$/i.exec(data)?.[1] ?? '').match(/../g) ?? []
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)))
    return text.includes('\0') ? '' : text
  } catch {
    return ''
  }
}

export function hexOf(number: number): string {
  return `0x${number.toString(16)}`
}

export function isSame(one: unknown, other: string): boolean {
  return typeof one === 'string' && one.toLowerCase() === other.toLowerCase()
}

export function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error('the chain cannot be read')
  return value as Record<string, unknown>
}
