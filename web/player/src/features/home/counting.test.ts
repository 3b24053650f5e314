import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toUnits } from '@kit/amount/compare'
import { countOn } from './decideHome'

interface Vectors {
  output: { rate: string; machines: { power: number; seconds: number }[]; said: { after: number; amount: string }[] }[]
}

const { output } = JSON.parse(readFileSync(new URL('../../../../../test/vectors/counting.json', import.meta.url), 'utf8')) as Vectors
const asOfMs = Date.parse('2026-11-20T04:00:00Z')
const asOf = new Date(asOfMs).toISOString()
/** The figure is shown with four of the eight decimals. */
const lastDigit = 10_000n
const atoms = (amount: string) => toUnits(amount, 8)

describe("today's output, counted on", () => {
  it.each(output)('is what the server says afterwards at $rate, within its last digit', ({ rate, machines, said }) => {
    const power = machines.reduce((sum, machine) => sum + machine.power, 0)
    const [first, ...later] = said
    for (const { after, amount } of later) {
      const beyond = atoms(countOn({ etld: first!.amount, power, rate, asOf }, asOfMs + after * 1000)) - atoms(amount)
      // The server cuts each machine's part, this side their sum.
      expect(beyond).toBeLessThan(BigInt(machines.length))
      expect(beyond).toBeGreaterThan(-lastDigit)
    }
  })

  it('goes from one answer to the next without ever being ahead of it', () => {
    for (const { rate, machines, said } of output.filter((one) => one.machines.length === 1)) {
      const { power } = machines[0]!
      for (const [index, { after, amount }] of said.entries())
        for (const next of said.slice(index + 1))
          expect(atoms(countOn({ etld: amount, power, rate, asOf }, asOfMs + (next.after - after) * 1000))).toBeLessThanOrEqual(atoms(next.amount))
    }
  })

  it('stands still once nobody was asked for a minute', () => {
    const today = { etld: '0.1', power: 10, rate: '86.4', asOf }
    expect([30, 60, 600].map((after) => countOn(today, asOfMs + after * 1000))).toEqual(['0.4', '0.7', '0.7'])
    expect(countOn(today, asOfMs - 5_000)).toBe('0.1')
  })

  it('ends with the day, whose rate is not that of the next one', () => {
    const late = new Date(Date.parse('2026-11-20T15:59:50Z')).toISOString()
    expect(countOn({ etld: '86.39', power: 1, rate: '86.4', asOf: late }, Date.parse(late) + 30_000)).toBe('86.4')
    // The next answer begins anew, by its own rate.
    expect(countOn({ etld: '0.01', power: 1, rate: '43.2', asOf: new Date(Date.parse(late) + 30_000).toISOString() }, Date.parse(late) + 32_000)).toBe('0.011')
  })

  it('is left as it was said where it cannot be read', () => {
    expect(countOn({ etld: '?', power: 1, rate: '1', asOf }, asOfMs + 9_000)).toBe('?')
    expect(countOn({ etld: '1', power: 1, rate: '1', asOf: '' }, asOfMs)).toBe('1')
  })
})
