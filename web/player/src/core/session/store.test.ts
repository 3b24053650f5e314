import { expect, it, vi } from 'vitest'
import { memoryStorage } from '@kit/kept/memory'
import { sessionKey, type KeptSession } from './kept'

vi.stubGlobal('localStorage', memoryStorage())
vi.stubGlobal('window', new EventTarget())
const { whenOtherTab } = await import('./store')

const session = { address: '0xa', walletId: 'w', token: 'other', userInfo: { id: 'U2' } }

it('a page that comes back out of the browser’s memory hears what happened to the session meanwhile', () => {
  const heard: (KeptSession | null)[] = []
  const stop = whenOtherTab((now) => heard.push(now))
  const comeBack = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  comeBack(false)
  comeBack(true)
  localStorage.setItem(sessionKey, JSON.stringify(session))
  comeBack(true)
  window.dispatchEvent(Object.assign(new Event('storage'), { key: sessionKey, newValue: null }))
  stop()
  comeBack(true)
  expect(heard).toEqual([null, session, null])
})
