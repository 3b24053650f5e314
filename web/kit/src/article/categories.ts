import type { Row } from '../api/contract'

/** What articles are about, in the order in which they are shown. There is a cover for each. */
export const categories = ['announcement', 'product', 'education', 'incident', 'transparency'] as const satisfies readonly Row<'/api/main/news'>['category'][]
