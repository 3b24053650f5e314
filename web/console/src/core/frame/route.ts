import type { ComponentType } from 'react'
import type { Namespace, TextKey } from '@kit/i18n/catalogues'
import type { Body, ListPath, Me, OperatorPath } from '../contract/contract'

type Tail<Key, Head extends string> = Key extends `${Head}${infer Name}` ? Name : never

/** The groups of the menu, in their order. */
export const groups = ['waiting', 'people', 'money', 'records', 'edit', 'boards'] as const

/** What waits for somebody, counted in the menu. */
export type Waiting = { [P in ListPath]: { path: P; body: Body<P> } }[ListPath] & {
  /** Who may make this call is waited for; without it everybody who sees the screen. */
  whoMay?: OperatorPath
}

/** A screen of the console. Each feature lists its own in `routes.ts`; menu and router find them there. */
export interface ConsoleRoute {
  /** Where it stands: `/withdrawals`. */
  path: string
  /** What the menu calls it: a text `screen.<name>` of `console`. */
  name: Tail<TextKey<'console'>, 'screen.'>
  group: (typeof groups)[number]
  /** Where it stands in its group. */
  place: number
  /** Who may make this call sees it. */
  needs: OperatorPath
  /** The namespaces of texts it needs, loaded with it. */
  texts: readonly Namespace[]
  load: () => Promise<ComponentType>
  waiting?: Waiting
  /** What waits of what is known with the person. */
  count?: (me: Me) => number
}
