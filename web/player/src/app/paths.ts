/** Every route of the product, in the order of spec §2. */
export const paths = [
  '/',
  '/products',
  '/productsDetails',
  '/goods',
  '/myMiner',
  '/chain',
  '/chainDetails',
  '/dividendPool',
  '/finance',
  '/swap',
  '/lang',
  '/news',
  '/newsDetails',
  '/order',
  '/share',
  '/trade',
  '/wallet',
  '/mine',
  '/team',
  '/withdraw',
  '/withdrawRecord',
  '/balanceDetail',
  '/transaction',
] as const

/** One of the product's routes. */
export type RoutePath = (typeof paths)[number]

/** The routes that show the bottom tab bar, in its order. */
export const tabPaths = ['/', '/products', '/trade', '/wallet', '/mine'] as const
export type TabPath = (typeof tabPaths)[number]

/** Whether the tab bar appears on this path. */
export function hasTabs(pathname: string): boolean {
  return tabPaths.some((path) => path === pathname)
}

/** Whether a screen is open to everybody: the gate links to the language and to help. */
export function isPublic(pathname: string, search: string): boolean {
  return pathname === '/lang' || (pathname === '/mine' && new URLSearchParams(search).get('view') === 'help')
}
