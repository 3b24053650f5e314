import { afterEach, expect, it, vi } from 'vitest'
import { lookAt, lookPlaceOf } from './look'

const id = '01M7VHRZAPV143QTVXGR6RYJ'
const page = `https://desk.example/operator/verify.html`
const look = { host: 'app.example', id, kind: 'bid_cancel', subject: 'b', payload: '{"bidNo":"b"}' }

afterEach(() => vi.unstubAllGlobals())

it('finds the server and the proposal in an address, or an id on the page of a server', () => {
  const place = { origin: 'https://desk.example', id }
  expect(lookPlaceOf(`${page}#${id}`, 'file:///verify.html')).toEqual(place)
  expect(lookPlaceOf(` ${id} `, page)).toEqual(place)
  for (const [given, here] of [
    [id, 'file:///verify.html'],
    [page, page],
    [`javascript:alert(1)#${id}`, page],
    [`${page}#${id}x`, page],
    ['', page],
  ] as const)
    expect(lookPlaceOf(given, here)).toBeNull()
})

it('takes an answer about that proposal alone, and says why there is none', async () => {
  const place = { origin: 'https://desk.example', id }
  const answers = async (status: number, body: unknown) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status })))
    return lookAt(place)
  }
  expect(await answers(200, look)).toEqual({ look })
  expect(await answers(200, { ...look, id: 'another' })).toEqual({ lack: 'unreachable' })
  expect(await answers(200, { ...look, payload: {} })).toEqual({ lack: 'unreachable' })
  expect(await answers(404, 'gone')).toEqual({ lack: 'gone' })
  expect(await answers(429, 'often')).toEqual({ lack: 'often' })
  expect(await answers(503, look)).toEqual({ lack: 'unreachable' })
  expect(await lookAt(null)).toEqual({ lack: 'unreadable' })
})
