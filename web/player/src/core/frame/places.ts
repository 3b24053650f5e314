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

/** What else the routes show that show more than one thing; what is none of it would lead to the route itself, and nobody would notice. */
interface Shown {
  '/myMiner': `view=${'calendar' | 'statement'}` | `view=${'calendar' | 'statement'}&machine=${string}` | `id=${string}` | `pay=${string}`
  '/trade': 'tab=box' | `tab=box&view=${'history' | 'limits' | 'record'}` | `tab=box&view=record&period=${string}`
  '/wallet': `view=${'checks' | 'year'}` | 'sheet=topup' | `sheet=topup&tx=${string}`
  '/mine': `view=${'data' | 'help' | 'notices' | 'profile' | 'push' | 'sessions'}` | `view=help&topic=${string}` | 'view=notices&sheet=settings'
}

/** An address within the app: a route, with parameters where it takes any. */
export type Place = RoutePath | `${Exclude<RoutePath, keyof Shown>}?${string}` | { [Path in keyof Shown]: `${Path}?${Shown[Path]}` }[keyof Shown]

/** Whether an address that was sent to us, as with a notice, leads to a screen there is. */
export function isPlace(address: string): address is Place {
  return isAt(address.split('?')[0], ...paths)
}

/** Whether a path is one of these. */
export function isAt(pathname: string | undefined, ...routes: readonly RoutePath[]): boolean {
  return routes.some((path) => path === pathname)
}

/** The screens that show one thing by its `id`. */
const screens = {
  machine: '/myMiner',
  node: '/chain',
  order: '/order',
  withdrawal: '/withdrawRecord',
  product: '/goods',
  goods: '/productsDetails',
  article: '/newsDetails',
} as const satisfies Record<string, RoutePath>

/** Where one thing is shown; of none or several the screen that shows each of them. */
export function placeOf(thing: keyof typeof screens, ids: string | readonly string[] = []): Place {
  const [id, ...others] = [ids].flat()
  return id && others.length === 0 ? `${screens[thing]}?id=${encodeURIComponent(id)}` : screens[thing]
}

/** Where the dividend of a level in a month is shown. */
export function dividendPlace(month: string, level: string): Place {
  return `/dividendPool?month=${month}&level=${level}`
}

/** The routes that show the bottom tab bar, in its order. */
export const tabPaths = ['/', '/products', '/trade', '/wallet', '/mine'] as const
export type TabPath = (typeof tabPaths)[number]

/** Whether the tab bar appears on this path. */
export function hasTabs(pathname: string): boolean {
  return isAt(pathname, ...tabPaths)
}

/** Whether a screen is open to everybody: the gate links to the language and to help. */
export function isPublic(pathname: string, search: string): boolean {
  return isAt(pathname, '/lang') || (isAt(pathname, '/mine') && new URLSearchParams(search).get('view') === 'help')
}
