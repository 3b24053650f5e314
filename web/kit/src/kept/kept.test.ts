import { describe, expect, it } from 'vitest'
import { isLike, readKept, readKeptList, storeKept } from './kept'
import { memoryStorage } from './memory'
import { patient } from './storage'

describe('what is kept', () => {
  it.each([
    ['the same shape', { code: null, note: '' }, { code: 'other', note: 'x' }, true],
    ['a field that came later', { code: null, note: '', until: '' }, { code: null, note: 'x' }, false],
    ['a field that was a text', { texts: { en: { title: '' } } }, { texts: { en: 'Title' } }, false],
    ['a list that was a text', [''], 'one, two', false],
    ['a list of other things', [''], ['one', 2], false],
    ['a text that was a list', '', ['one'], false],
    ['fields of which there are more', { note: '' }, { note: 'x', code: 1 }, true],
    ['any fields', {}, { price: '1', names: { en: 'x' } }, true],
    ['no fields at all', {}, ['x'], false],
  ])('knows %s', (_, sample, value, want) => {
    expect(isLike(sample, value)).toBe(want)
  })

  it('is forgotten where an earlier program kept another shape', () => {
    const sample = { edited: { title: '' }, version: null }
    expect(readKept(memoryStorage({ a: '{"edited":{"title":"x"},"version":3}' }), 'a', sample)).toEqual({ edited: { title: 'x' }, version: 3 })
    expect(readKept(memoryStorage({ a: '{"title":"x"}' }), 'a', sample)).toBeNull()
    expect(readKept(memoryStorage({ a: 'half of it {' }), 'a', sample)).toBeNull()
    expect(readKept(memoryStorage({}), 'a', sample)).toBeNull()
  })

  it('is of a list what has the shape, and the rest of it stays', () => {
    expect(readKeptList(memoryStorage({ a: '[{"no":1},{"no":"2"},3,{"no":4}]' }), 'a', { no: 0 })).toEqual([{ no: 1 }, { no: 4 }])
    expect(readKeptList(memoryStorage({ a: '{"no":1}' }), 'a', { no: 0 })).toEqual([])
  })

  it('goes with the page where there is no room, and nothing older comes back in its place', () => {
    const own = memoryStorage({ a: '"old"' }, 6)
    const page = patient(() => own)
    const read = () => [readKept(page, 'a', ''), readKept(own, 'a', '')]
    expect([storeKept(page, 'a', 'much longer'), ...read()]).toEqual([false, 'much longer', null])
    expect([storeKept(page, 'a', 'new'), ...read()]).toEqual([true, 'new', 'new'])
    expect([storeKept(page, 'a', null), ...read()]).toEqual([true, null, null])
  })
})
