import type { Page } from './api'

const encoder = new TextEncoder()

/** A record's link: SHA-256 over the link before and the record's fields, each as its length in bytes, a colon, itself and a comma. */
export async function linkOf(before: string, record: Page['records'][number]): Promise<string> {
  const { seq, atMicros, staffId, address, ip, action, subject, outcome, reason, before: was, after } = record
  const text = [before, seq, atMicros, staffId, address, ip, action, subject, outcome, reason, was, after]
    .map((field) => `${encoder.encode(field).length}:${field},`)
    .join('')
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
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
      hash = await linkOf(hash, record)
      if (hash !== record.hash) return { isWhole: false, from, to: page.head.seq, broken: record.seq }
    }
    const last = Number(page.records.at(-1)?.seq ?? page.after.seq)
    if (!page.hasMore) return { isWhole: hash === page.head.hash, from, to: last, broken: null }
    page = await read(last)
  }
  return { isWhole: false, from, to: page.head.seq, broken: null }
}
