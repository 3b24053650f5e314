import { describe, expect, it } from 'vitest'
import type { Language } from '@kit/i18n/language'
import { formsOf, readDocument } from '../../../../callFormsPlugin'
import { enteredOf, judge, type Entered } from './decideAct'

const forms = formsOf(readDocument())

function judged(path: string, values: Record<string, Entered>, facts: Partial<Parameters<typeof judge>[2]> = {}, language: Language = 'en') {
  const given = facts.given ?? {}
  const fields = (forms[path]?.fields ?? []).filter(({ name }) => !(name in given))
  const shown = Object.fromEntries(fields.map((field) => [field.name, enteredOf(field, facts.present?.[field.name])]))
  return judge(fields, { ...shown, ...values }, { given, ...facts }, language)
}

describe('an act', () => {
  it('is made of what the document declares', () => {
    expect(forms['pools/fund']?.kind).toBe('pool_funding')
    expect(forms['pools/fund']?.fields.map(({ name, is, isNeeded }) => [name, is, isNeeded])).toEqual([
      ['pool', 'choice', true],
      ['evidence', 'words', true],
      ['currency', 'choice', true],
      ['amount', 'amount', true],
    ])
    expect(forms['roles/change']?.fields.map(({ is }) => is)).toEqual(['words', 'words', 'many', 'flag', 'flag'])
    expect(forms['machines/change']?.fields.find(({ name }) => name === 'names')?.is).toBe('texts')
    expect(forms['params/change']?.fields.find(({ name }) => name === 'effectiveAt')?.is).toBe('time')
  })

  it('sends what was entered, as the server reads it', () => {
    const { payload, problems } = judged('pools/fund', { pool: 'interest', currency: 'USDT', amount: ' 1 250,5', evidence: ' 0xabc ' })
    expect([payload, problems]).toEqual([{ pool: 'interest', currency: 'USDT', amount: '1250.5', evidence: '0xabc' }, {}])
  })

  it('says what is missing or is no figure', () => {
    expect(judged('pools/fund', { pool: 'interest', currency: 'USDT', amount: '1.123456789' }).problems).toEqual({ amount: 'amount', evidence: 'missing' })
    expect(judged('users/suspend', { days: '7.5' }, { given: { userId: 'u' } }).problems).toEqual({ days: 'count' })
    expect(judged('users/suspend', {}, { given: { userId: 'u' } }).problems).toEqual({ days: 'missing' })
  })

  it('sends of what stands now only what is entered anew', () => {
    const present = { price: '100', onSale: true, names: { zhtw: '小', en: 'Small', ru: 'М' }, pictures: ['a'] }
    const facts = { given: { productId: 'm' }, present }
    expect(judged('machines/change', {}, facts)).toEqual({ payload: { productId: 'm' }, problems: {}, isEmpty: true })
    expect(judged('machines/change', { price: '90', onSale: 'false', addStock: '-5', pictures: [] }, facts).payload).toEqual({
      productId: 'm',
      price: '90',
      onSale: false,
      addStock: -5,
      pictures: [],
    })
  })

  it('takes away nothing that stands: a field that was emptied is missing', () => {
    const facts = { given: { goodsId: 'g' }, present: { price: '12', currency: 'USDT', limit: 1, names: { zhtw: '小', en: 'S', ru: 'М' } } }
    expect(judged('goods/change', { limit: ' ' }, facts).problems).toEqual({ limit: 'missing' })
    expect(judged('goods/change', { names: { zhtw: '', en: '', ru: '' } }, facts).problems).toEqual({ names: 'missing' })
    expect(judged('goods/change', { limit: '2' }, facts).problems).toEqual({})
  })

  it('sends words as one line each, without room at the ends', () => {
    expect(judged('users/note', { text: ' called twice \n no answer\n' }, { given: { userId: 'u' } }).payload).toMatchObject({ text: 'called twice no answer' })
    const details = { zhtw: '小 ', en: 'Small\n\nand quiet', ru: ' М' }
    expect(judged('machines/change', { details }, { given: { productId: 'm' }, present: {} }).payload).toMatchObject({
      details: { zhtw: '小', en: 'Small and quiet', ru: 'М' },
    })
  })

  it('is sent what stands beside what is entered anew, where the call replaces all of it', () => {
    const present = { from: '2026-12-01T00:00:30Z', until: '2026-12-05T00:00:00Z' }
    const facts = { given: { id: 'b', version: 3 }, present, isWhole: true }
    const given = { id: 'b', version: 3 }
    expect(judged('banners/schedule', {}, facts).isEmpty).toBe(true)
    expect(judged('banners/schedule', { until: '2026-12-06T08:00' }, facts)).toEqual({
      payload: { ...given, from: present.from, until: '2026-12-06T00:00:00.000Z' },
      problems: {},
      isEmpty: false,
    })
    expect(judged('banners/schedule', { until: '' }, facts)).toMatchObject({ payload: { from: present.from }, isEmpty: false })
    expect(judged('banners/schedule', { from: '', until: '' }, facts)).toEqual({ payload: given, problems: {}, isEmpty: false })
  })

  it.each([
    ['12,500', 'en', { problems: { amount: 'ambiguous' } }],
    ['12,500', 'zhtw', { problems: { amount: 'ambiguous' } }],
    ['12,500', 'ru', { payload: { amount: '12.5' } }],
    ['12,500.50', 'en', { payload: { amount: '12500.5' } }],
    ['12 500', 'en', { payload: { amount: '12500' } }],
    ['-1,250.5', 'en', { payload: { amount: '-1250.5' } }],
    ['0', 'en', { payload: { amount: '0' } }],
    ['--1', 'en', { problems: { amount: 'amount' } }],
    ['-', 'en', { problems: { amount: 'amount' } }],
  ] as const)('reads the figure %s in %s', (amount, language, want) => {
    expect(judged('pools/fund', { pool: 'interest', currency: 'USDT', evidence: '0xabc', amount }, {}, language)).toMatchObject(want)
  })

  it.each([
    [{ price: '9' }, { price: '9', currency: 'USDT' }],
    [{ currency: 'ETLD' }, { price: '12', currency: 'ETLD' }],
    [{ limit: '2' }, { limit: 2 }],
  ])('sends a price with its currency: %o', (entered, want) => {
    const facts = { given: { goodsId: 'g' }, present: { price: '12', currency: 'USDT', limit: 1 } }
    expect(judged('goods/change', entered, facts).payload).toEqual({ goodsId: 'g', ...want })
  })

  it('keeps within bounds', () => {
    const facts = { given: { name: 'fee' }, bounds: { value: { min: '0.001', max: '0.1' } } }
    expect(judged('params/change', { value: '0.2' }, facts).problems).toEqual({ value: 'high' })
    expect(judged('params/change', { value: '0,0001' }, facts).problems).toEqual({ value: 'low' })
    expect(judged('params/change', { value: 'x' }, facts).problems).toEqual({ value: 'amount' })
    expect(judged('params/change', { value: '0,05' }, facts).payload).toEqual({ name: 'fee', value: '0.05' })
  })

  it('reads times by the clock of the platform', () => {
    expect(judged('params/change', { value: '1', effectiveAt: '2026-12-01T08:00' }, { given: { name: 'fee' } }).payload).toMatchObject({
      effectiveAt: '2026-12-01T00:00:00.000Z',
    })
    expect(judged('params/change', { value: '1', effectiveAt: 'soon' }, { given: { name: 'fee' } }).problems).toEqual({ effectiveAt: 'time' })
  })
})
