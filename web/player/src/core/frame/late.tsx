import type { ComponentType } from 'react'
import type { Namespace } from '@kit/i18n/catalogues'
import { loadTexts } from '@kit/i18n/text'
import { lazyAnew } from '@kit/ui/lazyAnew'

type LateComponent<Props extends object> = ComponentType<Props> & {
  /** Loads it before it is shown. A failure is met again, and told, where it is shown. */
  preload: () => Promise<void>
}

/**
 * A component whose code and texts are loaded when it is first shown, within a Suspense. One that was preloaded is there
 * in the first frame.
 */
export function late<Props extends object>(code: () => Promise<ComponentType<Props>>, texts: readonly Namespace[] = []): LateComponent<Props> {
  let loaded: ComponentType<Props> | null = null
  let isThere: boolean | null = null
  const load = async () => {
    const [component] = await Promise.all([code(), loadTexts(texts)])
    loaded = component
    return component
  }
  const awaited = lazyAnew(load)
  function Late(props: Props) {
    // Whichever it was in its first frame it stays: another type would mount it anew.
    isThere ??= loaded !== null
    const Shown = (isThere && loaded) || awaited.component
    return <Shown {...props} />
  }
  return Object.assign(Late, { preload: () => load().then(doNothing, doNothing) })
}

function doNothing(): void {}
