import { expect, it } from 'vitest'
import { hasTabs, isPlace, paths, placeOf, type Place } from './places'

it('the routes are those of the spec, and the tab bar stands on five of them', () => {
  expect(paths).toHaveLength(23)
  expect(paths.filter(hasTabs)).toEqual(['/', '/products', '/trade', '/wallet', '/mine'])
})

it('a place is a route, with its parameters behind it', () => {
  const places: Place[] = ['/', '/wallet', '/wallet?sheet=topup', `/chain?id=${String(1)}`]
  // @ts-expect-error A route that is misspelt is none.
  const none: Place[] = ['/walet?sheet=topup']
  // @ts-expect-error Nor is one that shows nothing of that name.
  const nothing: Place = '/mine?view=notises'
  expect(isPlace(nothing)).toBe(true)
  expect([...places, ...none, '/wallet/x', '//wallet', 'https://elsewhere.test', ''].filter(isPlace)).toEqual(places)
})

it('one thing is shown by its id, of several the screen of each', () => {
  expect([[], '', 'M1', ['M1'], ['M1', 'M2']].map((ids) => placeOf('machine', ids))).toEqual([
    '/myMiner',
    '/myMiner',
    '/myMiner?id=M1',
    '/myMiner?id=M1',
    '/myMiner',
  ])
})
