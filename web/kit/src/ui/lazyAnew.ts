import { lazy, type ComponentType } from 'react'

/** Within this time a failure reached whoever tells of it. */
const toldWithinMs = 1_000

/**
 * A component whose code comes when it is first shown, within a Suspense. React's own `lazy` keeps a failure for ever; here
 * who takes the component after the failure was told gets one that loads anew.
 */
export function lazyAnew<Props extends object>(load: () => Promise<ComponentType<Props>>): { readonly component: ComponentType<Props> } {
  const held = { component: begin() }
  function begin(): ComponentType<Props> {
    return lazy(async () => {
      try {
        return { default: await load() }
      } catch (fault) {
        // A fresh one at once would load and fail without end, before anybody was told.
        setTimeout(() => (held.component = begin()), toldWithinMs)
        throw fault
      }
    }) as unknown as ComponentType<Props>
  }
  return held
}
