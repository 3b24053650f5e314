const written = /^[0-9a-f]{64}$/

/** What a reader kept of the platform's word about itself. */
interface Published {
  /** The keys of receipts, today's and earlier ones. */
  receiptKeys: string[]
  /** Who sends anchors, each from a time on. */
  anchors: { address: string; since: string }[]
}

/**
 * Reads what the platform publishes about itself: an answer of `/api/open/gameChain`, whole or its data alone, or the
 * keys of receipts beside each other. Null where the text is neither.
 */
export function readPublished(text: string): Published | null {
  const found = text.trimStart().startsWith('{') ? answered(text) : { receiptKeys: wordsOf(text), anchors: [] }
  const isWhole = found.receiptKeys.length > 0 && found.receiptKeys.every((key) => written.test(key))
  return isWhole ? found : null
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '')
}

function answered(text: string): Published {
  try {
    const { data, ...bare } = JSON.parse(text) as Record<string, unknown>
    const { receiptKeys, anchorAddresses } = { ...bare, ...(data as Record<string, unknown> | null) }
    return {
      receiptKeys: listOf(receiptKeys).map(({ key }) => String(key)),
      anchors: listOf(anchorAddresses).map(({ address, since }) => ({ address: String(address), since: String(since) })),
    }
  } catch {
    return { receiptKeys: [], anchors: [] }
  }
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map((one) => (one ?? {}) as Record<string, unknown>) : []
}

/** Who sends the anchor of a round that is locked at a moment; undefined where nobody is named for it. */
export function senderAt(anchors: readonly { address: string; since: string }[], lockAtMs: number): string | undefined {
  const before = anchors.filter(({ since }) => Date.parse(since) <= lockAtMs)
  return before.toSorted((left, right) => Date.parse(left.since) - Date.parse(right.since)).at(-1)?.address
}
