import { describe, expect, it, vi } from 'vitest'
import { createClient, isCommand, type ClientSurroundings } from './client'
import { queryOf } from './request'
import { ApiError, TransportError } from './faults'

type Answer = (url: string, init: RequestInit) => Promise<Response>

function world(answer: Answer, change: Partial<ClientSurroundings> = {}) {
  const fetched = vi.fn(answer)
  const seen = { toasts: [] as string[], lost: [] as string[], lines: [] as string[] }
  const call = createClient({
    host: () => 'https://api.test',
    token: () => 'token-1',
    person: () => 'U1',
    language: () => 'en',
    toastError: (message) => seen.toasts.push(message),
    systemError: () => '系统错误',
    sessionLost: (token) => seen.lost.push(token),
    log: (line) => seen.lines.push(line),
    fetch: fetched as unknown as typeof fetch,
    ...change,
  })
  return { call, seen, fetched }
}

const answerWith =
  (body: unknown, status = 200): Answer =>
  async () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })

describe('a call', () => {
  it('is a POST with its payload in the query, the token, the language and a JSON content type', async () => {
    const { call, fetched } = world(answerWith({ code: 200, data: { list: [] } }))
    await call('/api/miner/all', { machineSize: 'small', size: 20, cursor: undefined })
    const [url, init] = fetched.mock.calls[0] ?? []
    expect(url).toBe('https://api.test/api/miner/all?machineSize=small&size=20')
    expect(init?.method).toBe('POST')
    expect(init?.body).toBeUndefined()
    expect(init?.headers).toEqual({ 'Content-Type': 'application/json', lan: 'en_US', token: 'token-1' })
  })

  it('sends no token when there is none, and zh_cn for a language it does not know', async () => {
    const { call, fetched } = world(answerWith({ code: 200 }), { token: () => null, language: () => 'de' })
    await call('/api/open/app')
    expect(fetched.mock.calls[0]?.[1].headers).toEqual({ 'Content-Type': 'application/json', lan: 'zh_cn' })
  })

  it("gives the body's data when status and code are both 200", async () => {
    const { call, seen } = world(answerWith({ code: 200, message: 'ok', data: 3510.5 }))
    expect(await call('/api/main/getETHPrice')).toBe(3510.5)
    expect(seen).toEqual({ toasts: [], lost: [], lines: [] })
  })
})

describe('a refusal', () => {
  it("toasts the body's message and rejects with code, message and data", async () => {
    const { call, seen } = world(answerWith({ code: 1404, message: 'Amount must be between 1 and 5', data: { min: '1', max: '5' } }))
    const fault = await call('/api/main/home').catch((caught: unknown) => caught)
    expect(fault).toBeInstanceOf(ApiError)
    expect(fault).toMatchObject({ code: 1404, message: 'Amount must be between 1 and 5', data: { min: '1', max: '5' } })
    expect(seen.toasts).toEqual(['Amount must be between 1 and 5'])
    expect(seen.lines).toEqual([])
  })

  it.each([undefined, null, '', '  ', 7])('toasts the system error where the message is %j', async (message) => {
    const { call, seen } = world(answerWith({ code: 1008, message }))
    await expect(call('/api/main/home')).rejects.toThrow('系统错误')
    expect(seen.toasts).toEqual(['系统错误'])
  })

  it('raises no toast when the call hides it, and is rejected all the same', async () => {
    const { call, seen } = world(answerWith({ code: 1005, message: 'Not found' }))
    await expect(call('/api/main/home', {}, { hideToast: true })).rejects.toBeInstanceOf(ApiError)
    expect(seen.toasts).toEqual([])
  })

  it.each([
    ['the same person', 'U1', ['no']],
    ['another person', 'U2', []],
    ['nobody', null, []],
  ])('that comes when %s is signed in', async (_, then, toasts) => {
    let person: string | null = 'U1'
    const { call, seen } = world(
      async () => {
        person = then
        return new Response(JSON.stringify({ code: 1201, message: 'no' }))
      },
      { person: () => person },
    )
    await expect(call('/api/main/home')).rejects.toMatchObject({ code: 1201 })
    expect(seen.toasts).toEqual(toasts)
  })

  it('of a sign-in is told, also where its person is known by then', async () => {
    let person: string | null = null
    const { call, seen } = world(
      async () => {
        person = 'U1'
        return new Response(JSON.stringify({ code: 1103, message: 'used' }))
      },
      { person: () => person },
    )
    await expect(call('/api/user/logining')).rejects.toMatchObject({ code: 1103 })
    expect(seen.toasts).toEqual(['used'])
  })

  it('of 1001 ends the session of the token that was sent', async () => {
    const { call, seen } = world(answerWith({ code: 1001, message: 'Please sign in again' }))
    await expect(call('/api/main/home')).rejects.toMatchObject({ code: 1001 })
    expect(seen.lost).toEqual(['token-1'])
  })

  it('of 1001 without a token, or for a token already given up, ends nothing', async () => {
    const without = world(answerWith({ code: 1001 }), { token: () => null })
    await without.call('/api/main/home').catch(() => undefined)
    const old = world(answerWith({ code: 1001 }))
    await old.call('/api/user/logout', {}, { token: 'old' }).catch(() => undefined)
    expect([...without.seen.lost, ...old.seen.lost]).toEqual([])
  })
})

describe('a transport fault', () => {
  it.each([
    ['another status', answerWith({ code: 200, data: 1 }, 500), 'status'],
    ['a body that is no JSON', answerWith('<html>'), 'unreadable'],
    ['a body without a code', answerWith({ data: 1 }), 'unreadable'],
    ['no answer', async () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable'],
  ] as [string, Answer, string][])('%s: console only, no toast', async (_, answer, reason) => {
    const { call, seen } = world(answer)
    const fault = await call('/api/main/home').catch((caught: unknown) => caught)
    expect(fault).toBeInstanceOf(TransportError)
    expect(fault).toMatchObject({ reason })
    expect(seen.toasts).toEqual([])
    expect(seen.lines).toEqual(['call failed: /api/main/home'])
  })

  const untilAborted: Answer = (_, init) =>
    new Promise((_resolve, reject) => {
      const stop = () => reject(new DOMException('aborted', 'AbortError'))
      init.signal?.addEventListener('abort', stop)
    })

  it('of time is logged separately', async () => {
    const { call, seen } = world(untilAborted, { timeoutMs: 5 })
    await expect(call('/api/main/home')).rejects.toMatchObject({ reason: 'timeout' })
    expect(seen.lines).toEqual(['call timed out: /api/main/home'])
    expect(seen.toasts).toEqual([])
  })

  it('is not what a screen that was left causes', async () => {
    const { call, seen } = world(untilAborted)
    const leaving = new AbortController()
    const pending = call('/api/main/home', {}, { signal: leaving.signal })
    leaving.abort()
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
    expect(seen.lines).toEqual([])
  })
})

describe('queryOf', () => {
  it('writes UTF-8 and leaves out what is not there', () => {
    expect(queryOf({ nickName: '小明 & co', image: undefined, cursor: null, startNow: false, size: 0 })).toBe(
      '?nickName=%E5%B0%8F%E6%98%8E+%26+co&startNow=false&size=0',
    )
    expect(queryOf({})).toBe('')
  })
})

it('a command is what names its request', () => {
  expect(isCommand({ requestId: 'a', quantity: 1 })).toBe(true)
  expect(isCommand({ quantity: 1 })).toBe(false)
  expect(isCommand(undefined)).toBe(false)
})
