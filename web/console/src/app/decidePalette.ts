/** What leads somewhere. */
export interface Place {
  name: string
  path: string
}

const shownMax = 9

/** A text as people look for it: in small letters, and with е for ё, which few write. */
const fold = (text: string) => text.toLocaleLowerCase().replaceAll('ё', 'е')

/** The places that are called so, those first whose name begins with it. */
export function placesFor(all: readonly Place[], typed: string): Place[] {
  const wanted = fold(typed.trim())
  const placed = all.map((place) => ({ place, at: fold(place.name).indexOf(wanted) })).filter(({ at }) => at >= 0)
  return [...placed.filter(({ at }) => at === 0), ...placed.filter(({ at }) => at > 0)].map(({ place }) => place).slice(0, shownMax)
}

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'altKey'>

/** Whether a press asks for the palette: Ctrl K or ⌘K, which keyboards of other scripts have in its place. */
export function asksForPalette({ key, code, metaKey, ctrlKey, altKey }: Press): boolean {
  const isK = /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK'
  return isK && (metaKey || ctrlKey) && !altKey
}
