import { Box } from '@kit/art/Box'
import type { GoodsCategory } from './contract'

const hues: Record<GoodsCategory, string> = { hardware: 'var(--azu)', accessories: 'var(--top)', apparel: 'var(--ame)', home: 'var(--mal)' }

/** A box in the colour of its category, where goods have no picture. */
export function GoodsArt({ category }: { category: GoodsCategory }) {
  return <Box hue={hues[category]} />
}
