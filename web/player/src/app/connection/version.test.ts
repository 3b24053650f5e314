import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { entryOf, isPartMissing, reloadIfOutdated } from './version'
import { memoryStorage } from '@kit/kept/memory'

const page = (entry: string) => `<html><script nomodule src="/outdated.js"></script><script type="module" crossorigin src="${entry}"></script></html>`
const reload = vi.fn()

function offer(answer: () => Promise<Response>): void {
  vi.stubGlobal('fetch', vi.fn(answer))
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => '/assets/index-one.js' }) })
  reload.mockClear()
})

afterEach(() => vi.unstubAllGlobals())

it('reads the script a page begins with', () => {
  expect(entryOf(page('/assets/index-one.js'))).toBe('/assets/index-one.js')
  expect(entryOf('<html></html>')).toBeNull()
})

it('reloads for another version, once', async () => {
  offer(async () => new Response(page('/assets/index-two.js')))
  expect(await reloadIfOutdated(100_000)).toBe(true)
  expect(await reloadIfOutdated(130_000)).toBe(false)
  expect(reload).toHaveBeenCalledTimes(1)
  expect(await reloadIfOutdated(170_000)).toBe(true)
})

it.each([
  ['the same version', async () => new Response(page('/assets/index-one.js'))],
  ['a page without a script', async () => new Response('busy')],
  ['an error', async () => new Response(page('/assets/index-two.js'), { status: 503 })],
  ['no line', (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))],
] satisfies [string, () => Promise<Response>][])('does not reload for %s', async (_, answer) => {
  offer(answer)
  expect(await reloadIfOutdated(100_000)).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})

it('knows a part that is gone from a fault of the screen', () => {
  const gone = [
    'Failed to fetch dynamically imported module: /assets/x.js',
    'error loading dynamically imported module',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/x.css',
  ]
  expect(gone.map((message) => isPartMissing(new TypeError(message)))).toEqual([true, true, true, true])
  expect([new TypeError('x is undefined'), 'text', null].map(isPartMissing)).toEqual([false, false, false])
})
