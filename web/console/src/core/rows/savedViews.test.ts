import { expect, it } from 'vitest'
import { viewOf } from './savedViews'

it('keeps filters and order, and neither page nor open row', () => {
  expect(viewOf('?status=late&cursor=x&item=y&order=asc')).toBe('?order=asc&status=late')
  expect(viewOf('?item=y')).toBe('')
})
