import { expect, it } from 'vitest'
import { memoryStorage } from './memory'
import { keysOf, patient } from './storage'

it('keeps what there is no room for as long as the page lasts, and what was there before for the next one', () => {
  const own = memoryStorage({ a: 'old' }, 3)
  const page = patient(() => own)
  page.setItem('a', 'longer')
  page.setItem('b', 'longer still')
  page.setItem('c', 'new')
  expect(keysOf(page).map((key) => [key, page.getItem(key)])).toEqual([
    ['a', 'longer'],
    ['c', 'new'],
    ['b', 'longer still'],
  ])
  const next = patient(() => own)
  expect(keysOf(next).map((key) => [key, next.getItem(key)])).toEqual([
    ['a', 'old'],
    ['c', 'new'],
  ])
})

it('shows the newest, whichever found room, and forgets both', () => {
  const page = patient(() => own)
  const own = memoryStorage({}, 3)
  page.setItem('a', 'longer')
  page.setItem('a', 'new')
  expect([page.getItem('a'), own.getItem('a')]).toEqual(['new', 'new'])
  page.setItem('a', 'longer')
  page.removeItem('a')
  expect([page.getItem('a'), own.getItem('a')]).toEqual([null, null])
})

it('is there where the browser bars its own', () => {
  const page = patient(() => {
    throw new DOMException('barred', 'SecurityError')
  })
  page.setItem('a', 'text')
  expect([page.getItem('a'), keysOf(page)]).toEqual(['text', ['a']])
  page.clear()
  expect([page.getItem('a'), page.length]).toEqual([null, 0])
})
