/** A proposal as the second device is told of it. */
export interface Look {
  host: string
  id: string
  kind: string
  subject: string
  /** The text whose hash is signed. */
  payload: string
}

/** Where a proposal is looked at: the server's address and the proposal's id. */
interface LookPlace {
  origin: string
  id: string
}

/** What came of a look. */
export type Found = { look: Look } | { lack: 'unreadable' | 'gone' | 'often' | 'unreachable' }

const idForm = /^[0-9A-Z]{24}$/
const kept = ['host', 'id', 'kind', 'subject', 'payload'] as const

/** The place that a text names: the address out of the picture, or an id of the server that the page came from. */
export function lookPlaceOf(given: string, here: string): LookPlace | null {
  const text = given.trim()
  const own = here.startsWith('http') ? new URL(here).origin : ''
  if (idForm.test(text)) return own === '' ? null : { origin: own, id: text }
  const [address = '', id = ''] = text.split('#')
  const origin = /^https?:\/\//.test(address) && URL.canParse(address) ? new URL(address).origin : ''
  return origin !== '' && idForm.test(id) ? { origin, id } : null
}

/** Asks the server for a proposal. What it answers is judged here: nothing of it is believed but the payload and what it is about. */
export async function lookAt(place: LookPlace | null): Promise<Found> {
  if (place === null) return { lack: 'unreadable' }
  try {
    const answer = await fetch(`${place.origin}/operator/look/${place.id}`, { cache: 'no-store', credentials: 'omit' })
    if (answer.status === 404) return { lack: 'gone' }
    if (answer.status === 429) return { lack: 'often' }
    const look: unknown = await answer.json()
    return answer.ok && isLook(look) && look.id === place.id ? { look } : { lack: 'unreachable' }
  } catch {
    return { lack: 'unreachable' }
  }
}

function isLook(answer: unknown): answer is Look {
  return typeof answer === 'object' && answer !== null && kept.every((name) => typeof (answer as Record<string, unknown>)[name] === 'string')
}
