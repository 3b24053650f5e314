import { afterEach, expect, it, vi } from 'vitest'
import { noteServerTime } from '@kit/time/clock'
import { demoOf, keyIn, latestNow, realGenesis } from './world'

const genesisHash = `0x${'AB'.repeat(32)}`
const demo = { demo: true, genesisHash }

afterEach(() => {
  noteServerTime(new Date().toISOString())
  vi.useRealTimers()
})

it('is a demo by its first block alone', () => {
  expect(demoOf(demo)).toBe(genesisHash.toLowerCase())
  for (const facts of [
    { demo: false, genesisHash },
    { demo: true, genesisHash: '' },
    { demo: true, genesisHash: realGenesis.toUpperCase().replace('0X', '0x') },
  ])
    expect(demoOf(facts), JSON.stringify(facts)).toBe('')
})

it('keeps what is real in one place, whatever first block the server names, and a demo apart', () => {
  expect(keyIn({ demo: false, genesisHash: '' }, 'etld.line')).toBe('etld.line')
  expect(keyIn({ demo: false, genesisHash }, 'etld.line')).toBe('etld.line')
  expect(keyIn(demo, 'etld.line')).toBe(`etld.line.${genesisHash.toLowerCase()}`)
})

it('is no earlier than this device says, nor than the server does; a demo has its own time', () => {
  const now = Date.parse('2026-06-01T12:00:00Z')
  vi.setSystemTime(now)
  const real = { demo: false, genesisHash: '' }
  for (const [serverTime, latest] of [
    ['2026-06-01T11:59:20Z', now],
    ['2026-06-01T12:00:40Z', now + 40_000],
  ] as const) {
    noteServerTime(serverTime)
    expect(latestNow(real)).toBe(latest)
    expect(latestNow(demo)).toBe(Date.parse(serverTime))
  }
})
