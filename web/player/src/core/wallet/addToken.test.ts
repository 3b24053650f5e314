import { beforeEach, expect, it, vi } from 'vitest'
import { addsNoTokens, addToken, noteAddsNoTokens } from './addToken'
import { memoryStorage } from '@kit/kept/memory'

const token = { contract: '0xc0', currency: 'ETLD', decimals: 18 }

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
})

it.each([
  ['added', async () => true],
  ['refused', async () => false],
  ['refused', (): Promise<unknown> => Promise.reject({ code: 4001, message: 'User rejected the request.' })],
  ['unknown', (): Promise<unknown> => Promise.reject({ code: -32601, message: 'the method wallet_watchAsset does not exist' })],
  ['unknown', (): Promise<unknown> => Promise.reject({ code: 4200, message: 'unsupported' })],
  ['unknown', async () => null],
] satisfies [string, () => Promise<unknown>][])('is %s by what the wallet answers', async (expected, request) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await addToken({ request }, token)).toBe(expected)
})

it('asks by the standard, with an object', async () => {
  const request = vi.fn(async () => true)
  await addToken({ request }, token)
  expect(request).toHaveBeenCalledWith({ method: 'wallet_watchAsset', params: { type: 'ERC20', options: { address: '0xc0', symbol: 'ETLD', decimals: 18 } } })
})

it('remembers which wallets cannot', () => {
  noteAddsNoTokens('io.lacking')
  expect(addsNoTokens('io.lacking')).toBe(true)
  expect(addsNoTokens('io.other')).toBe(false)
  localStorage.setItem('etld.wallets.addNoToken', '{')
  expect(addsNoTokens('io.lacking')).toBe(false)
})
