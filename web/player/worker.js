// The service worker: the app opens without a line, and its files are fetched once. The build fills in both constants.
// Calls of the API are none of its business: they are POST, and the page keeps their answers itself.
const version = 'VERSION'
const files = ['FILES']

const prefix = 'etld-'
const cacheName = prefix + version
/** Tabs of the version before this one still ask for its files. */
const cachesKept = 2
/** So long a page is waited for, before the kept one is shown. */
const pageWithinMs = 4_000
const page = '/'

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOld().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate' && url.pathname === page) event.respondWith(openPage(event.request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(readFile(request))
})

/** Takes every file, one after the other, so that the page's own calls go first. What an earlier version had is copied. */
async function fill() {
  const cache = await caches.open(cacheName)
  for (const file of files) {
    const known = await caches.match(file)
    const answer = known ?? (await fetch(file))
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
    await cache.put(file, answer)
  }
  const fresh = await fetch(page, { cache: 'no-store' })
  if (!fresh.ok) throw new Error(`the page: ${fresh.status}`)
  await cache.put(page, fresh)
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

/** A file's name says what is in it, so a kept one is always right. */
async function readFile(request) {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const copy = answer.clone()
    const cache = await caches.open(cacheName)
    await cache.put(request, copy)
  }
  return answer
}
