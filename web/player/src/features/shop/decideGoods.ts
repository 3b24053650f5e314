import type { GoodsCategory, Goods } from './contract'

/** The categories in the catalogue's order. */
export const categories = ['hardware', 'accessories', 'apparel', 'home'] as const satisfies readonly GoodsCategory[]

const fewMax = 5

/** What the stock means for a buyer. */
type StockState = 'sold_out' | 'few' | 'enough'

export function stockOf({ stock }: Pick<Goods, 'stock'>): StockState {
  if (stock <= 0) return 'sold_out'
  return stock <= fewMax ? 'few' : 'enough'
}

/** Why nothing of it can be bought now; null where it can. */
type Closing = 'sold_out' | 'limit'

export function closingOf({ quotes, stock }: { quotes: readonly unknown[]; stock: number }): Closing | null {
  if (quotes.length > 0) return null
  return stock <= 0 ? 'sold_out' : 'limit'
}

/** Whether goods are delivered to a region; where none is named, everywhere. */
export function isDelivered({ regions }: Pick<Goods, 'regions'>, region: string): boolean {
  return regions.length === 0 || regions.includes(region)
}
