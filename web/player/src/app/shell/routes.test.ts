import { expect, it } from 'vitest'
import type { RoutePath } from '@core/frame/places'
import { claim } from './routes'

it('the routes each have one feature that shows them, or one for each view or tab', () => {
  const route = (path: RoutePath, own: { view?: string; tab?: string } = {}) => ({ path, ...own, texts: [], load: async () => () => null })
  const at = (query: string) => new URLSearchParams(query)
  expect(claim('/swap', at(''), [route('/trade'), route('/swap')]).path).toBe('/swap')
  expect(() => claim('/swap', at(''), [route('/trade')])).toThrow('no feature shows /swap')
  const known = [route('/mine'), route('/mine', { view: 'notices' })]
  expect(['view=notices', 'view=nonsense', ''].map((query) => claim('/mine', at(query), known).view)).toEqual(['notices', undefined, undefined])
  const trade = [route('/trade'), route('/trade', { tab: 'box' })]
  expect(['tab=box', 'tab=box&view=record', 'tab=sell', ''].map((query) => claim('/trade', at(query), trade).tab)).toEqual(['box', 'box', undefined, undefined])
  expect(() => claim('/swap', at(''), [route('/swap'), route('/swap')])).toThrow('two features claim /swap')
  expect(() => claim('/mine', at('view=notices'), [...known, route('/mine', { view: 'notices' })])).toThrow('two features claim /mine')
  expect(() => claim('/swap', at(''), [])).toThrow('no feature shows /swap')
})
