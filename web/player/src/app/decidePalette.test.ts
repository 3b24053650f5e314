import { describe, expect, it } from 'vitest'
import { found, places } from './decidePalette'
import { paths } from './paths'

describe('the palette', () => {
  it('finds by a part of the name, its beginning first', () => {
    const all = [{ name: 'My wallet' }, { name: 'Wallet' }, { name: 'Help' }]
    expect(found(all, ' WAL')).toEqual([{ name: 'Wallet' }, { name: 'My wallet' }])
    expect(found(all, '')).toEqual(all)
    expect(found(all, 'x')).toEqual([])
    expect(found([{ name: 'Кошелёк' }, { name: '錢包' }], 'кошеле')).toEqual([{ name: 'Кошелёк' }])
    expect(found([{ name: 'Мои майнеры' }, { name: '我的礦機' }], '礦機')).toEqual([{ name: '我的礦機' }])
  })
  it('leads to screens that there are', () => {
    for (const [, path] of places) expect(paths).toContain(path.split('?')[0])
  })
})
