import { describe, expect, it } from 'vitest'
import { readTokenBalance } from './tokenBalance'

describe('readTokenBalance', () => {
  const token = { contract: `0x${'22'.repeat(20)}`, decimals: 18 }
  const owner = `0x${'Ab'.repeat(20)}`

  it('asks the token for the owner’s balance', async () => {
    const asked: unknown[] = []
    const request = (call: unknown) => {
      asked.push(call)
      return Promise.resolve(`0x${(5n * 10n ** 18n).toString(16).padStart(64, '0')}`)
    }
    expect(await readTokenBalance({ request }, token, owner)).toBe('5')
    expect(asked).toEqual([{ method: 'eth_call', params: [{ to: token.contract, data: `0x70a08231${'0'.repeat(24)}${'ab'.repeat(20)}` }, 'latest'] }])
  })

  it('refuses an answer that is no number', async () => {
    await expect(readTokenBalance({ request: () => Promise.resolve('0x') }, token, owner)).rejects.toThrow('no token balance')
  })
})
