// For tests only.

/** A storage with room for so many letters under a key. */
export function memoryStorage(texts: Readonly<Record<string, string>> = {}, room = Infinity): Storage {
  const kept = new Map(Object.entries(texts))
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => {
      if (text.length > room) throw new DOMException('no room', 'QuotaExceededError')
      kept.set(key, text)
    },
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}
