import { afterEach, describe, expect, it, vi } from 'vitest'
import { requestOf } from '@kit/api/request'
import { fetchOrTake, sendAhead } from './ahead'

const asker = { token: 't', language: 'en' }
const fetched = vi.fn((url: string, request: RequestInit) => Promise.resolve(new Response(`${url} ${JSON.stringify(request.headers)}`)))
vi.stubGlobal('fetch', fetched)

afterEach(() => {
  vi.restoreAllMocks()
  fetched.mockClear()
})

describe('what is asked ahead', () => {
  it('is taken once by who asks for the same, and then asked anew', async () => {
    sendAhead(['/api/miner/detail', { id: 'machineSmall' }], asker)
    expect(fetched).toHaveBeenCalledTimes(1)
    const url = '/api/miner/detail?id=machineSmall'
    expect(await (await fetchOrTake(url, requestOf(asker))).text()).toContain(url)
    expect(fetched).toHaveBeenCalledTimes(1)
    await fetchOrTake(url, requestOf(asker))
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['another token', { ...asker, token: 'other' }],
    ['another language', { ...asker, language: 'ru' }],
  ])('is not given to %s', async (_, other) => {
    sendAhead(['/api/userAccount/balance', {}], asker)
    await fetchOrTake('/api/userAccount/balance', requestOf(other))
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('is not given when it is old', async () => {
    sendAhead(['/api/team/summary', {}], asker)
    await Promise.resolve()
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
    await fetchOrTake('/api/team/summary', requestOf(asker))
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('is waited for, and not asked twice, while a slow server has not answered', async () => {
    let answer: (late: Response) => void = () => {}
    fetched.mockImplementationOnce(() => new Promise((done) => (answer = done)))
    sendAhead(['/api/team/summary', {}], asker)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
    const taken = fetchOrTake('/api/team/summary', requestOf(asker))
    answer(new Response('late'))
    expect(await (await taken).text()).toBe('late')
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('is given up with the one who took it', async () => {
    const signals: AbortSignal[] = []
    fetched.mockImplementationOnce((_, { signal }) => {
      if (signal) signals.push(signal)
      return Promise.resolve(new Response())
    })
    sendAhead(['/api/main/home', {}], asker)
    const taker = new AbortController()
    await fetchOrTake('/api/main/home', { ...requestOf(asker), signal: taker.signal })
    taker.abort()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })
})
