/** A storage of the browser that has room for everything, at least as long as the page lasts. */
export interface PatientStorage extends Storage {
  /** Whether it lasts longer than the page. */
  setItem: (key: string, text: string) => boolean
}

/**
 * A storage of the browser that takes everything: what it has no room for, or all of it where the browser bars it, lasts as
 * long as the page. What was stored before under such a key stays for the next page.
 */
export function patient(storage: () => Storage): PatientStorage {
  const here = new Map<string, string>()
  const stored = <Answer>(ask: (storage: Storage) => Answer, otherwise: Answer): Answer => {
    try {
      return ask(storage())
    } catch {
      return otherwise
    }
  }
  const keys = () => [...new Set([...stored(keysOf, []), ...here.keys()])]
  return {
    get length() {
      return keys().length
    },
    key: (index) => keys()[index] ?? null,
    getItem: (key) => here.get(key) ?? stored((own) => own.getItem(key), null),
    setItem(key, text) {
      const isStored = stored((own) => (own.setItem(key, text), true), false)
      if (isStored) here.delete(key)
      else here.set(key, text)
      return isStored
    },
    removeItem(key) {
      here.delete(key)
      stored((own) => own.removeItem(key), undefined)
    },
    clear() {
      here.clear()
      stored((own) => own.clear(), undefined)
    },
  }
}

/** The keys of a storage. */
export function keysOf(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
}

/** What this device keeps, for every tab and the next visit. */
export const deviceStorage = patient(() => localStorage)

/** What this tab keeps until it is closed. */
export const tabStorage = patient(() => sessionStorage)
