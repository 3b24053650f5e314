import { beforeEach, expect, it, vi } from 'vitest'
import { forgetSent, giveUp, keepSent, readGivenUp, readSent } from './sent'
import { memoryStorage } from '@kit/kept/memory'

const hash = `0x${'cd'.repeat(32)}`

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
})

it('remembers what was sent for its own intent only', () => {
  keepSent({ intentNo: 'A', hash, atMs: 5 })
  expect(readSent('A')).toEqual({ intentNo: 'A', hash, atMs: 5 })
  expect(readSent('B')).toBeNull()
  forgetSent('A')
  expect(readSent('A')).toBeNull()
})

it('an intent that is over takes nothing of another with it', () => {
  keepSent({ intentNo: 'A', hash, atMs: 5 })
  keepSent({ intentNo: 'B', hash: null, atMs: 6 })
  forgetSent('A')
  expect([readSent('A'), readSent('B')]).toEqual([null, { intentNo: 'B', hash: null, atMs: 6 }])
})

it('remembers which transaction of an intent was given up, also when the next one is refused', () => {
  keepSent({ intentNo: 'A', hash, atMs: 5 })
  giveUp('A', hash)
  expect(readSent('A')).toBeNull()
  forgetSent('A')
  expect(readGivenUp('A')).toBe(hash)
  expect(readGivenUp('B')).toBeNull()
})

it('takes nothing that is no hash', () => {
  keepSent({ intentNo: 'A', hash: '0x12', atMs: 5 })
  expect(readSent('A')).toEqual({ intentNo: 'A', hash: null, atMs: 5 })
})

it('reads nothing from a broken record', () => {
  localStorage.setItem('etld.sent.of.A', '{')
  localStorage.setItem('etld.sent.givenUp', '{')
  expect(readSent('A')).toBeNull()
  expect(readGivenUp('A')).toBeNull()
})
