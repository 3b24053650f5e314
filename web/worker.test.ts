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
