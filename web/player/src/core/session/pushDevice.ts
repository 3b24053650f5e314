import { deviceStorage } from '@kit/kept/storage'
import { call } from './api'
import { useSession } from './store'

/** What this browser can do about messages while the app is closed. */
export type PushReach = 'unsupported' | 'refused' | 'off' | 'on'

/** The service worker looks here for whom messages may be shown. */
const ownerCache = 'push-owner'
const ownerKey = '/owner'
const keptKey = (userId: string) => `etld.push.${userId}`

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Whether this browser tells a person now. */
export async function reachOf(userId: string): Promise<PushReach> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'refused'
  return deviceStorage.getItem(keptKey(userId)) === 'on' && Notification.permission === 'granted' && (await subscription().catch(() => null)) ? 'on' : 'off'
}

/** Asks the person, and then has this browser be told. It is called by a press only. */
export async function turnOn(userId: string, publicKey: string): Promise<PushReach> {
  if ((await Notification.requestPermission()) !== 'granted') return reachOf(userId)
  await subscribe(userId, publicKey)
  return reachOf(userId)
}

/** Ends it, here and at the server. */
export async function turnOff(userId: string): Promise<PushReach> {
  deviceStorage.removeItem(keptKey(userId))
  await forgetDevice()
  await call('/api/push/unsubscribe', {})
  return reachOf(userId)
}

/**
 * At each sign-in: who wanted to be told here is told on, by this session and with the present key. A browser that told
 * somebody else tells that person nothing more.
 */
export async function resume(userId: string): Promise<void> {
  if (!isSupported()) return
  if (deviceStorage.getItem(keptKey(userId)) !== 'on') return forgetDevice()
  const { publicKey } = await call('/api/push/settings', {}, { hideToast: true })
  // Without its session there is nobody to tell.
  if (publicKey !== '' && useSession.getState().userId === userId) await subscribe(userId, publicKey)
}

/** Takes back what this browser gave its push service, and what is shown: it is nobody's from here on. */
export async function forgetDevice(): Promise<void> {
  if (!isSupported()) return
  await caches.delete(ownerCache)
  const registration = await navigator.serviceWorker.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  await (await subscription())?.unsubscribe()
  await showCount(0)
}

/** The figure on the app's icon, where there is one. */
export async function showCount(unread: number): Promise<void> {
  if ('setAppBadge' in navigator) await navigator.setAppBadge(unread)
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function subscribe(userId: string, publicKey: string): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready
  const earlier = await pushManager.getSubscription()
  // A subscription of a former key cannot be made anew with another one.
  if (earlier && textOf(earlier.options.applicationServerKey) !== publicKey) await earlier.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  await call('/api/push/subscribe', { endpoint: made.endpoint, p256dh: textOf(made.getKey('p256dh')), auth: textOf(made.getKey('auth')), publicKey })
  await (await caches.open(ownerCache)).put(ownerKey, new Response(userId))
  deviceStorage.setItem(keptKey(userId), 'on')
}

/** Bytes in base64url, as the calls take them. */
function textOf(bytes: ArrayBuffer | null): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
