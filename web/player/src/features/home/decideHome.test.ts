import { describe, expect, it } from 'vitest'
import type { Product } from '@kit/api/contract'
import { decideBanners, decideGauge, decideSale, decideSource } from './decideHome'

const product = { stock: 3, soldOutReason: null } as Product

describe('the front page', () => {
  it('always has the four banners in their order, each with a target inside the app', () => {
    const sent = [{ id: 'trade', target: '/trade?tab=sell' }, { id: 'king', target: 'https://elsewhere.test' }, { id: 'unknown', target: '/x' }]
    expect(decideBanners(sent)).toEqual([
      { id: 'machines', target: '/' },
      { id: 'output', target: '/myMiner' },
      { id: 'king', target: '/chain' },
      { id: 'trade', target: '/trade?tab=sell' },
    ])
  })

  it("fills the gauge by the share of a full day's output", () => {
    expect(decideGauge({ etld: '1.98', power: 11, rate: '0.36', asOf: '' })).toEqual({ share: 0.5, isRunning: true })
    expect(decideGauge({ etld: '0', power: 0, rate: '0.36', asOf: '' })).toEqual({ share: 0, isRunning: false })
    expect(decideGauge({ etld: '?', power: 1, rate: '0.36', asOf: '' })).toEqual({ share: 0, isRunning: true })
  })

  it('names the sources it knows', () => {
    expect([decideSource('bids'), decideSource('chain aggregator'), decideSource('Binance')]).toEqual(['bids', 'chain', null])
  })

  it('says why a machine cannot be bought', () => {
    expect(decideSale(product)).toBe('on_sale')
    expect(decideSale({ ...product, stock: 0 })).toBe('sold_out')
    expect(decideSale({ ...product, soldOutReason: 'income_pool' })).toBe('paused')
  })
})
