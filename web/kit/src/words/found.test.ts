import { expect, it } from 'vitest'
import { found } from './found'

const places = ['Withdrawals', 'Payouts', 'Waiting roles', 'Партнёры', '我的礦機', '錢包'].map((name) => ({ name }))
const names = (typed: string) => found(places, typed).map(({ name }) => name)

it('finds what is named by part of its name, those first that begin with it', () => {
  expect(names('w')).toEqual(['Withdrawals', 'Waiting roles'])
  expect(names(' PAY ')).toEqual(['Payouts'])
  expect(names('a')).toEqual(['Withdrawals', 'Payouts', 'Waiting roles'])
  expect(names('роль')).toEqual([])
  expect(names('партнер')).toEqual(['Партнёры'])
  expect(names('礦機')).toEqual(['我的礦機'])
  expect(names('')).toEqual(places.map(({ name }) => name))
})
