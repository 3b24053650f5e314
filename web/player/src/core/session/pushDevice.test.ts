import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryStorage } from '@kit/kept/memory'
import { forgetDevice, reachOf, resume, turnOff } from './pushDevice'
import { useSession } from './store'

/** What a browser gave its push service. */
interface Given {
  key: string
  endpoint: string
}

/** A browser that two people share, its push service, and the server it tells. */
function share(permission: NotificationPermission = 'granted') {
  const caught = new Map<string, string>()
  const asked: string[] = []
  const state = { given: null as Given | null, publicKey: 'AAAA', shown: 1, count: 3, made: 0 }
  const bytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer
  const subscriptionOf = ({ key, endpoint }: Given) => ({
    endpoint,
    options: { applicationServerKey: bytes(key) },
    getKey: () => bytes('AQID'),
    unsubscribe: async () => {
      state.given = null
      return true
    },
  })
  const pushManager = {
    getSubscription: async () => state.given && subscriptionOf(state.given),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (state.given) throw new Error('a subscription with another key is there')
      state.made += 1
      state.given = { key: applicationServerKey, endpoint: `https://push.test/${state.made}` }
      return subscriptionOf(state.given)
    },
  }
  const registration = { pushManager, getNotifications: async () => [{ close: () => (state.shown = 0) }] }
  vi.stubGlobal('window', { PushManager: class {}, Notification: class {} })
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission })
  vi.stubGlobal('navigator', {
    serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration },
    setAppBadge: async (count: number) => (state.count = count),
  })
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('caches', {
    open: async () => ({ put: async (key: string, answer: Response) => caught.set(key, await answer.text()) }),
    delete: async () => caught.clear(),
  })
  vi.stubGlobal('fetch', async (address: string, init?: { body?: unknown }) => {
    const path = new URL(address, 'https://etld.test').pathname
    if (path !== '/api/push/settings') asked.push(path)
    if (path === '/api/push/subscribe') expect(`${address} ${String(init?.body)}`).toContain(encodeURIComponent(state.given!.endpoint))
    return new Response(JSON.stringify({ code: 200, message: '', data: { publicKey: state.publicKey, discreet: true, quietFrom: '', quietTo: '', zone: '' } }))
  })
  return { state, asked, owner: () => caught.get('/owner') }
}

const signIn = (userId: string | null) => useSession.setState({ userId })

beforeEach(() => signIn('ann'))
afterEach(() => {
  signIn(null)
  vi.unstubAllGlobals()
})

/** Somebody who wanted to be told on this browser. */
async function told(userId: string) {
  localStorage.setItem(`etld.push.${userId}`, 'on')
  await resume(userId)
  expect(await reachOf(userId)).toBe('on')
}

describe('a device that tells of notices', () => {
  it('says that it may not any more where its person took the permission back', async () => {
    share('denied')
    localStorage.setItem('etld.push.ann', 'on')
    expect(await reachOf('ann')).toBe('refused')
  })

  it('is off once its subscription ended, and is subscribed anew at the next start', async () => {
    const { state, asked, owner } = share()
    await told('ann')
    state.given = null
    expect(await reachOf('ann')).toBe('off')
    await resume('ann')
    expect([await reachOf('ann'), state.given, owner()]).toEqual(['on', { key: 'AAAA', endpoint: 'https://push.test/2' }, 'ann'])
    expect(asked).toEqual(['/api/push/subscribe', '/api/push/subscribe'])
  })

  it('leaves the former key for the present one', async () => {
    const { state } = share()
    await told('ann')
    state.publicKey = 'BBBB'
    await resume('ann')
    expect(state.given).toEqual({ key: 'BBBB', endpoint: 'https://push.test/2' })
  })

  it('tells nobody of another: who signs in next finds nothing of it, and is not told unasked', async () => {
    const { state, asked, owner } = share()
    await told('ann')
    signIn('bob')
    await resume('bob')
    expect([state.given, state.shown, state.count, owner()]).toEqual([null, 0, 0, undefined])
    expect(await reachOf('bob')).toBe('off')
    expect(asked).toEqual(['/api/push/subscribe'])
    // Whose wish it was is told again once signed in.
    signIn('ann')
    await resume('ann')
    expect([await reachOf('ann'), owner()]).toEqual(['on', 'ann'])
  })

  it('is nobody’s after a sign-out, also where that comes while the key is asked for', async () => {
    const { state, owner } = share()
    await told('ann')
    await forgetDevice()
    signIn(null)
    await resume('ann')
    expect([state.given, owner()]).toEqual([null, undefined])
  })

  it('is ended here and at the server, and not taken up at the next sign-in', async () => {
    const { state, asked } = share()
    await told('ann')
    expect(await turnOff('ann')).toBe('off')
    await resume('ann')
    expect([state.given, asked]).toEqual([null, ['/api/push/subscribe', '/api/push/unsubscribe']])
  })
})
