import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Language } from '../i18n/language'
import { changeOf, compareAmounts, fromUnits, productOf, quartersOf, shareOf, sumOf, toUnits } from './compare'
import { formatAmount, formatPercent, shiftPoint, signOf, typedAmount } from './format'
import { parseAmount, pastedAmount } from './parse'

const file = new URL('../../../../test/vectors/amount_text.json', import.meta.url)
const { amounts } = JSON.parse(readFileSync(file, 'utf8')) as { amounts: ({ value: string } & Record<Language, string>)[] }

describe('formatAmount', () => {
  it.each(amounts)('writes $value as the server does', ({ value, ...written }) => {
    for (const language of ['zhtw', 'en', 'ru'] as const) expect(formatAmount(value, language)).toBe(written[language])
  })

  it('has amounts of the server at all', () => {
    expect(amounts.length).toBeGreaterThanOrEqual(10)
  })

  it.each([
    ['1038', 'USDT', 'en', '1,038.00'],
    ['5142.85714285', 'USDT', 'en', '5,142.85714285'],
    ['5142.85714285', 'USDT', 'ru', '5\u00a0142,85714285'],
    ['39999999999.99999999', 'USDT', 'zhtw', '39,999,999,999.99999999'],
    ['-249', 'USDT', 'en', '−249.00'],
    ['0.00000001', 'ETLD', 'en', '0.00000001'],
    ['100', 'GP', 'en', '100'],
  ] as [string, string, Language, string][])('%s %s in %s is %s', (value, currency, language, shown) => {
    expect(formatAmount(value, language, { currency })).toBe(shown)
  })

  it('cuts off and never rounds up', () => {
    expect(formatAmount('0.99999999', 'en', { decimalsMax: 2 })).toBe('0.99')
    expect(formatAmount('-1.999', 'en', { decimalsMax: 2 })).toBe('−1.99')
  })

  it('keeps every digit where a number would not', () => {
    expect(formatAmount('99999999999.12345678', 'en')).toBe('99,999,999,999.12345678')
  })

  it('prints a plus where signs are asked for, and nothing on zero', () => {
    expect(formatAmount('1.8', 'en', { currency: 'USDT', signed: true })).toBe('+1.80')
    expect(formatAmount('0.00', 'en', { currency: 'USDT', signed: true })).toBe('0.00')
  })

  it.each([null, undefined, '', '1e5', 'NaN', '1,5', '.5', '0x10'])('shows a dash for %j', (value) => {
    expect(formatAmount(value, 'en')).toBe('—')
  })
})

describe('percentages and signs', () => {
  it.each([
    ['0.0002', 'en', '0.02%'],
    ['0.00025', 'en', '0.025%'],
    ['0.05', 'ru', '5\u00a0%'],
    ['1', 'zhtw', '100%'],
  ] as [string, Language, string][])('%s in %s is %s', (rate, language, shown) => {
    expect(formatPercent(rate, language)).toBe(shown)
  })

  it('moves the point in the string', () => {
    expect(shiftPoint('0.00025', 2)).toBe('0.025')
    expect(shiftPoint('-12.5', 2)).toBe('-1250')
  })

  it('reads the sign from the digits', () => {
    expect([signOf('-0.00'), signOf('-0.01'), signOf('0.01')]).toEqual([0, -1, 1])
  })
})

describe('typedAmount', () => {
  it.each(['0.1', '5000', '1234.5', '1234567.00000001', '25000'])('%s reads back as itself in every language', (value) => {
    for (const language of ['zhtw', 'en', 'ru'] as const) expect(parseAmount(typedAmount(value, language), language)).toEqual({ ok: true, value })
  })
})

describe('parseAmount', () => {
  it.each([
    ['12.5', 'en', '12.5'],
    ['12,5', 'en', '12.5'],
    ['12,5', 'ru', '12.5'],
    ['1,234', 'ru', '1.234'],
    ['0,125', 'en', '0.125'],
    ['1,234.56', 'en', '1234.56'],
    ['1.234,56', 'ru', '1234.56'],
    ['1 234,56', 'ru', '1234.56'],
    ['1,234,567', 'en', '1234567'],
    ['007.50', 'en', '7.5'],
    ['.5', 'en', '0.5'],
    ['5.', 'en', '5'],
    ['  42 ', 'zhtw', '42'],
    ['１２３．５', 'zhtw', '123.5'],
    ['１２。５', 'zhtw', '12.5'],
    ['１，２３４．５', 'zhtw', '1234.5'],
    ['1’234.5', 'en', '1234.5'],
  ] as [string, Language, string][])('reads %j in %s as %s', (typed, language, value) => {
    expect(parseAmount(typed, language)).toEqual({ ok: true, value })
  })

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['abc', 'malformed'],
    ['-5', 'malformed'],
    ['1e5', 'malformed'],
    ['1.2.3', 'malformed'],
    ['1,23,456', 'malformed'],
    ['.', 'malformed'],
    ['1,234', 'ambiguous'],
    ['0.123456789', 'decimals'],
    ['0', 'zero'],
    ['0,00', 'zero'],
    ['123456789012', 'too_large'],
  ])('refuses %j: %s', (typed, problem) => {
    expect(parseAmount(typed, 'en')).toEqual({ ok: false, problem })
  })

  it('reads back what formatting shows, in every language', () => {
    for (const language of ['zhtw', 'en', 'ru'] as const) {
      for (const value of ['0.00000001', '12.5', '1234.5', '1234567.25', '40000000000']) {
        const shown = formatAmount(value, language, { decimalsMin: 0 })
        expect(parseAmount(shown, language), `${language} ${shown}`).toEqual({ ok: true, value })
      }
    }
  })
})

