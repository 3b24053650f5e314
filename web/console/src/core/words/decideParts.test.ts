import { expect, test } from 'vitest'
import { partsOf } from './decideParts'

test('parts that are listed are known by their names, and another text lists none', () => {
  expect(partsOf('sales, swap')).toEqual(['sales', 'swap'])
  expect(partsOf('BEP-20')).toEqual([])
})
