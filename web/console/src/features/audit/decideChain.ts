import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import type { Page } from './api'

/** A record's link: SHA-256 over the link before and the record's fields, each as its length in bytes, a colon, itself and a comma. */
export function linkOf(before: string, record: Page['records'][number]): string {
  const { seq, atMicros, staffId, address, ip, action, subject, outcome, reason, before: was, after } = record
  const text = [before, seq, atMicros, staffId, address, ip, action, subject, outcome, reason, was, after]
    .map((field) => `${utf8ToBytes(field).length}:${field},`)
    .join('')
  return bytesToHex(sha256(utf8ToBytes(text)))
}

export interface Chain {
  /** Whether every link is the one that this browser computes, up to the newest record. */
  isWhole: boolean
  /** Where it began: the record that the last published line names, or 0. */
  from: number
  to: number
  /** The first record whose link is another one; null where there is none. */
  broken: string | null
}

/** Recomputes the log from the last published head to the newest record, page by page. */
export async function walk(read: (after: number) => Promise<Page>, pagesMax: number): Promise<Chain> {
  let page = await read(0)
  const from = page.after.seq
  let hash = page.published.seq === 0 ? page.after.hash : page.published.hash
  for (let pages = 0; pages < pagesMax; pages += 1) {
    for (const record of page.records) {
      hash = linkOf(hash, record)
      if (hash !== record.hash) return { isWhole: false, from, to: page.head.seq, broken: record.seq }
    }
    const last = Number(page.records.at(-1)?.seq ?? page.after.seq)
    if (!page.hasMore) return { isWhole: hash === page.head.hash, from, to: last, broken: null }
    page = await read(last)
  }
  return { isWhole: false, from, to: page.head.seq, broken: null }
}
