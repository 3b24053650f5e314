// The service worker: the app opens without a line, and its files are fetched once. The build fills in both constants: each
// file has its SHA-256, so that what was once answered wrongly is kept by no later version.
// Calls of the API are none of its business: they are POST, and the page keeps their answers itself.
const version = 'VERSION'
const files = { FILES: '' }

const prefix = 'etld-'
const cacheName = prefix + version
/** Tabs of the version before this one still ask for its files. */
const cachesKept = 2
/** So long a page is waited for, before the kept one is shown. */
const pageWithinMs = 4_000
const page = '/'
/** Where a phone hands on what was shared with the installed app: the manifests name it. */
const sharedPath = '/shared'
/** For whom messages may be shown: the app notes it with the subscription and takes it back with the session. */
const ownerCache = 'push-owner'
const ownerKey = '/owner'
/** One notification stands for all that is new: a later message replaces it. */
const tag = 'news'

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()))
})

self.addEventListener('push', (event) => {
  event.waitUntil(tell(event.data))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openScreen(event.notification.data))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOld().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate' && url.pathname === sharedPath) event.respondWith(openShared(url.searchParams))
  else if (request.mode === 'navigate' && url.pathname === page) event.respondWith(openPage(event.request))
  else if (url.pathname.startsWith('/assets/') || url.pathname in files) event.respondWith(readFile(request))
})

/** Opens the app; a shared invitation is that of whoever shared it. */
function openShared(shared) {
  const [, code] = /[?&]pusername=([\w-]{1,64})/.exec(['url', 'text', 'title'].map((name) => shared.get(name) ?? '').join(' ')) ?? []
  return Response.redirect(new URL(code ? `${page}#/?pusername=${code}` : page, self.location.origin).href)
}

/** Takes every file, one after the other, so that the page's own calls go first. What an earlier version had is copied. */
async function fill() {
  const cache = await caches.open(cacheName)
  for (const file of Object.keys(files)) await cache.put(file, await take(file))
  const fresh = await fetch(page, { cache: 'no-store' })
  if (!fresh.ok) throw new Error(`the page: ${fresh.status}`)
  await cache.put(page, fresh)
}

/** A file as the build made it: kept by the worker, kept by the browser, or as the server has it now. */
async function take(file) {
  for (const ask of [() => caches.match(file), () => fetch(file), () => fetch(file, { cache: 'reload' })]) {
    const answer = await ask()
    if (answer?.ok && (await digestOf(answer.clone())) === files[file]) return answer
  }
  throw new Error(`${file} is not what was built`)
}

async function digestOf(answer) {
  const digest = await crypto.subtle.digest('SHA-256', await answer.arrayBuffer())
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}

/** Caches are listed as they were made: this version's is the last. */
async function forgetOld() {
  const own = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(own.slice(0, Math.max(0, own.length - cachesKept + 1)).map((name) => caches.delete(name)))
}

/** The page as the server has it now; the kept one where no line or a silent server leaves no other. */
async function openPage(request) {
  const kept = caches.open(cacheName).then((cache) => cache.match(page))
  const fresh = fetch(request)
  const good = fresh.then((answer) => (answer.status < 500 ? answer : undefined)).catch(() => undefined)
  const late = new Promise((resolve) => setTimeout(resolve, pageWithinMs))
  return (await Promise.race([good, late])) ?? (await kept) ?? fresh
}

/** This version's file is looked at first; what an earlier one kept is for its tabs. */
async function readFile(request) {
  const own = await caches.open(cacheName)
  return (await own.match(request, { ignoreVary: true })) ?? (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** Shows a message. One for somebody who is not the device's owner any more says only that there is something. */
async function tell(data) {
  const message = data?.json() ?? {}
  const owner = await (await caches.open(ownerCache)).match(ownerKey)
  if (!owner || (await owner.text()) !== message.to) {
    await self.registration.showNotification('ETLD', { tag, icon: '/icon-192.png', data: page })
    return
  }
  const isMore = (await self.registration.getNotifications({ tag })).length > 0
  await self.registration.showNotification(isMore ? message.many : message.title, {
    body: message.body,
    tag,
    renotify: true,
    icon: '/icon-192.png',
    data: isMore ? message.inboxLink : message.link,
  })
  await self.navigator.setAppBadge?.(message.unread)
}

/**
 * Opens a screen of the app, in the window that shows it if there is one: the pages to check with are left alone. A window
 * that this worker does not serve yet cannot be led anywhere. It is led before it is shown: a press allows one window to be
 * shown or opened.
 */
async function openScreen(link) {
  const url = `/#${/^\/(?!\/)/.test(link) ? link : page}`
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find((one) => new URL(one.url).pathname === page)
  const shown = await open?.navigate(url).catch(() => null)
  return shown ? shown.focus() : self.clients.openWindow(url)
}
