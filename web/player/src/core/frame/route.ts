import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Namespace } from '@kit/i18n/catalogues'
import type { RoutePath } from './places'
import type { FirstCall } from '../session/ahead'

/** A route a feature builds. Each feature lists its own in `routes.ts`; the app finds them there. */
export interface FeatureRoute {
  /** A path of the spec. */
  path: RoutePath
  /** The value of `view` in the address that shows this screen; without one it is the path's own screen. */
  view?: string
  /** The value of `tab` in the address that shows this screen; without one it is that of every tab nobody claims. */
  tab?: string
  /** The namespaces of texts the screen needs, loaded with it. */
  texts: readonly Namespace[]
  load: () => Promise<ComponentType>
  /** What the screen asks for as soon as it is shown, by the address: sent beside its code when the app opens there. */
  first?: (params: URLSearchParams) => readonly FirstCall[]
  /** What the app looks at by itself, whatever screen is open: it is asked again and again, and looks once a day. */
  daily?: () => Promise<(queries: QueryClient) => Promise<void>>
}
