const written = /^[0-9a-f]{64}$/

/**
 * Reads the receipt keys that the platform publishes: an answer of `/api/open/gameChain`, whole or its data alone, or
 * the keys beside each other. Null where the text is neither.
 */
export function readPublishedKeys(text: string): string[] | null {
  const keys = text.trimStart().startsWith('{')
    ? answered(text)
    : text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter((word) => word !== '')
  return keys.length > 0 && keys.every((key) => written.test(key)) ? keys : null
}

function answered(text: string): string[] {
  try {
    const { receiptKeys, data } = JSON.parse(text) as { receiptKeys?: unknown; data?: { receiptKeys?: unknown } | null }
    const list = receiptKeys ?? data?.receiptKeys
    return Array.isArray(list) ? list.map((one) => String((one as { key?: unknown } | null)?.key)) : []
  } catch {
    return []
  }
}
