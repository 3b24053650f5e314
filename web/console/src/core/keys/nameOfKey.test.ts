import { expect, it } from 'vitest'
import { nameOfKey } from './nameOfKey'

it('a letter of another script is the Latin one on its key; Latin layouts keep their own', () => {
  expect(nameOfKey({ key: 'о', code: 'KeyJ' })).toBe('j')
  expect(nameOfKey({ key: 'ㄨ', code: 'KeyJ' })).toBe('j')
  // The letter a of a French keyboard stands where others have q.
  expect(nameOfKey({ key: 'a', code: 'KeyQ' })).toBe('a')
  expect(nameOfKey({ key: 'Enter', code: 'Enter' })).toBe('Enter')
  expect(nameOfKey({ key: '1', code: 'Digit1' })).toBe('1')
})
