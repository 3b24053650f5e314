import { expect, it } from 'vitest'
import { places } from './decidePalette'
import { paths } from './paths'

it('the palette leads to screens that there are', () => {
  for (const [, path] of places) expect(paths).toContain(path.split('?')[0])
})
