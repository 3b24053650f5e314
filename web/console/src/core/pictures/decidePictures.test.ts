import { expect, it } from 'vitest'
import { decidePictures, type Picture } from './decidePictures'

const picture = (pictureId: string): Picture => ({ pictureId, alt: { zhtw: '', en: pictureId, ru: '' }, sizes: [] })

it('shows the pictures of a record that stand on no page, and offers those of all pages that it does not have', () => {
  const { pictureOf, free } = decidePictures(['old', 'a'], [picture('old'), picture('a')], [[picture('a'), picture('b')], [picture('c')]])
  expect(pictureOf('old')?.alt.en).toBe('old')
  expect(pictureOf('gone')).toBeUndefined()
  expect(free.map(({ pictureId }) => pictureId)).toEqual(['b', 'c'])
})
