import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { appliedOf } from './decideUse'

type Days = Parameters<typeof appliedOf>[1]

const day = (count: number, fees: string) =>
  ({
    sales: [
      { kind: 'machine', count },
      { kind: 'goods', count: 9 },
    ],
    withdrawals: { confirmed: count, rejected: 1 },
    game: { rounds: 288, stakes: 10 * count },
    income: [
      { name: 'serviceFees', currency: 'USDT', amount: fees },
      { name: 'withdrawalFees', currency: 'ETH', amount: '0.001' },
    ],
    paid: [],
    moved: [],
  }) as unknown as Days[number]

const days = [day(2, '0.1'), day(3, '0.2')]

it('a parameter was applied to what was sold, played or paid within the days, added up exactly', () => {
  expect(appliedOf('machine.fee_new', days)?.uses).toEqual([
    { name: 'machine', value: '5' },
    { name: 'serviceFees', currency: 'USDT', value: '0.3' },
  ])
  expect(appliedOf('game.day_loss', days)?.uses).toEqual([
    { name: 'rounds', value: '576' },
    { name: 'stakes', currency: 'GP', value: '50' },
  ])
  expect(appliedOf('withdrawal.review_hours', days)?.uses).toEqual([
    { name: 'confirmed', value: '5' },
    { name: 'rejected', value: '2' },
    { name: 'withdrawalFees', currency: 'ETH', value: '0.002' },
  ])
  expect(appliedOf('price.jump_max', days)).toEqual({ reading: 'price', uses: [] })
  expect(appliedOf('machine.output_day_max', days)).toEqual({ reading: 'output', uses: [] })
  expect(appliedOf('nobody.said', days)).toBeNull()
})

it('it is said of every parameter when it is read', () => {
  const words = fileURLToPath(new URL('../../../../../internal/core/operator/sentence/locales/', import.meta.url))
  expect(readdirSync(words)).toContain('en.json')
  const names = Object.keys(JSON.parse(readFileSync(`${words}en.json`, 'utf8')) as object).filter((key) => key.startsWith('param.'))
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((key) => appliedOf(key.slice('param.'.length), []) === null)).toEqual([])
})
