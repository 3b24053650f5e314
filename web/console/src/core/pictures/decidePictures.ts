import type { Row } from '../contract/contract'

export type Picture = Pick<Row<'pictures/list'>, 'pictureId' | 'alt' | 'sizes'>

/** What is shown of a record's pictures and of those that can be added: its own may stand on none of the pages that were read. */
export function decidePictures(chosen: readonly string[], own: readonly Picture[], pages: readonly (readonly Picture[])[]) {
  const listed = pages.flat()
  const known = [...own, ...listed]
  return { pictureOf: (id: string) => known.find(({ pictureId }) => pictureId === id), free: listed.filter(({ pictureId }) => !chosen.includes(pictureId)) }
}