describe('pastedAmount', () => {
  it.each([
    ['1,000', 'en', '1000'],
    ['１，０００', 'zhtw', '1000'],
    ['≈ 1,234.50 USDT', 'en', '1234.5'],
    ['1 234,50\u00a0USDT', 'ru', '1234.5'],
    ['1,234', 'ru', '1.234'],
    ['+0.4408 ETLD', 'en', '0.4408'],
  ] as [string, Language, string][])('reads %j in %s as %s', (pasted, language, value) => {
    expect(pastedAmount(pasted, language)).toBe(value)
  })

  it.each(['', 'USDT', '1e5', '0x12', '-5', '12 apples', '1,23,4', '0.123456789'])('leaves %j alone', (pasted) => {
    expect(pastedAmount(pasted, 'en')).toBeNull()
  })

  it('reads back what formatting shows, in every language', () => {
    for (const language of ['zhtw', 'en', 'ru'] as const) {
      for (const value of ['1000', '1234567', '5000.25', '0.5'])
        expect(pastedAmount(`${formatAmount(value, language, { decimalsMin: 0 })} USDT`, language)).toBe(value)
    }
  })
})

describe('exact comparison and units', () => {
  it('compares without numbers', () => {
    expect(compareAmounts('0.1', '0.10')).toBe(0)
    expect(compareAmounts('99999999999.12345678', '99999999999.12345679')).toBe(-1)
    expect(compareAmounts('0', '-0.1')).toBe(1)
  })

  it('gives the quarters of an amount, cut where the field cuts', () => {
    expect(quartersOf('0.00000003', 8).map(({ amount }) => amount)).toEqual(['0', '0.00000001', '0.00000002', '0.00000003'])
    expect(quartersOf('2480.5', 6).map(({ amount }) => amount)).toEqual(['620.125', '1240.25', '1860.375', '2480.5'])
    expect(quartersOf('10.1234567', 6).at(-1)).toEqual({ share: '1', amount: '10.123456' })
  })

  it('says by what share a figure changed, cut towards nothing', () => {
    expect([changeOf('0.5', '0.497'), changeOf('3', '4'), changeOf('3', '2'), changeOf('0.5', '0.5'), changeOf('0', '1')]).toEqual([
      '-0.006',
      '0.3333',
      '-0.3333',
      '0',
      null,
    ])
  })

  it('adds without numbers, also what was paid', () => {
    expect(sumOf(['0.1', '0.2'])).toBe('0.3')
    expect(sumOf(['5', '-5.00000001'])).toBe('-0.00000001')
    expect(sumOf(['-2', '2'])).toBe('0')
    expect(sumOf([])).toBe('0')
  })

  it('gives token units, and refuses what the token cannot represent', () => {
    expect(toUnits('1038.5', 18)).toBe(1_038_500_000_000_000_000_000n)
    expect(toUnits('1.500000', 6)).toBe(1_500_000n)
    expect(() => toUnits('0.0000001', 6)).toThrow('more than 6 decimals')
  })

  it('gives shares for gauges between 0 and 1', () => {
    expect(shareOf('1.98', productOf('0.36', '11'))).toBe(0.5)
    expect(shareOf('5', '4')).toBe(1)
    expect(shareOf('1', '0')).toBe(0)
  })
})

describe('fromUnits', () => {
  it.each([
    [0n, 18, '0'],
    [1n, 18, '0'],
    [10n ** 10n, 18, '0.00000001'],
    [1_234_567_890_123_456_789n, 18, '1.23456789'],
    [1_500_000n, 6, '1.5'],
    [7n, 0, '7'],
  ])('%s with %s decimals is %s', (units, decimals, text) => {
    expect(fromUnits(units, decimals)).toBe(text)
  })
})
