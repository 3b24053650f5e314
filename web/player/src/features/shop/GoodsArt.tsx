import { Box } from '@kit/art/Box'
import type { Category } from './contract'

const hues: Record<Category, string> = { hardware: 'var(--azu)', accessories: 'var(--top)', apparel: 'var(--ame)', home: 'var(--mal)' }

/** A box in the colour of its category, where goods have no picture. */
export function GoodsArt({ category }: { category: Category }) {
  return <Box hue={hues[category]} />
}
