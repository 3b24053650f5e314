import { useSyncExternalStore } from 'react'
import type { Me } from '../contract/contract'

/**
 * Who works here. A session that ended while somebody worked is `lost`: the screen stays as it is, with what was typed,
 * and a sign-in stands over it.
 */
export type Session = { is: 'starting' } | { is: 'out' } | { is: 'in'; me: Me } | { is: 'lost'; me: Me }

let session: Session = { is: 'starting' }
const listeners = new Set<() => void>()

export function currentSession(): Session {
  return session
}

export function setSession(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

/** The server no longer knows the session. */
export function loseSession(): void {
  if (session.is === 'in') setSession({ is: 'lost', me: session.me })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession)
}

/** Who is signed in; only for what is shown to somebody who is. */
export function useMe(): Me {
  const current = useSession()
  if (current.is !== 'in' && current.is !== 'lost') throw new Error('nobody is signed in')
  return current.me
}
