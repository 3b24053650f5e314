import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

const source = readFileSync(join(import.meta.dirname, 'player/worker.js'), 'utf8')
const file = '/assets/base-1.js'
const built = 'what was built'
const wrong = 'what somebody else put there'

interface Event {
  waitUntil: (work: Promise<unknown>) => void
}

/** Installs the worker of a build with one file, with what an earlier version, the browser and the server have of it. */
async function install(has: { kept?: string; browser: string; server: string }) {
  const stores = new Map<string, Map<string, Response>>()
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return { put: async (key: string, answer: Response) => store.set(key, answer), match: async (key: string) => store.get(key)?.clone() }
  }
  if (has.kept) await (await open('etld-earlier')).put(file, new Response(has.kept))
  const handlers = new Map<string, (event: Event) => void>()
  const self = { addEventListener: (name: string, handler: (event: Event) => void) => handlers.set(name, handler), skipWaiting: () => undefined }
  const caches = {
    open,
    match: async (key: string) =>
      [...stores.values()]
        .map((store) => store.get(key))
        .find((answer) => answer)
        ?.clone(),
  }
  const fetched = async (_: string, options?: { cache: string }) => new Response(options?.cache ? has.server : has.browser)
  const digest = createHash('sha256').update(built).digest('base64')
  const filled = source.replace("'VERSION'", "'now'").replace("{ FILES: '' }", JSON.stringify({ [file]: digest }))
  runInNewContext(filled, { self, caches, fetch: fetched, crypto, btoa, setTimeout, URL, Uint8Array })
  const works: Promise<unknown>[] = []
  handlers.get('install')!({
    waitUntil: (work) => {
      works.push(work)
    },
  })
  await Promise.all(works)
  return (await (await open('etld-now')).match(file))?.text()
}

it.each([
  ['an earlier version kept it', { kept: built, browser: wrong, server: wrong }],
  ['an earlier version kept another one', { kept: wrong, browser: built, server: wrong }],
  ['the browser kept another one too', { kept: wrong, browser: wrong, server: built }],
  ['nobody kept it', { browser: built, server: built }],
])('keeps a file as it was built: %s', async (_, has) => {
  expect(await install(has)).toBe(built)
})

it('keeps nothing where a file is not what was built, and is tried again at the next start', async () => {
  await expect(install({ browser: wrong, server: wrong })).rejects.toThrow('/assets/base-1.js is not what was built')
})

interface Shown {
  title: string
  body?: string
  data: string
  close: () => void
}

/** A worker whose device is somebody's, with what it shows and opens. */
function listen(owner: string | null, windows: readonly { url: string; isLed: boolean }[] = []) {
  const handlers = new Map<string, (event: object) => void>()
  const shown: Shown[] = []
  const opened: string[] = []
  const self = {
    addEventListener: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
    navigator: { setAppBadge: async (count: number) => opened.push(`badge ${count}`) },
    clients: {
      matchAll: async () =>
        windows.map(({ url, isLed }) => ({
          url,
          navigate: async (to: string) => {
            if (!isLed) throw new TypeError('not controlled')
            opened.push(`${url} to ${to}`)
            return { focus: async () => opened.push('shown') }
          },
        })),
      openWindow: async (url: string) => opened.push(url),
    },
    registration: {
      getNotifications: async () => [...shown],
      showNotification: async (title: string, options: Omit<Shown, 'title' | 'close'>) => {
        // One tag is one notification.
        shown.splice(0)
        shown.push({ title, body: options.body, data: options.data, close: () => shown.splice(0) })
      },
    },
  }
  const caches = { open: async () => ({ match: async () => (owner === null ? undefined : new Response(owner)) }) }
  runInNewContext(source, { self, caches, URL })
  const fire = async (name: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve()
    handlers.get(name)!({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) })
    await work
  }
  return {
    shown,
    opened,
    push: (message: object) => fire('push', { data: { json: () => message } }),
    press: (link: string) => fire('notificationclick', { notification: { data: link, close: () => shown.splice(0) } }),
  }
}

const message = { to: 'ann', title: 'Top-up credited', body: '12 USDT', link: '/wallet', many: 'New notices: 2', inboxLink: '/mine?view=notices', unread: 2 }

it('shows a message to its owner, and the next one together with it', async () => {
  const worker = listen('ann')
  await worker.push(message)
  expect(worker.shown).toMatchObject([{ title: 'Top-up credited', body: '12 USDT', data: '/wallet' }])
  expect(worker.opened).toEqual(['badge 2'])
  await worker.push({ ...message, title: 'Paid out' })
  expect(worker.shown).toMatchObject([{ title: 'New notices: 2', data: '/mine?view=notices' }])
})

it.each(['bob', null])('shows nothing of a message where the device is %s’s by now', async (owner) => {
  const worker = listen(owner)
  await worker.push(message)
  expect(worker.shown).toMatchObject([{ title: 'ETLD', body: undefined, data: '/' }])
  expect(worker.opened).toEqual([])
})

it.each([
  ['/wallet', '/#/wallet'],
  ['https://evil.example', '/#/'],
  ['//evil.example', '/#/'],
])('a press on %s opens %s', async (link, url) => {
  const worker = listen('ann')
  await worker.press(link)
  expect(worker.opened).toEqual([url])
})

const [app, other] = ['https://etld.example/#/', 'https://etld.example/transparency/']

it.each([
  ['the window of the app, past a page to check with', [other, app], true, [`${app} to /#/wallet`, 'shown']],
  ['a window of its own beside a page to check with', [other], true, ['/#/wallet']],
  ['a window of its own where that of the app is not led by this worker', [app], false, ['/#/wallet']],
])('a press opens %s', async (_, urls, isLed, opened) => {
  const worker = listen(
    'ann',
    urls.map((url) => ({ url, isLed })),
  )
  await worker.press('/wallet')
  expect(worker.opened).toEqual(opened)
})
