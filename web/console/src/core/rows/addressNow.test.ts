import { afterEach, expect, it, vi } from 'vitest'
import { addressNow, isStillOpen } from './addressNow'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['the row that was decided', '#/withdrawals?status=&item=w1', 'w1', true],
  ['another row', '#/withdrawals?item=w2', 'w1', false],
  ['another screen', '#/orders?item=w1', 'w1', false],
  ['no row, where one was decided', '#/withdrawals', 'w1', false],
  ['no row, where none was', '#/withdrawals?status=', null, true],
])('an answer that comes late finds %s', (_, hash, key, want) => {
  vi.stubGlobal('location', { hash })
  expect(isStillOpen('/withdrawals', key)).toBe(want)
})

it('the address has a path and parameters, or is the first one', () => {
  vi.stubGlobal('location', { hash: '#/news?item=new&words=a%20b' })
  expect([addressNow().path, addressNow().params.get('words')]).toEqual(['/news', 'a b'])
  vi.stubGlobal('location', { hash: '' })
  expect(addressNow().path).toBe('/')
})
