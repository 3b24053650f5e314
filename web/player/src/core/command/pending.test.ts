import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, TransportError } from '@kit/api/faults'
import { memoryStorage } from '@kit/kept/memory'
import { createPendingCommands, EarlierCommandError, freshRequestId, isUnanswered, NotSentError, type PendingCommands } from './pending'

const path = '/api/miner/cancel'
const minute = 60_000
const lineBroken = new TransportError(path, 'unreachable')
const refusal = (code: number) => new ApiError(path, code, 'no', null)
const answer = { ok: true }

let kept: Storage
let nowMs: number
let isOffline: boolean
let user: string | null
let count: number
const call = vi.fn()

/** What a page knows of the pending commands after it was loaded. */
function page(): PendingCommands {
  return createPendingCommands({
    storage: kept,
    userId: () => user,
    now: () => nowMs,
    isOffline: () => isOffline,
    fresh: () => `request-${(count += 1)}`,
    call,
  })
}

/** PendingCommands the button of a page, as often as nothing else stands in the way. */
async function press(pending: PendingCommands, minerNo = 'M1'): Promise<unknown> {
  const taken = pending.begin(path, { minerNo })
  if (taken === 'another') return 'another'
  return pending.send(taken).catch((fault: unknown) => fault)
}

const sentIds = () => call.mock.calls.map(([, params]) => (params as { requestId: string }).requestId)

beforeEach(() => {
  kept = memoryStorage()
  nowMs = 1_000_000
  isOffline = false
  user = 'U1'
  count = 0
  call.mockReset().mockResolvedValue(answer)
})

describe('a pending command', () => {
  it('gets a new id after each answer, good or bad, and nothing of it stays behind', async () => {
    const pending = page()
    expect(await press(pending)).toBe(answer)
    call.mockRejectedValueOnce(refusal(1506))
    expect(await press(pending)).toMatchObject({ code: 1506 })
    await press(pending)
    expect(sentIds()).toEqual(['request-1', 'request-2', 'request-3'])
    expect(kept.length).toBe(0)
  })

  it.each([
    ['a broken line', lineBroken],
    ['a system error, after which nobody knows', refusal(1008)],
  ])('keeps its id over %s and a reload of the page', async (_, fault) => {
    call.mockRejectedValueOnce(fault)
    await press(page())
    const reloaded = page()
    expect(reloaded.find(path)).toMatchObject({ params: { minerNo: 'M1', requestId: 'request-1' } })
    expect(reloaded.all()).toHaveLength(1)
    expect(await press(reloaded)).toBe(answer)
    expect(sentIds()).toEqual(['request-1', 'request-1'])
    expect(reloaded.all()).toEqual([])
  })

  it('is kept before it goes out: the page may end while it is under way', () => {
    call.mockReturnValueOnce(new Promise(() => undefined))
    void press(page())
    expect(page().all()).toMatchObject([{ path, params: { requestId: 'request-1' }, sent: 1 }])
  })

  it('is over when it was pressed without a line: nothing of it goes out later', async () => {
    isOffline = true
    expect(await press(page())).toBeInstanceOf(NotSentError)
    expect([call.mock.calls, page().all()]).toEqual([[], []])
    isOffline = false
    await press(page())
    expect(sentIds()).toEqual(['request-2'])
  })

  it('that went out before is asked for also where the line is gone by now', async () => {
    call.mockRejectedValue(lineBroken)
    await press(page())
    isOffline = true
    expect(await press(page())).toBe(lineBroken)
    expect(page().all()).toMatchObject([{ params: { requestId: 'request-1' }, sent: 2 }])
  })

  it('lets nothing else of the same call pass while it has no answer', async () => {
    call.mockRejectedValueOnce(lineBroken)
    await press(page())
    expect(await press(page(), 'M2')).toBe('another')
    expect(sentIds()).toEqual(['request-1'])
  })

  it.each([1001, 1010, 1011])('is over when it is refused at the door with %d the first time, but not the second', async (code) => {
    call.mockRejectedValueOnce(refusal(code))
    await press(page())
    expect(page().all()).toEqual([])
    call.mockRejectedValueOnce(lineBroken).mockRejectedValueOnce(refusal(code))
    await press(page())
    await press(page())
    expect(page().all()).toMatchObject([{ params: { requestId: 'request-2' } }])
  })

  it('does not begin by itself when its user is back, where only the session was over', async () => {
    call.mockImplementationOnce(() => {
      user = null
      return Promise.reject(refusal(1001))
    })
    expect(await press(page())).toMatchObject({ code: 1001 })
    user = 'U1'
    expect(page().all()).toEqual([])
  })

  it('goes out once when it is pressed twice at once', async () => {
    const pending = page()
    expect(await Promise.all([press(pending), press(pending)])).toEqual([answer, answer])
    expect(sentIds()).toEqual(['request-1'])
  })

  it('belongs to the user who made it', async () => {
    call.mockRejectedValueOnce(lineBroken)
    await press(page())
    user = 'U2'
    expect(page().all()).toEqual([])
    await press(page())
    user = null
    expect(page().find(path)).toBeNull()
    user = 'U1'
    expect(page().find(path)).not.toBeNull()
    expect(sentIds()).toEqual(['request-1', 'request-2'])
  })

  it('is never sent for somebody else, though a page still shows it', async () => {
    call.mockRejectedValueOnce(lineBroken)
    const pending = page()
    await press(pending)
    const [left] = pending.all()
    for (const other of ['U2', null]) {
      user = other
      await expect(pending.send(left!)).rejects.toThrow(EarlierCommandError)
    }
    expect(sentIds()).toEqual(['request-1'])
    user = 'U1'
    expect(await pending.send(left!)).toBe(answer)
  })

  it.each(['an answer', 'a refusal'])('tells nobody else of %s that comes after its user left', async (what) => {
    const pending = page()
    call.mockImplementationOnce(() => {
      user = 'U2'
      return what === 'an answer' ? Promise.resolve(answer) : Promise.reject(refusal(1201))
    })
    expect(await press(pending)).toBeInstanceOf(EarlierCommandError)
    user = 'U1'
    expect(pending.all()).toHaveLength(1)
  })

  it('is forgotten after a quarter of an hour, and when the clock jumps', async () => {
    call.mockRejectedValue(lineBroken)
    await press(page())
    nowMs += 15 * minute
    expect(page().find(path)).not.toBeNull()
    nowMs += 1
    expect(page().find(path)).toBeNull()
    await press(page())
    nowMs -= 60 * minute
    expect(page().all()).toEqual([])
  })

  it('may bring the id it was signed with', async () => {
    const pending = page()
    const taken = pending.begin(path, { minerNo: 'M1', requestId: 'signed-before' })
    if (taken !== 'another') await pending.send(taken)
    expect(sentIds()).toEqual(['signed-before'])
  })

  it.each(['{', '[]', 'null', '{"path":"/api/miner/exit"}', '{"path":"/api/miner/cancel","params":{}}'])('ignores %s in the store', (text) => {
    kept.setItem(`etld.command.U1.${path}`, text)
    expect(page().find(path)).toBeNull()
  })
})

it('knows after which faults nobody knows what happened', () => {
  expect([lineBroken, refusal(1008), new Error('x')].map(isUnanswered)).toEqual([true, true, true])
  expect([refusal(1201), refusal(1001), new EarlierCommandError(path), new NotSentError(path)].map(isUnanswered)).toEqual([false, false, false, false])
})

it('makes ids the server takes, never the same twice', () => {
  const ids = Array.from({ length: 500 }, freshRequestId)
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{16,64}$/)
  expect(new Set(ids).size).toBe(500)
})
