import { describe, expect, it, vi } from 'vitest'
import { isMissing } from './transfer'

const hash = `0x${'ab'.repeat(32)}`
const sent = { hash, atMs: 1_000_000 }
const minuteLater = sent.atMs + 60_000

describe('a transaction that was sent', () => {
  it('is not asked about within the first minute', async () => {
    const request = vi.fn(async () => null)
    expect(await isMissing({ request }, sent, minuteLater - 1)).toBe(false)
    expect(request).not.toHaveBeenCalled()
  })

  it('is missing after a minute where the node does not know it', async () => {
    const request = vi.fn(async () => null)
    expect(await isMissing({ request }, sent, minuteLater)).toBe(true)
    expect(request).toHaveBeenCalledWith({ method: 'eth_getTransactionByHash', params: [hash] })
  })

  it.each([
    ['waits for a block', async () => ({ hash, blockNumber: null })],
    ['stands in a block', async () => ({ hash, blockNumber: '0x1' })],
    ['cannot be asked about', async () => Promise.reject(new Error('method not supported'))],
  ])('is not missing where it %s', async (_, request) => {
    expect(await isMissing({ request }, sent, minuteLater)).toBe(false)
  })
})
