import { expect, it } from 'vitest'
import { calledThen } from './decideCalled'

const called = { zhtw: '卡套', en: 'Wallet pouch', ru: 'Чехол' }

it('takes the name of then in the reader’s language from what was proposed', () => {
  expect(calledThen({ kind: 'goods_change', payload: { goodsId: 'walletPouch', called } }, 'zhtw')).toBe('卡套')
  expect(calledThen({ kind: 'goods_change', payload: { goodsId: 'walletPouch', called } }, 'ru')).toBe('Чехол')
})

it.each([null, undefined, 'text', {}, { payload: null }, { payload: { called: 'x' } }, { payload: { called: { en: 1 } } }])('has no name in %j', (after) => {
  expect(calledThen(after, 'en')).toBe('')
})
