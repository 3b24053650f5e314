import { expect, it, vi } from 'vitest'
import { sessionKey, type KeptSession } from './kept'

const kept = vi.hoisted(() => {
  const held = new Map<string, string>()
  vi.stubGlobal('localStorage', { getItem: (key: string) => held.get(key) ?? null, setItem: (key: string, value: string) => void held.set(key, value) })
  vi.stubGlobal('window', new EventTarget())
  return held
})
const { whenOtherTab } = await import('./store')

const session = { address: '0xa', walletId: 'w', token: 'other', userInfo: { id: 'U2' } }

it('a page that comes back out of the browser’s memory hears what happened to the session meanwhile', () => {
  const heard: (KeptSession | null)[] = []
  const stop = whenOtherTab((now) => heard.push(now))
  const comeBack = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  comeBack(false)
  comeBack(true)
  kept.set(sessionKey, JSON.stringify(session))
  comeBack(true)
  window.dispatchEvent(Object.assign(new Event('storage'), { key: sessionKey, newValue: null }))
  stop()
  comeBack(true)
  expect(heard).toEqual([null, session, null])
})
