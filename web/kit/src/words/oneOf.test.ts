import { expect, it } from 'vitest'
import { oneOf } from './oneOf'

it('takes only what is listed, to the letter', () => {
  const named = ['ETLD', 'etld', 'BTC', '', null, undefined]
  expect(named.map((one) => oneOf(['USDT', 'ETLD'], one))).toEqual(['ETLD', null, null, null, null, null])
})
