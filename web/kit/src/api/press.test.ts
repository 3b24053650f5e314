import { describe, expect, it } from 'vitest'
import { ApiError, TransportError } from './faults'
import { createPress, freshRequestId } from './press'

function counted() {
  let count = 0
  return createPress(() => `request-${(count += 1)}`)
}

const send = async (params: { requestId: string }) => params.requestId
const fail = (fault: Error) => async () => Promise.reject(fault)
const lineBroken = new TransportError('/x', 'unreachable')

describe('a press', () => {
  it('gets a new id after each answer, good or bad', async () => {
    const press = counted()
    expect(await press.run({ quantity: 1 }, send)).toBe('request-1')
    await press.run({ quantity: 1 }, fail(new ApiError('/x', 1501, 'Sold out', null))).catch(() => undefined)
    expect(await press.run({ quantity: 1 }, send)).toBe('request-3')
  })

  it('keeps its id while no answer came', async () => {
    const press = counted()
    await press.run({ quantity: 1 }, fail(lineBroken)).catch(() => undefined)
    await press.run({ quantity: 1 }, fail(lineBroken)).catch(() => undefined)
    expect(await press.run({ quantity: 1 }, send)).toBe('request-1')
  })

  it('gets a new id when something else is sent', async () => {
    const press = counted()
    await press.run({ quantity: 1 }, fail(lineBroken)).catch(() => undefined)
    expect(await press.run({ quantity: 2 }, send)).toBe('request-2')
  })

  it('shares one id between two clicks at once', async () => {
    const press = counted()
    const ids = await Promise.all([press.run({ quantity: 1 }, send), press.run({ quantity: 1 }, send)])
    expect(ids).toEqual(['request-1', 'request-1'])
  })

  it('makes ids the server takes, never the same twice', () => {
    const ids = Array.from({ length: 500 }, freshRequestId)
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{16,64}$/)
    expect(new Set(ids).size).toBe(500)
  })
})
